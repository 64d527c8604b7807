import type { Machine } from "../platform/machine.ts";
import type { ReviewerStatus } from "./reviewer.ts";

/** What can happen to a reviewer application. `withdraw`: its reviewer left the organization, or has another role there. */
export type ReviewerApplicationEvent =
  | "submit"
  | "resubmit"
  | "accept"
  | "reject"
  | "suspend"
  | "reinstate"
  | "withdraw";

/** A reviewer application's states. Who has left and comes back applies anew. */
export const reviewerApplicationMachine: Machine<ReviewerStatus, ReviewerApplicationEvent> = {
  none: { submit: "active" },
  active: { accept: "accepted", reject: "rejected", withdraw: "withdrawn" },
  rejected: { resubmit: "resubmitted", withdraw: "withdrawn" },
  resubmitted: { accept: "accepted", reject: "rejected", withdraw: "withdrawn" },
  accepted: { suspend: "suspended", withdraw: "withdrawn" },
  suspended: { reinstate: "accepted", withdraw: "withdrawn" },
  withdrawn: { submit: "active" },
};
