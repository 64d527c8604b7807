import { StoredFile, uploadsOf } from "../../../shared/file/file.ts";
import { recordingOf } from "../../../shared/file/rules.ts";
import { Problem } from "../../../shared/http/problem.ts";
import type { WorkFile } from "../../../shared/submission/submission.ts";
import { sanitize } from "../../chain/rich-text.ts";
import { fileKeys } from "../../data/keys/file.ts";
import { get } from "../../data/table.ts";
import { isParted } from "../../file/model/parted.ts";
import type { Answer, CleanAnswers } from "./store.ts";

/** Whose work it is, and where they work on it. */
interface Place {
  readonly user_id: string;
  readonly organization_id: string;
}

/**
 * The answers as they are stored: their text made safe, their files with the names and types these were confirmed with.
 * Refuses a file that is not the learner's, or not clean; of recordings that come in parts `checked-recordings.ts` asks
 * when the work is handed in.
 */
export async function cleanAnswers(sent: readonly Answer[], place: Place): Promise<CleanAnswers> {
  const unchecked = new Set<string>();
  const answers = await Promise.all(
    sent.map(async (answer) => ({
      ...answer,
      response: await sanitize(answer.response),
      attachments: await Promise.all(answer.attachments.map((attachment) => cleanFile(attachment, place, unchecked))),
    })),
  );
  return { answers, unchecked };
}

async function cleanFile(sent: WorkFile, place: Place, unchecked: Set<string>): Promise<WorkFile> {
  const file = await get(StoredFile, fileKeys.file(sent.key));
  if (file === undefined && isForgotten(sent.key, place)) {
    unchecked.add(sent.key);
    return sent;
  }
  if (file?.user_id !== place.user_id || file.folder !== "submissions") throw new Problem("resource.not-found");
  const { key, name, type, status } = file;
  if (isParted(file)) unchecked.add(key);
  else if (status !== "clean") throw new Problem("file.not-clean");
  const { captions_of } = sent;
  return { key, name, type, ...(captions_of !== undefined && { captions_of }) };
}

/** An upload that was given up: what is typed beside it is saved nevertheless. */
const isForgotten = (key: string, { user_id, organization_id }: Place): boolean =>
  recordingOf(key) !== undefined && key.startsWith(uploadsOf("submissions", { organization_id, user_id }));
