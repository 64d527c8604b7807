import { saveSection } from "../../shared/submission/calls.ts";
import { implement } from "../chain/implement.ts";
import { submissionKeys } from "../data/keys/submission.ts";
import { transactGet } from "../data/table.ts";
import { requireStillOpen } from "../organization/model/still-open.ts";
import { cleanAnswers } from "./model/clean-answers.ts";
import {
  answerOf,
  isSavedAlready,
  ownApplication,
  requireEditable,
  saveAnswers,
  saving,
  worksOf,
} from "./model/store.ts";

export const handler = implement(
  saveSection,
  async ({ organization_id: _, application_id, version, ...sent }, { actor, commit }) => {
    const [[item, work], cleaned] = await Promise.all([
      transactGet([submissionKeys.application(application_id), submissionKeys.work(application_id, sent.section_id)]),
      cleanAnswers([sent], actor.user_id),
    ]);
    const application = ownApplication(item, actor.user_id);
    await requireStillOpen(application.organization_id, actor);
    const stored = worksOf([work]);
    if (isSavedAlready(application, version, { answers: cleaned.answers, stored })) return answerOf(application);
    requireEditable(application, version);
    const { steps, answer } = saving(application, saveAnswers(application, stored, cleaned));
    return commit(steps, answer);
  },
);
