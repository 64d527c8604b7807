import type { Action } from "../permissions.ts";

/** Where an organization stands. `deleting`: nobody reaches it any more, and the clock takes apart what it is made of. */
export const organizationStatuses = ["active", "archived", "deleting", "deleted"] as const;
export type OrganizationStatus = (typeof organizationStatuses)[number];

/** Days an invitation may be answered. */
export const invitationDays = 7;
/** Days an expired invitation stays in the lists, to be sent again. */
export const invitationKeptDays = 30;

/** Where an invitation stands. `expired` ones stay in the lists for a while, to be sent again. */
export const invitationStatuses = ["pending", "expired", "used", "withdrawn"] as const;
export type InvitationStatus = (typeof invitationStatuses)[number];

/** Days after archiving in which what was begun may be finished. */
export const archiveDays = 90;

const DAY_MS = 86_400_000;

/** When an archived organization ends what was begun in it. */
export const archiveEnd = (archived_at: string): string =>
  new Date(Date.parse(archived_at) + archiveDays * DAY_MS).toISOString();

/** Custom roles an organization may have. */
export const customRolesMax = 50;

/** What each action lets the holder of a custom role do with credentials of the organization. */
export const actionSentences: Readonly<Record<Action, string>> = {
  Approve: "Approve or reject any credential sent for approval, close credentials, and publish drafts directly",
  Create: "Create credentials, change their own, and send them for approval",
  Delete: "Delete sections from credentials",
  Global: "Act on every credential in the organization, not just those they created",
  Read: "See credentials",
  Update: "Change credentials, their price and their reviewers",
};
