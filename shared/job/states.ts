import type { Machine } from "../platform/machine.ts";
import type { JobStatus } from "./job.ts";

/**
 * What can happen to a job. `open`: its submission was handed in; `create`: staff open it where it is missing; `grade`: a
 * section that is not the last was decided; `abandon`: no revision came in time.
 */
export type JobEvent =
  | "open"
  | "create"
  | "accept"
  | "grade"
  | "release"
  | "allAccepted"
  | "someRejected"
  | "resubmit"
  | "abandon";

/** A job's states. */
export const jobMachine: Machine<JobStatus, JobEvent> = {
  none: { open: "open", create: "open" },
  open: { accept: "accepted" },
  accepted: { grade: "reviewing", release: "open", allAccepted: "completed", someRejected: "revisionNeeded" },
  reviewing: { grade: "reviewing", release: "open", allAccepted: "completed", someRejected: "revisionNeeded" },
  revisionNeeded: { resubmit: "reviewing", abandon: "completed" },
  completed: {},
};
