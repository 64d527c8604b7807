import { revisionDays } from "../../shared/submission/rules.ts";
import { closeRevision, remindOfRevision } from "../job/idle-revision.ts";
import { clockwork } from "./clockwork.ts";

/** Reminds learners of a revision they left untouched, twice; then the submission is closed and its reviewer's pay is due. */
export const handler = clockwork({
  "revision-reminder": (duty) => remindOfRevision(duty, revisionDays.reminder),
  "revision-last-call": (duty) => remindOfRevision(duty, revisionDays.lastCall),
  "revision-end": closeRevision,
});
