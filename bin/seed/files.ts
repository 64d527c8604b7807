import { contract } from "../../shared/contract.ts";
import type { Attachment } from "../../shared/credential/parts.ts";
import type { Folder } from "../../shared/file/rules.ts";
import type { Session } from "./session.ts";
import { silence } from "./silence.ts";

/** A document of one page, in plain ASCII words. */
export interface SeedDocument {
  readonly name: string;
  readonly title: string;
  readonly lines: readonly string[];
}

/** A recording in which nothing is heard. */
export interface SeedRecording {
  /** Ends in .mp3. */
  readonly name: string;
  readonly seconds: number;
}

/** Uploads a document or recording as the browser does: asks, posts to the storage, confirms. */
export async function uploaded(
  person: Session,
  folder: Folder,
  document: SeedDocument | SeedRecording,
): Promise<Attachment> {
  const [bytes, type] =
    "seconds" in document ? [silence(document.seconds), "audio/mpeg"] : [pdfOf(document), "application/pdf"];
  const { name } = document;
  const { url, fields, key } = await person.ask(contract.file.upload, { name, type, size: bytes.length, folder });
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.set(field, value);
  form.set("file", new Blob([bytes]));
  const posted = await fetch(url, { method: "POST", body: form, headers: person.headers() });
  if (!posted.ok) throw new Error(`The storage refused ${name} with ${posted.status}: ${await posted.text()}`);
  await person.ask(contract.file.confirm, { key });
  return { key, name, type };
}

const escaped = (text: string) => text.replace(/[\\()]/g, "\\$&");

/** A PDF with a title and lines below it, which any reader opens. */
function pdfOf({ title, lines }: SeedDocument): Uint8Array<ArrayBuffer> {
  const text = [
    "BT /F1 18 Tf 60 740 Td",
    `(${escaped(title)}) Tj /F1 11 Tf 0 -34 Td 17 TL`,
    ...lines.map((line) => `(${escaped(line)}) Tj T*`),
    "ET",
  ].join("\n");
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 4 0 R >> >> /Contents 5 0 R >>",
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
  ];
  let file = "%PDF-1.4\n";
  const places = objects.map((object, index) => {
    const place = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(place).padStart(10, "0")} 00000 n \n`;
  });
  const count = objects.length + 1;
  const table = `xref\n0 ${count}\n0000000000 65535 f \n${places.join("")}`;
  const trailer = `trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
  return new Uint8Array(Buffer.from(file + table + trailer, "latin1"));
}
