import { StoredFile } from "../../../shared/file/file.ts";
import type { Folder } from "../../../shared/file/rules.ts";
import { Problem } from "../../../shared/http/problem.ts";
import { fileKeys } from "../../data/keys/file.ts";
import { get } from "../../data/table.ts";

/**
 * The upload of a key, when it is that person's and has passed its checks; with `folder`, only of that purpose. Throws
 * `resource.not-found` and `file.not-clean`.
 */
export async function requireCleanFile(key: string, user_id: string, folder?: Folder): Promise<StoredFile> {
  const file = await get(StoredFile, fileKeys.file(key));
  if (file?.user_id !== user_id || (folder !== undefined && file.folder !== folder)) {
    throw new Problem("resource.not-found");
  }
  if (file.status !== "clean") throw new Problem("file.not-clean");
  return file;
}
