import * as z from "zod";
import type { Invitation } from "../../../shared/organization/invitation.ts";
import type { Organization } from "../../../shared/organization/organization.ts";
import { invitationDays, invitationStatuses, organizationStatuses } from "../../../shared/organization/rules.ts";
import { defaultTimezone } from "../../../shared/organization/timezone.ts";
import { CustomRole } from "../../chain/actor.ts";
import { daysAfter } from "../../data/deadlines.ts";
import { clock } from "../../runtime/clock.ts";

/** What a custom role of an organization may do, by role id; kept in the organization's own item. */
export const CustomRoles = z.record(z.string(), CustomRole);
export type CustomRoles = z.infer<typeof CustomRoles>;

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
  /** Such as #13623b. */
  colour: z.string().optional(),
  status: z.enum(organizationStatuses),
  archived_at: z.string().optional(),
  /** Who began to delete it. */
  deleted_by: z.string().optional(),
  is_set_up: z.boolean().default(true),
  roles: CustomRoles.default({}),
  /** Numbers of the roles whose members act only with two-step sign-in; absent where none must. */
  factor_roles: z.array(z.number()).optional(),
  created_on: z.string(),
  version: z.number(),
});
export type OrganizationRecord = z.infer<typeof OrganizationRecord>;

/** Whose an address in an organization is: a member's or an invitation's. */
export const AddressRecord = z.object({ user_id: z.string().optional(), invite_id: z.string().optional() });

/** An organization as it leaves. */
export const organizationOf = (record: OrganizationRecord): Organization => ({
  ...record,
  archived: record.status === "archived",
});

/** An invitation as stored. The organization's name is not kept: it is read when it is shown or mailed. */
export const InvitationRecord = z.object({
  invite_id: z.string(),
  /** "" once it was used or withdrawn. */
  email: z.string(),
  organization_id: z.string(),
  role: z.number(),
  role_id: z.string().optional(),
  /** As the file says that they were imported from; gone with the address. */
  first_name: z.string().optional(),
  last_name: z.string().optional(),
  /** Where they work, as that file says; gone with the address. */
  employer: z.string().optional(),
  /** Of a learner: the credential that they are invited to. */
  credential_id: z.string().optional(),
  status: z.enum(invitationStatuses),
  /** A visitor asked for it themselves: it is in no list and does not keep the address. */
  self: z.boolean().default(false),
  invited_by: z.string(),
  /** Of the one token that is good; absent until the mail is written. */
  token_hash: z.string().optional(),
  /** The member it made. */
  used_by: z.string().optional(),
  created_on: z.string(),
  expires_on: z.string(),
  version: z.number(),
});
export type InvitationRecord = z.infer<typeof InvitationRecord>;

/** When an invitation sent now ends. */
export const invitationEnd = (): string => daysAfter(clock.iso(), invitationDays);

/** Whether an invitation waits for its answer, or to be sent again. */
export const isWaiting = ({ status }: Pick<InvitationRecord, "status">): boolean =>
  status === "pending" || status === "expired";

/** Whether an invitation's week is over. */
export const isExpired = ({ expires_on }: Pick<InvitationRecord, "expires_on">): boolean =>
  Date.parse(expires_on) <= clock.now();

/** An invitation as it leaves. */
export const invitationOf = (record: InvitationRecord, organization_name: string): Invitation => ({
  ...record,
  organization_name,
  status: isExpired(record) ? "expired" : "pending",
});
