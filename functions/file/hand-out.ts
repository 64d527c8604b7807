import type { StoredFile } from "../../shared/file/file.ts";
import { Problem } from "../../shared/http/problem.ts";
import { readVerdict, signDownload } from "../outside/files.ts";
import { log } from "../process/log.ts";

/** The address of an upload, good for a minute. Refuses one that was not found clean. */
export async function handOut(file: StoredFile): Promise<string> {
  if (file.status !== "clean") throw new Problem("file.not-clean");
  const verdict = await readVerdict(file);
  if (verdict === "waiting") throw new Problem("file.being-checked");
  if (verdict === "refused") {
    log("security", "upload_malware", { user_id: file.user_id, organization_id: file.organization_id });
    throw new Problem("file.not-clean");
  }
  return signDownload(file, file.name);
}
