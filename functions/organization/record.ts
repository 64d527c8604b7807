import * as z from "zod";
import { type Invitation, invitationDays, invitationKeptDays } from "../../shared/organization/invitation.ts";
import { defaultTimezone, type Organization } from "../../shared/organization/organization.ts";
import { type Deadlines, daysAfter } from "../data/deadlines.ts";
import { clock } from "../process/clock.ts";
import { CustomRoles } from "../user/record.ts";

/** An organization as stored. */
export const OrganizationRecord = z.object({
  organization_id: z.string(),
  name: z.string(),
  description: z.string().default(""),
  domain_url: z.string().optional(),
  address: z.string().optional(),
  phone: z.string().optional(),
  timezone: z.string().default(defaultTimezone),
  /** A path below /media. */
  logo: z.string().optional(),
  status: z.enum(["active", "archived", "deleting", "deleted"]),
  archived_at: z.string().optional(),
  /** Who began to delete it. */
  deleted_by: z.string().optional(),
  is_set_up: z.boolean().default(true),
  roles: CustomRoles.default({}),
  created_on: z.string(),
  version: z.number(),
});
/** See {@link OrganizationRecord}. */
export type OrganizationRecord = z.infer<typeof OrganizationRecord>;

/** An organization as it leaves. */
export const organizationOf = (record: OrganizationRecord): Organization => ({
  ...record,
  archived: record.status === "archived",
});

/** An invitation as stored. The organization's name is not kept: it is read when it is shown or mailed. */
export const InvitationRecord = z.object({
  invite_id: z.string(),
  email: z.string(),
  organization_id: z.string(),
  role: z.number(),
  role_id: z.string().optional(),
  /** `expired` ones stay in the lists for a while, to be sent again. */
  status: z.enum(["pending", "expired", "used", "withdrawn"]),
  /** A visitor asked for it himself: it is in no list and does not keep the address. */
  self: z.boolean().default(false),
  invited_by: z.string(),
  /** Of the one token that is good; absent until the mail is written. */
  token_hash: z.string().optional(),
  created_on: z.string(),
  expires_on: z.string(),
  version: z.number(),
});
/** See {@link InvitationRecord}. */
export type InvitationRecord = z.infer<typeof InvitationRecord>;

/** When an invitation sent now ends. */
export const invitationEnd = (): string => daysAfter(clock.iso(), invitationDays);

/** When the clock looks at an invitation: at its end, and when nobody has sent it again for long. */
export function deadlinesOf({ status, expires_on }: Pick<InvitationRecord, "status" | "expires_on">): Deadlines {
  if (status === "pending") return { "invitation-end": expires_on };
  return status === "expired" ? { "invitation-removal": daysAfter(expires_on, invitationKeptDays) } : {};
}

/** Whether an invitation's week is over. */
export const isExpired = ({ expires_on }: Pick<InvitationRecord, "expires_on">): boolean =>
  Date.parse(expires_on) <= clock.now();

/** An invitation as it leaves. */
export const invitationOf = (record: InvitationRecord, organization_name: string): Invitation => ({
  ...record,
  organization_name,
  status: isExpired(record) ? "expired" : "pending",
});
