import type { Machine } from "../platform/machine.ts";
import type { MembershipStatus, UserStatus } from "./user.ts";

/** What can happen to a person. `create`: somebody else makes their account. */
export type UserEvent = "signUp" | "create" | "change" | "disable" | "enable" | "delete";

/** A person's states. Their item stays when they are deleted, as nobody: work and money name it. */
export const userMachine: Machine<UserStatus, UserEvent> = {
  none: { signUp: "active", create: "active" },
  active: { change: "active", disable: "disabled", delete: "deleted" },
  disabled: { change: "disabled", enable: "active", delete: "deleted" },
  deleted: {},
};

/** What can happen to a membership. `enrol`: an operator makes it with the person's account. */
export type MembershipEvent = "join" | "enrol" | "changeRole" | "suspend" | "restore" | "leave";

/** A membership's states. */
export const membershipMachine: Machine<MembershipStatus, MembershipEvent> = {
  none: { join: "active", enrol: "active" },
  active: { changeRole: "active", suspend: "suspended", leave: "none" },
  suspended: { restore: "active", leave: "none" },
};
