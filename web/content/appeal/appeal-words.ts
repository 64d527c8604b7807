import type { AppealGrounds } from "../../../shared/appeal/appeal.ts";
import type { AppealStatus } from "../../../shared/submission/submission.ts";

/** What a learner may hold against a decision, as they and admins read it. */
export const groundsWords: Readonly<Record<AppealGrounds, string>> = {
  marksAgainstEvidence: "The marks don’t match what I submitted",
  evidenceNotOpened: "Something I submitted wasn’t looked at",
  procedure: "The credential’s own rules weren’t followed",
  conflict: "The reviewer wasn’t impartial",
};

/** Where an appeal stands: the state whose look it has in a list, and the words. */
export const appealLooks: Readonly<Record<AppealStatus, { readonly status: string; readonly words: string }>> = {
  unpaid: { status: "applied", words: "Waiting for payment" },
  filed: { status: "reviewing", words: "Appeal in review" },
  withdrawn: { status: "withdrawn", words: "Appeal withdrawn" },
  upheld: { status: "closed", words: "Decision stands" },
  overturned: { status: "completed", words: "Appeal granted" },
  closed: { status: "closed", words: "Appeal closed" },
};
