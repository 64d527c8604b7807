import { StoredFile } from "../../../shared/file/file.ts";
import { recordingOf } from "../../../shared/file/rules.ts";
import { Problem } from "../../../shared/http/problem.ts";
import type { WorkFile } from "../../../shared/submission/submission.ts";
import { sanitize } from "../../chain/rich-text.ts";
import { fileKeys } from "../../data/keys/file.ts";
import { get } from "../../data/table.ts";
import { isParted } from "../../file/model/parted.ts";
import type { Answer, CleanAnswers } from "./store.ts";

/**
 * The answers as they are stored: their text made safe, their files with the names and types these were confirmed with.
 * Refuses a file that is not the learner's, or not clean; of recordings that come in parts `checked-recordings.ts` asks
 * when the work is handed in.
 */
export async function cleanAnswers(sent: readonly Answer[], user_id: string): Promise<CleanAnswers> {
  const unchecked = new Set<string>();
  const answers = await Promise.all(
    sent.map(async (answer) => ({
      ...answer,
      response: await sanitize(answer.response),
      attachments: await Promise.all(answer.attachments.map((attachment) => cleanFile(attachment, user_id, unchecked))),
    })),
  );
  return { answers, unchecked };
}

async function cleanFile(sent: WorkFile, user_id: string, unchecked: Set<string>): Promise<WorkFile> {
  const file = await get(StoredFile, fileKeys.file(sent.key));
  if (file === undefined && isForgotten(sent.key, user_id)) {
    unchecked.add(sent.key);
    return sent;
  }
  if (file?.user_id !== user_id || file.folder !== "submissions") throw new Problem("resource.not-found");
  const { key, name, type, status } = file;
  if (isParted(file)) unchecked.add(key);
  else if (status !== "clean") throw new Problem("file.not-clean");
  const { captions_of } = sent;
  return { key, name, type, ...(captions_of !== undefined && { captions_of }) };
}

/** An upload that was given up, wherever its person was then: what is typed beside it is saved nevertheless. */
function isForgotten(key: string, user_id: string): boolean {
  const [folder, , owner] = key.split("/");
  return recordingOf(key) !== undefined && folder === "submissions" && owner === user_id;
}
