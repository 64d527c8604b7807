import type { Machine } from "../platform/machine.ts";
import type { JobStatus } from "./job.ts";

/**
 * What can happen to a job. `open`: its submission was handed in; `create`: staff open it where it is missing; `grade`: a
 * verdict that does not end the round was given or taken back; `release`: its reviewer, or the time, gives it back;
 * `reassign`: staff take it from its reviewer; `abandon`: no revision came in time; `withdraw`: its application was closed.
 */
export type JobEvent =
  | "open"
  | "create"
  | "accept"
  | "grade"
  | "release"
  | "reassign"
  | "allAccepted"
  | "someRejected"
  | "resubmit"
  | "abandon"
  | "withdraw";

/** A job's states. */
export const jobMachine: Machine<JobStatus, JobEvent> = {
  none: { open: "open", create: "open" },
  open: { accept: "accepted", withdraw: "withdrawn" },
  accepted: {
    grade: "reviewing",
    release: "open",
    reassign: "open",
    allAccepted: "completed",
    someRejected: "revisionNeeded",
    withdraw: "withdrawn",
  },
  reviewing: {
    grade: "reviewing",
    release: "open",
    reassign: "open",
    allAccepted: "completed",
    someRejected: "revisionNeeded",
    withdraw: "withdrawn",
  },
  revisionNeeded: { resubmit: "reviewing", abandon: "completed", withdraw: "withdrawn" },
  completed: {},
  withdrawn: {},
};
