import type { Machine } from "../platform/machine.ts";

/** Where a person stands in an organization. */
export const membershipStatuses = ["active"] as const;
/** See {@link membershipStatuses}. */
export type MembershipStatus = (typeof membershipStatuses)[number];

/** What can happen to a membership. `enrol`: an operator makes it with the person's account. */
export type MembershipEvent = "join" | "enrol" | "changeRole" | "leave";

/** A membership's states. */
export const membershipMachine: Machine<MembershipStatus, MembershipEvent> = {
  none: { join: "active", enrol: "active" },
  active: { changeRole: "active", leave: "none" },
};
