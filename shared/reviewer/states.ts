import type { Machine } from "../platform/machine.ts";
import type { ReviewerStatus } from "./reviewer.ts";

/** What can happen to a reviewer application. `withdraw`: its reviewer left the organization. */
export type ReviewerApplicationEvent = "submit" | "resubmit" | "accept" | "reject" | "suspend" | "withdraw";

/** A reviewer application's states. Who is accepted and leaves is suspended; what was not decided is gone. */
export const reviewerApplicationMachine: Machine<ReviewerStatus, ReviewerApplicationEvent> = {
  none: { submit: "active" },
  active: { accept: "accepted", reject: "rejected", withdraw: "none" },
  rejected: { resubmit: "resubmitted" },
  resubmitted: { accept: "accepted", reject: "rejected", withdraw: "none" },
  accepted: { suspend: "suspended", withdraw: "suspended" },
  suspended: {},
};
