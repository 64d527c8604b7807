import type { Machine } from "../platform/machine.ts";
import type { InvitationStatus, OrganizationStatus } from "./rules.ts";

/** What can happen to an organization. `change`: its details are written, by a super administrator archived ones' too. */
export type OrganizationEvent = "create" | "change" | "archive" | "restore" | "beginDeletion" | "endDeletion";

/** An organization's states. Its item stays when it is deleted: the books name it. */
export const organizationMachine: Machine<OrganizationStatus, OrganizationEvent> = {
  none: { create: "active" },
  active: { change: "active", archive: "archived" },
  archived: { change: "archived", restore: "active", beginDeletion: "deleting" },
  deleting: { endDeletion: "deleted" },
  deleted: {},
};

/**
 * What can happen to an invitation. `ask`: a visitor asked for it themselves; `forget`: it lay expired for long, or is a
 * visitor's own whose week is over.
 */
export type InvitationEvent = "send" | "ask" | "resend" | "accept" | "expire" | "withdraw" | "forget";

/** An invitation's states. */
export const invitationMachine: Machine<InvitationStatus, InvitationEvent> = {
  none: { send: "pending", ask: "pending" },
  pending: { resend: "pending", accept: "used", expire: "expired", withdraw: "withdrawn", forget: "none" },
  expired: { resend: "pending", withdraw: "withdrawn", forget: "none" },
  used: {},
  withdrawn: {},
};
