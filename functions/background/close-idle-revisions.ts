import { revisionDays } from "../../shared/submission/rules.ts";
import { closeRevision, remindOfRevision } from "../job/idle-revision.ts";
import { scheduled } from "./scheduled.ts";

/** Reminds learners of a revision they left untouched, twice; then the submission is closed and its reviewer's pay is due. */
export const handler = scheduled({
  "revision-reminder": (deadline) => remindOfRevision(deadline, revisionDays.reminder),
  "revision-last-call": (deadline) => remindOfRevision(deadline, revisionDays.lastCall),
  "revision-end": closeRevision,
});
