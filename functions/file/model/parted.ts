import { StoredFile } from "../../../shared/file/file.ts";
import { partBytes, partCountOf } from "../../../shared/file/rules.ts";
import { Problem } from "../../../shared/http/problem.ts";
import { messageOf } from "../../../shared/http/problems.ts";
import { schedule } from "../../data/deadlines.ts";
import { fileKeys } from "../../data/keys/file.ts";
import { remove, type Step } from "../../data/steps.ts";
import { get } from "../../data/table.ts";
import { deadlinesOf } from "./deadlines.ts";

/** An upload in parts, as stored. */
export type PartedFile = StoredFile & Required<Pick<StoredFile, "upload_id">>;

/** Whether an upload is one in parts. */
export const isParted = (file: StoredFile): file is PartedFile => file.upload_id !== undefined;

/** The upload in parts of a key, when it is that person's; not found otherwise. */
export async function ownParted(key: string, user_id: string): Promise<PartedFile> {
  const file = await get(StoredFile, fileKeys.file(key));
  if (file?.user_id !== user_id || !isParted(file)) throw new Problem("resource.not-found");
  return file;
}

/** The same, while parts of it may still arrive. */
export async function ownUnfinished(key: string, user_id: string): Promise<PartedFile> {
  const file = await ownParted(key, user_id);
  if (file.status !== "intent") throw new Problem("file.parts-ended");
  return file;
}

/** Where an upload stands for who wants to submit it: what malware was found in counts as refused. */
export const standingOf = ({ status, reason, scan }: StoredFile): Pick<StoredFile, "status" | "reason"> =>
  scan === "infected" ? { status: "refused", reason: reason ?? messageOf("file.not-clean") } : { status, reason };

/** How a file is cut: what was said when it was begun holds for it. */
export function cutOf({ key, size_bytes, part_bytes = partBytes }: Omit<StoredFile, "version">) {
  return { key, part_bytes, part_count: partCountOf(size_bytes, part_bytes) };
}

/** The id of an upload, which its key has. */
export const fileIdOf = (key: string): string => key.split("/")[3] ?? key;

/** The step that forgets that somebody has begun an upload, when it ends. */
export const endBegun = ({ key, user_id }: Pick<StoredFile, "key" | "user_id">): Step =>
  remove(fileKeys.begun(user_id, fileIdOf(key)));

/** The steps that take an upload out of the table, with what would look at it later. */
export function forgetSteps(file: StoredFile): Step[] {
  const key = fileKeys.file(file.key);
  return [remove(key), ...schedule(key, deadlinesOf(file), {}), ...(isParted(file) ? [endBegun(file)] : [])];
}
