import { sanitize } from "../../chain/rich-text.ts";
import { requireCleanFile } from "../../file/model/clean.ts";
import type { Answer } from "./store.ts";

/**
 * The answers as they are stored: their text made safe, their files with the names and types these were confirmed with.
 * Refuses a file that is not the learner's, or not clean.
 */
export const cleanAnswers = (answers: readonly Answer[], user_id: string): Promise<Answer[]> =>
  Promise.all(
    answers.map(async (answer) => ({
      ...answer,
      response: await sanitize(answer.response),
      attachments: await Promise.all(
        answer.attachments.map(async ({ key }) => {
          const { name, type } = await requireCleanFile(key, user_id, "submissions");
          return { key, name, type };
        }),
      ),
    })),
  );
