import { StoredFile } from "../../shared/file/file.ts";
import { Problem } from "../../shared/http/problems.ts";
import { keys } from "../data/keys.ts";
import { get } from "../data/table.ts";

/** An upload by its key, when it is this person's and has passed its checks; not found otherwise, or `file.not-clean`. */
export async function requireCleanFile(objectKey: string, owner_id: string): Promise<StoredFile> {
  const file = await get(StoredFile, keys.file(objectKey));
  if (file?.user_id !== owner_id) throw new Problem("thing.not-found");
  if (file.status !== "clean") throw new Problem("file.not-clean");
  return file;
}
