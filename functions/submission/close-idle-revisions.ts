import { revisionDays } from "../../shared/submission/rules.ts";
import { scheduled } from "../chain/scheduled.ts";
import { closeRevision, goOnWithRevisions, remindOfRevision } from "../review/model/deadlines/idle-revision.ts";

/** Reminds learners of a revision they left untouched, twice; then the submission is closed and its reviewer's pay is due. Time does not count while they are disabled. */
export const handler = scheduled({
  "person-return": goOnWithRevisions, // before what is due by the time that they were away
  "revision-reminder": (deadline) => remindOfRevision(deadline, revisionDays.reminder),
  "revision-last-call": (deadline) => remindOfRevision(deadline, revisionDays.lastCall),
  "revision-end": closeRevision,
});
