import { StoredFile, uploadsOf } from "../../shared/file/file.ts";
import { idIn, worker } from "../chain/event.ts";
import { removeUpload, type UploadedObject } from "../clients/files.ts";
import { inspectLargeUpload, keyBelow } from "../clients/parted-uploads.ts";
import { audit } from "../data/audit.ts";
import { fileKeys } from "../data/keys/file.ts";
import { retryWhenRaced } from "../data/retry-when-raced.ts";
import { change } from "../data/steps.ts";
import { get, transact } from "../data/table.ts";
import { uploadFault } from "./model/content.ts";
import { fileIdOf } from "./model/parted.ts";

/** Tells of a recording that has arrived in parts whether it is what its name says, once, however often it is asked. */
export const handler = worker("recordings", async (event) => {
  const { organization_id, subject_id: file_id } = event;
  const user_id = idIn(event, "user_id");
  // an event has no names in it, and a key has the file's
  const key = await keyBelow(`${uploadsOf("submissions", { organization_id, user_id })}${file_id}/`);
  const file = key === undefined ? undefined : await arrivedOf(key);
  if (file === undefined) return;
  const found = await inspectLargeUpload(file);
  await retryWhenRaced(() => tell(file.key, found));
});

/** The upload of a key, unless it was told of before, or erased. */
async function arrivedOf(key: string): Promise<StoredFile | undefined> {
  const file = await get(StoredFile, fileKeys.file(key));
  return file?.status === "arrived" ? file : undefined;
}

/** Its owner hears of a refusal, unless they have heard already what the scan found: of one file they hear once. */
async function tell(key: string, found: UploadedObject): Promise<void> {
  const file = await arrivedOf(key);
  if (file === undefined) return;
  const { organization_id, user_id, version } = file;
  const reason = uploadFault(file, found);
  const status = reason === undefined ? "clean" : "refused";
  const refused = file.scan === undefined ? "file.recording-refused" : "file.refused";
  await transact([
    change(
      fileKeys.file(key),
      { set: { status, sha256: found.sha256, ...(reason && { reason }) } },
      { where: { status: "arrived", version } },
    ),
    audit(reason === undefined ? "file.confirmed" : refused, {
      organization_id,
      actor_id: "system",
      subject_id: fileIdOf(key),
      user_id,
      from: "arrived",
      to: status,
    }),
  ]);
  if (reason !== undefined) await removeUpload(key);
}
