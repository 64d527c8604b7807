import { lookOf } from "../../../shared/http/text.ts";
import { beginning, key, ordinal } from "./key.ts";

/** The items of an organization and its people, and the question that each key answers. Of an invitation's token only the hash is stored. */
export const organizationKeys = {
  user: (user_id: string) => key(`USER#${user_id}`, "PROFILE"),
  membership: (user_id: string, organization_id: string) => key(`USER#${user_id}`, `MEMBER#${organization_id}`),
  organization: (organization_id: string) => key(`ORG#${organization_id}`, "META"),
  /** Its working days; the versions before lie beside them. */
  calendar: (organization_id: string) => key(`ORG#${organization_id}`, "CALENDAR"),
  formerCalendar: (organization_id: string, version: number) =>
    key(`ORG#${organization_id}`, `CALENDAR#${ordinal(version)}`),
  /** That an address has signed in on a device, by the hash of both; it lasts so long. */
  knownDevice: (hash: string) => key(`DEVICE#${hash}`, "KNOWN"),
  /** That an address had an account, by the address's hash; and what of a deleted person is still to be erased. */
  deletedAddress: (addressHash: string) => key(`DELETED#${addressHash}`, "ADDRESS"),
  erasure: (user_id: string) => key(`USER#${user_id}`, "ERASURE"),
  /** That the people of an application, or who has an anchor's job, heard of the archiving of its organization. */
  archiveTold: (organization_id: string, archived_at: string, id: string) =>
    key(`ARCHIVING#${organization_id}#${archived_at}`, id),
  email: (email: string) => key(`EMAIL#${email.trim().toLowerCase()}`, "UNIQUE"),
  organizationName: (name: string) => key(`ORGNAME#${lookOf(name)}`, "UNIQUE"),
  /** Where a name was kept before names were compared by their look: an older organization may have its name here alone. */
  formerOrganizationName: (name: string) => key(`ORGNAME#${name.trim().replace(/\s+/g, " ").toLowerCase()}`, "UNIQUE"),
  /** An address in an organization: its member (`user_id`) or pending invitation (`invite_id`), never both. */
  addressIn: (organization_id: string, email: string) =>
    key(`ORG#${organization_id}`, `ADDRESS#${email.trim().toLowerCase()}`),
  /** How many admins an organization has, so that the last one stays. */
  admins: (organization_id: string) => key(`ORG#${organization_id}`, "ADMINS"),
  /** How many members and invitations hold a custom role, so that a held one stays. */
  roleHolders: (organization_id: string, role_id: string) => key(`ORG#${organization_id}`, `HOLDERS#${role_id}`),
  invitation: (invite_id: string) => key(`INVITE#${invite_id}`, "META"),
  invitationToken: (tokenHash: string) => key(`TOKEN#${tokenHash}`, "INVITATION"),
  /** The one password reset of a person that is good, if any. */
  passwordReset: (user_id: string) => key(`USER#${user_id}`, "RESET"),
  /** The second factor of a person, and the secret that they were shown and have not confirmed. */
  factor: (user_id: string) => key(`USER#${user_id}`, "FACTOR"),
  factorSetup: (user_id: string) => key(`USER#${user_id}`, "FACTORSETUP"),
  /** A sign-in whose code is waited for, by the hash of its cookie. */
  challenge: (hash: string) => key(`CHALLENGE#${hash}`, "SIGN-IN"),
  /** Says that a session was ended: it is not renewed. */
  endedSession: (user_id: string, authTime: number) => key(`SESSION#${user_id}#${authTime}`, "ENDED"),
  /** When its person last showed in a session that it is them. */
  proof: (user_id: string, authTime: number) => key(`SESSION#${user_id}#${authTime}`, "PROOF"),
  notice: (user_id: string, notice_id: string) => key(`USER#${user_id}`, `NOTICE#${notice_id}`),
  /** All notices of a person, by time: the list of them. */
  noticesOf: (user_id: string) => beginning(`USER#${user_id}`, "NOTICE#"),
  scech: (user_id: string) => key(`USER#${user_id}`, "SCECH"),
  /** A key of an organization. */
  apiKey: (key_id: string) => key(`KEY#${key_id}`, "META"),
  /** A file that is, or will be, handed out to an organization. */
  export: (organization_id: string, export_id: string) => key(`EXPORT#${organization_id}`, export_id),
};

/** The lists of an organization and its people. */
export const organizationViews = {
  organizations: (status: "active" | "archived") => `LIST#organizations#${status}`,
  /** Members and pending invitations of an organization, by either or both filters. */
  organizationUsers: (
    organization_id: string,
    { status, role }: { status?: "active" | "suspended" | "pending"; role?: number } = {},
  ) => `ORG#${organization_id}#users${role ? `#role=${role}` : ""}${status ? `#status=${status}` : ""}`,
  /** Counts a person's notices, which stand in no list but under them. */
  notices: (user_id: string) => `USER#${user_id}#notices`,
  unreadNotices: (user_id: string) => `USER#${user_id}#notices#unread`,
  /** What was or is being handed out to an organization. */
  exports: (organization_id: string) => `ORG#${organization_id}#exports`,
  /** What was done to an organization's keys and endpoints: audit rows, by their ids. */
  connectionHistory: (organization_id: string) => `ORG#${organization_id}#connections`,
  /** Keys of an organization: all, or those that have not been ended. */
  apiKeys: (organization_id: string, part: "all" | "active" = "all") => `ORG#${organization_id}#keys#${part}`,
};

/** Where words of an organization and its people are looked for: each a partition of its own. */
export const organizationIndexes = {
  organizations: () => "WORDS#organizations",
  /** Members and pending invitations of an organization. */
  users: (organization_id: string) => `WORDS#users#${organization_id}`,
};

/** Where an export stands in its organization's list: by when it was asked for. */
export const exportSort = (asked_on: string, export_id: string): string => `${asked_on}#${export_id}`;
