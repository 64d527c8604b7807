import * as z from "zod";
import { Timestamp, UserId } from "../http/fields.ts";
import { actions } from "../permissions.ts";
import { FactorReset } from "./factor-reset.ts";

/** Where a person stands. */
export const userStatuses = ["active", "disabled", "deleted"] as const;
export type UserStatus = (typeof userStatuses)[number];

/** Where a person stands in an organization. */
export const membershipStatuses = ["active", "suspended"] as const;
export type MembershipStatus = (typeof membershipStatuses)[number];

/** An organization as one of its members sees it: what they are there, and what the portal shows of it. */
export const OwnOrganization = z.object({
  organization_id: z.string(),
  organization_name: z.string(),
  role: z.number(),
  /** The custom role, when `role` is 7. */
  role_id: z.string().optional(),
  role_name: z.string().optional(),
  role_perms: z.array(z.enum(actions)).optional(),
  logo: z.string().optional(),
  timezone: z.string(),
  archived: z.boolean(),
  /** Of an archived one: until when what was begun may be finished. */
  archived_until: Timestamp.optional(),
  /** False until the account page has given the organization its name (`POST /organization/new`). */
  is_set_up: z.boolean(),
});
export type OwnOrganization = z.infer<typeof OwnOrganization>;

/** A person's own data as the session carries it. `image` is a path below /media, absent without an avatar. */
export const User = z.object({
  user_id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  phone: z.string().optional(),
  image: z.string().optional(),
  is_issuer: z.boolean(),
  is_reviewer: z.boolean(),
  is_learner: z.boolean(),
  /** The number of the role in the selected organization, 1 for a super administrator, null while none is selected. */
  role: z.number().nullable(),
  organizations: z.array(OwnOrganization),
  /** Set when there is exactly one organization. */
  selected_org: z.object({ organization_id: z.string() }).nullable(),
  /** They have not accepted the terms of service of today: ask them, and say so by `PUT /user`. */
  terms_due: z.boolean(),
});
export type User = z.infer<typeof User>;

/** What a learner tells about themselves. */
export const LearnerProfile = z.object({
  title: z.string().optional(),
  overview: z.string().optional(),
  updated_on: Timestamp,
});
export type LearnerProfile = z.infer<typeof LearnerProfile>;

/** A person's profile. What the reader may not see is absent: a card has no `email` and no `phone`. */
export const Profile = z.object({
  user_id: UserId,
  first_name: z.string(),
  last_name: z.string(),
  email: z.string().optional(),
  phone: z.string().optional(),
  image: z.string().optional(),
  role: z.number().optional(),
  role_id: z.string().optional(),
  role_name: z.string().optional(),
  /** When the person joined the organization, or Laurel. */
  created_on: Timestamp,
  /** Whether the reader may change name, phone and image (a person of several organizations changes them alone). */
  editable: z.boolean(),
  learner_profile: LearnerProfile.optional(),
  /** The person's two-step sign-in, for those who may have it turned off (`POST /user/factor/reset`); absent for all others. */
  factor: z
    .object({
      /** Whether signing in asks for a code. */
      is_on: z.boolean(),
      /** It is to be turned off. */
      reset: FactorReset.optional(),
    })
    .optional(),
  /** Of the own profile: the terms of service of today are still to be accepted. */
  terms_due: z.boolean().optional(),
});
export type Profile = z.infer<typeof Profile>;

/** A person found by name or e-mail. */
export const FoundUser = z.object({
  user_id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  image: z.string().optional(),
  role: z.number(),
});
export type FoundUser = z.infer<typeof FoundUser>;

/** What a person is in one organization, that lives or is archived. */
const Place = z.object({
  organization_id: z.string(),
  organization_name: z.string(),
  archived: z.boolean(),
  role: z.number(),
  /** Of a custom role. */
  role_name: z.string().optional(),
  status: z.enum(membershipStatuses),
  /** Since when they are a member. */
  created_on: Timestamp,
});

/** A person as a super administrator finds them: the account, and every place of theirs. */
export const PersonFound = z.object({
  user_id: UserId,
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  image: z.string().optional(),
  status: z.enum(["active", "disabled"]),
  /** They look after the platform themselves. */
  superadmin: z.boolean(),
  /** Since when they have an account. */
  created_on: Timestamp,
  places: z.array(Place),
});
export type PersonFound = z.infer<typeof PersonFound>;
