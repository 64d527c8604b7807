import * as z from "zod";
import { multiLine, singleLine, Timestamp } from "../http/fields.ts";
import { isWebAddress } from "../http/text.ts";
import { actions } from "../permissions.ts";
import { phone, picture } from "../platform/person.ts";
import { BadgrConnection } from "./badgr-connection.ts";
import { organizationColour } from "./organization-colour.ts";
import { isTimezone, timezoneMessage } from "./timezone.ts";

/** Characters of an organization's name at most. */
export const organizationNameMax = 80;

/** An organization's name. */
export const organizationName = singleLine("Organization name can not be empty")
  .min(1, "Organization name can not be empty")
  .max(organizationNameMax, "Organization name should not exceed 80 characters");

/** The fields of the organization form. `logo` is a data URL; null takes logo and colour away, absent keeps them. */
export const organizationFields = {
  name: organizationName,
  description: multiLine("Description can not be empty")
    .min(1, "Description can not be empty")
    .max(5000, "The description should not exceed 5000 characters"),
  /** An http(s) address, or none. */
  domain_url: z
    .string()
    .trim()
    .max(300, "Please Enter Valid URL")
    .refine((url) => url === "" || isWebAddress(url), "Please Enter Valid URL")
    .optional(),
  address: multiLine().max(500, "The address should not exceed 500 characters").optional(),
  phone: phone.optional(),
  timezone: z.string().refine(isTimezone, timezoneMessage).optional(),
  logo: picture.nullish(),
  logo_type: z.enum(["image/png", "image/jpeg"], "You can only upload JPG/PNG file!").optional(),
  /** Such as #13623b: badges and certificates are drawn in it. */
  colour: organizationColour.nullish(),
};

const OrganizationFields = z.object(organizationFields);
/** What the organization form sends. */
export type OrganizationFields = z.output<typeof OrganizationFields>;

/** An organization. `logo` is a path below /media, absent without one. */
export const Organization = z.object({
  organization_id: z.string(),
  name: z.string(),
  description: z.string(),
  /** Its website. */
  domain_url: z.string().optional(),
  address: z.string().optional(),
  phone: z.string().optional(),
  timezone: z.string(),
  logo: z.string().optional(),
  /** Such as #13623b, absent until one is chosen. */
  colour: z.string().optional(),
  archived: z.boolean(),
  /** Numbers of the roles whose members act only with two-step sign-in; absent where none must. */
  factor_roles: z.array(z.number()).optional(),
  /** False until the account page has given it its name. */
  is_set_up: z.boolean(),
  /** How it stands with the badge service, for its admins; absent while it is not connected. */
  badge_service: BadgrConnection.optional(),
  created_on: Timestamp,
  /** Goes up with each change; sent back with an update, an older one is refused. */
  version: z.number(),
});
export type Organization = z.infer<typeof Organization>;

/** A row of an organization's user list: a member, or an invitation that waits for its answer. */
export const OrganizationUser = z.object({
  /** Absent for an invitation. */
  user_id: z.string().optional(),
  /** Absent for a member. */
  invite_id: z.string().optional(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  image: z.string().optional(),
  role: z.number(),
  role_id: z.string().optional(),
  role_name: z.string().optional(),
  /** `disabled` is the whole account, as super administrators see it; `expired` is a pending invitation whose week is over; it may be sent again. */
  status: z.enum(["active", "suspended", "disabled", "pending", "expired"]),
  /** When the member joined or the invitation was sent. */
  created_on: Timestamp,
  /** Whether the reader may change this row: edit and remove the member, re-send and withdraw the invitation. */
  editable: z.boolean(),
});
export type OrganizationUser = z.infer<typeof OrganizationUser>;

/** A custom role. Issuers see neither `role_perms` nor `version`. */
export const OrganizationRole = z.object({
  /** The id of the role. */
  role_id: z.string(),
  name: z.string(),
  organization_id: z.string(),
  role_perms: z.array(z.enum(actions)).optional(),
  /** Goes up with each change; sent back with an update, an older one is refused. */
  version: z.number().optional(),
  /** Whether the reader may invite people into it. */
  invitable: z.boolean(),
});
export type OrganizationRole = z.infer<typeof OrganizationRole>;
