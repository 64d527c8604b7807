import { StoredFile } from "../../shared/file/file.ts";
import { scheduled } from "../chain/scheduled.ts";
import { eraseObjects } from "../clients/erased-objects.ts";
import { removeLaterPosts } from "../clients/files.ts";
import { abortParts } from "../clients/parted-uploads.ts";
import { type Deadline, drop, finish } from "../data/deadlines.ts";
import { fileKeys } from "../data/keys/file.ts";
import { idOf } from "../data/keys/key.ts";
import { change, remove } from "../data/steps.ts";
import { get, transact } from "../data/table.ts";
import { endBegun, isParted } from "./model/parted.ts";

/** Takes away what was posted and nobody confirmed within a day, what was refused, and what was posted after it was confirmed. */
export const handler = scheduled({ "upload-end": takeAway });

/** Refused first, so that a confirmation at this moment cannot bless an object that is going; the record goes last. */
async function takeAway(deadline: Deadline): Promise<void> {
  const objectKey = idOf(deadline.reference.pk);
  const key = fileKeys.file(objectKey);
  const file = await get(StoredFile, key);
  if (file?.status === "arrived") return drop(deadline); // nothing can be posted any more, and its check removes what it refuses
  if (file?.status === "clean") {
    await removeLaterPosts(file);
    return drop(deadline);
  }
  if (file?.status === "intent") {
    const refused = { status: "refused", reason: "The upload wasn’t finished in time." };
    await transact([change(key, { set: refused }, { where: { status: "intent" } })]);
  }
  if (file && isParted(file)) await abortParts(file);
  await eraseObjects("files", objectKey);
  await transact([finish(deadline), remove(key), ...(file && isParted(file) ? [endBegun(file)] : [])]);
}
