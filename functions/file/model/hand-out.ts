import type { StoredFile } from "../../../shared/file/file.ts";
import { isCaptions, recordingOf } from "../../../shared/file/rules.ts";
import { Problem } from "../../../shared/http/problem.ts";
import { seatPrefix } from "../../../shared/platform/environment.ts";
import { signDownload, signPlay } from "../../clients/presigned.ts";
import { log } from "../../runtime/log.ts";

/** The address of an upload, good for a minute. Refuses one that was not found clean. */
export async function handOut(file: StoredFile): Promise<string> {
  await requireFoundClean(file);
  return signDownload(file, file.name);
}

/** The same for who may learn neither whose upload it is nor when it came: the address of a copy made this moment. */
export async function handOutCopy(file: StoredFile): Promise<string> {
  return signDownload(await copyOf(file), file.name);
}

/** Whether a file is played where it stands: a recording, and its captions with it. */
export const isPlayed = ({ name }: StoredFile): boolean => recordingOf(name) !== undefined || isCaptions(name);

/** The address at which a recording is played for two hours: by who sits on a seat a copy, by its learner the upload. */
export async function handOutToPlay(file: StoredFile, { isOwn }: { readonly isOwn: boolean }): Promise<string> {
  if (!isOwn) return signPlay(await copyOf(file));
  await requireFoundClean(file);
  return signPlay(file);
}

async function copyOf(file: StoredFile): Promise<{ readonly key: string }> {
  await requireFoundClean(file);
  const { copyUpload } = await import("../../clients/files.ts");
  return { key: await copyUpload(file, seatPrefix) };
}

/** Refuses an upload that was not found clean, or whose scan has not ended. */
export async function requireFoundClean(file: StoredFile): Promise<void> {
  if (file.status === "arrived") throw new Problem("file.being-checked");
  if (file.status !== "clean") throw new Problem("file.not-clean");
  const { readVerdict } = await import("../../clients/files.ts"); // the storage client is large, and not for what is refused
  const verdict = await readVerdict(file);
  if (verdict === "waiting") throw new Problem("file.being-checked");
  const { user_id, organization_id } = file;
  if (verdict === "infected") {
    log("security", "upload_malware", { user_id, organization_id });
    throw new Problem("file.not-clean");
  }
  if (verdict === "locked") throw new Problem("file.locked");
  if (verdict === "failed") {
    log("warn", "upload_not_scanned", { user_id, organization_id });
    throw new Problem("file.not-scanned");
  }
}
