import { StoredFile, uploadsOf } from "../../shared/file/file.ts";
import { idIn, type Message, worker } from "../chain/event.ts";
import { removeUpload } from "../clients/files.ts";
import { inspectLargeUpload, keyBelow } from "../clients/parted-uploads.ts";
import { audit } from "../data/audit.ts";
import { fileKeys } from "../data/keys/file.ts";
import { retryWhenRaced } from "../data/retry-when-raced.ts";
import { change, get, transact } from "../data/table.ts";
import { uploadFault } from "./model/content.ts";

/** Tells of a recording that has arrived in parts whether it is what its name says, once, however often it is asked. */
export const handler = worker("recordings", (event) =>
  retryWhenRaced({ raced: "state.changed", attempts: 3 }, () => check(event)),
);

async function check(event: Message): Promise<void> {
  const { organization_id, subject_id: file_id } = event;
  const user_id = idIn(event, "user_id");
  // an event has no names in it, and a key has the file's
  const key = await keyBelow(`${uploadsOf("submissions", { organization_id, user_id })}${file_id}/`);
  const file = key === undefined ? undefined : await get(StoredFile, fileKeys.file(key));
  if (file?.status !== "arrived") return; // told before, or erased
  const found = await inspectLargeUpload(file);
  const reason = uploadFault(file, found);
  const status = reason === undefined ? "clean" : "refused";
  await transact([
    change(
      fileKeys.file(file.key),
      { set: { status, sha256: found.sha256, ...(reason && { reason }) } },
      { where: { status: "arrived" } },
    ),
    audit(reason === undefined ? "file.confirmed" : "file.refused", {
      organization_id,
      actor_id: "system",
      subject_id: file_id,
      user_id,
      from: "arrived",
      to: status,
    }),
  ]);
  if (reason !== undefined) await removeUpload(file.key);
}
