import { addPart, beginExport, finishExport, type PartedExport } from "../../../clients/exports.ts";
import type { Sheet, SheetWriter } from "../../../sheets/sheet.ts";

/** S3 takes no smaller part than this but the last. */
const PART_BYTES = 5 * 1024 * 1024;
/** Room for the chunk that makes a part full; a longer one makes the part grow. */
const MARGIN_BYTES = 256 * 1024;

/** How far the writing of a sheet has come: what stands in finished parts, and where the rows go on. */
export interface Progress {
  readonly upload: PartedExport;
  /** The mark of the last row in a finished part. */
  readonly after?: string;
  readonly rows: number;
  readonly bytes: number;
  /** Everything stands in parts; what is left is to make them one file. */
  readonly ended?: true;
}

/**
 * Writes a whole sheet to an object, part by part: memory holds one part and a few chunks of rows, however many there
 * are. `save` is told after each part; given again what it was last told, the writing goes on from there, and the file
 * is the same as if nothing had happened.
 */
export async function writeSheet<Row>(
  sheet: Pick<Sheet<Row>, "pages">,
  { contentType, begin, rows, end }: SheetWriter<Row>,
  {
    key,
    from,
    save,
  }: { readonly key: string; readonly from?: Progress; readonly save: (progress: Progress) => Promise<void> },
): Promise<Progress> {
  if (from?.ended) {
    await finishExport(key, from.upload);
    return from;
  }
  let progress: Progress = from ?? { upload: await beginExport(key, contentType), rows: 0, bytes: 0 };
  if (from === undefined) await save(progress);
  let part = Buffer.allocUnsafe(PART_BYTES + MARGIN_BYTES);
  let [waitingBytes, rowsSeen] = [0, progress.rows];
  let after = progress.after;
  const add = (text: string) => {
    const bytes = Buffer.byteLength(text);
    if (waitingBytes + bytes > part.length)
      part = Buffer.concat([part.subarray(0, waitingBytes)], waitingBytes + bytes);
    waitingBytes += part.write(text, waitingBytes);
  };
  const flush = async () => {
    const upload = await addPart(key, progress.upload, part.subarray(0, waitingBytes));
    progress = { upload, rows: rowsSeen, bytes: progress.bytes + waitingBytes, ...(after !== undefined && { after }) };
    waitingBytes = 0;
  };
  if (progress.upload.parts.length === 0) add(await begin());
  for await (const page of sheet.pages({ after })) {
    add(rows(page.rows));
    rowsSeen += page.rows.length;
    after = page.after;
    if (waitingBytes < PART_BYTES) continue;
    await flush();
    await save(progress);
  }
  add(end());
  if (waitingBytes > 0 || progress.upload.parts.length === 0) await flush();
  progress = { ...progress, ended: true };
  await save(progress);
  await finishExport(key, progress.upload);
  return progress;
}
