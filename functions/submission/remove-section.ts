import { removeSection } from "../../shared/submission/calls.ts";
import { implement } from "../chain/implement.ts";
import { submissionKeys } from "../data/keys/submission.ts";
import { transactGet } from "../data/table.ts";
import { requireStillOpen } from "../organization/model/still-open.ts";
import { type Answer, ownApplication, requireEditable, saveAnswers, saving, worksOf } from "./model/store.ts";

/** Emptied work keeps what a reviewer said of it, and what it was before. */
export const handler = implement(removeSection, async ({ application_id, section_id, version }, { actor, commit }) => {
  const [item, work] = await transactGet([
    submissionKeys.application(application_id),
    submissionKeys.work(application_id, section_id),
  ]);
  const application = ownApplication(item, actor.user_id);
  await requireStillOpen(application.organization_id, actor);
  requireEditable(application, version);
  const empty: Answer = { section_id, response: "", links: [], attachments: [], options: [] };
  const nothing = { answers: [empty], unchecked: new Set<string>() };
  const { steps, answer } = saving(application, saveAnswers(application, worksOf([work]), nothing));
  return commit(steps, answer);
});
