import type { Machine } from "../platform/machine.ts";
import type { JobStatus, RoundStatus, VerdictStatus } from "./job.ts";

/**
 * What can happen to a job. `open`: its submission was handed in; `create`: staff open it where it is missing; `grade`: a
 * verdict that does not end the round was given or taken back; `release`: its reviewer, or the time, gives it back;
 * `reassign`: staff take it from its reviewer; `finish`: its reviewer has decided everything, others have not; `finalize`: the
 * round of a later seat than the first ended; `abandon`: no revision came in time; `withdraw`: its application was closed, or
 * its round ended without it.
 */
export type JobEvent =
  | "open"
  | "create"
  | "accept"
  | "grade"
  | "release"
  | "reassign"
  | "finish"
  | "finalize"
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
    finish: "awaitingResult",
    finalize: "completed",
    allAccepted: "completed",
    someRejected: "revisionNeeded",
    withdraw: "withdrawn",
  },
  reviewing: {
    grade: "reviewing",
    release: "open",
    reassign: "open",
    finish: "awaitingResult",
    finalize: "completed",
    allAccepted: "completed",
    someRejected: "revisionNeeded",
    withdraw: "withdrawn",
  },
  awaitingResult: {
    finalize: "completed",
    allAccepted: "completed",
    someRejected: "revisionNeeded",
    withdraw: "withdrawn",
  },
  revisionNeeded: { resubmit: "reviewing", allAccepted: "completed", abandon: "completed", withdraw: "withdrawn" },
  completed: {},
  withdrawn: {},
};

/** What a reviewer does with their verdict on a section. `reopen`: they take it back. */
export type VerdictEvent = "accept" | "reject" | "reopen";

/** The verdict on a section in the round under review, which may change until the round is decided. */
export const verdictMachine: Machine<VerdictStatus, VerdictEvent> = {
  none: { accept: "accepted", reject: "rejected" },
  accepted: { accept: "accepted", reject: "rejected", reopen: "none" },
  rejected: { accept: "accepted", reject: "rejected", reopen: "none" },
};

/** What happens to the review of one handing in. */
export type RoundEvent = "finalize";

/** The review of one handing in: its provisional results become the submission's, once. */
export const roundMachine: Machine<RoundStatus, RoundEvent> = {
  none: { finalize: "finalized" },
  finalized: {},
};
