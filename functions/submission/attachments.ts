import { requireCleanFile } from "../file/clean.ts";
import type { Answer } from "./store.ts";

/** The answers with the names and types their files were confirmed with; refuses a file that is not the learner's, or not clean. */
export const cleanAnswers = (answers: readonly Answer[], user_id: string): Promise<Answer[]> =>
  Promise.all(
    answers.map(async (answer) => ({
      ...answer,
      attachments: await Promise.all(
        answer.attachments.map(async ({ key }) => {
          const { name, type } = await requireCleanFile(key, user_id, "submissions");
          return { key, name, type };
        }),
      ),
    })),
  );
