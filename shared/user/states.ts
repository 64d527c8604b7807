import type { Machine } from "../platform/machine.ts";
import type { MembershipStatus } from "./user.ts";

/** What can happen to a membership. `enrol`: an operator makes it with the person's account. */
export type MembershipEvent = "join" | "enrol" | "changeRole" | "leave";

/** A membership's states. */
export const membershipMachine: Machine<MembershipStatus, MembershipEvent> = {
  none: { join: "active", enrol: "active" },
  active: { changeRole: "active", leave: "none" },
};
