import { StoredFile } from "../../shared/file/file.ts";
import { type Duty, drop, finish, idOf } from "../data/duties.ts";
import { keys } from "../data/keys.ts";
import { change, get, remove, together } from "../data/table.ts";
import { removeUpload } from "../outside/files.ts";
import { clockwork } from "./clockwork.ts";

/** Takes away the objects of uploads that nobody confirmed within a day, and of those that were refused. */
export const handler = clockwork({ "upload-end": takeAway });

/** Refused first, so that a confirmation at this moment cannot bless an object that is going; the record goes last. */
async function takeAway(duty: Duty): Promise<void> {
  const objectKey = idOf(duty);
  const key = keys.file(objectKey);
  const file = await get(StoredFile, key);
  if (file?.status === "clean") return drop(duty);
  if (file?.status === "intent") {
    const refused = { status: "refused", reason: "The upload was not finished within a day." };
    await together([change(key, { set: refused }, { where: { status: "intent" } })]);
  }
  await removeUpload(objectKey);
  await together([finish(duty), remove(key)]);
}
