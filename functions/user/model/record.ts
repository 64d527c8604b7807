import * as z from "zod";
import { CertificateDecision } from "../../../shared/certificate/decision.ts";
import { roleIds } from "../../../shared/permissions.ts";
import { LearnerProfile, membershipStatuses, userStatuses } from "../../../shared/user/user.ts";
import { SessionLeft } from "../../chain/actor.ts";

/** A person as stored. Memberships are items of their own; `organization_ids` names them. */
export const UserRecord = z.object({
  user_id: z.string(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  phone: z.string().optional(),
  /** A path below /media. */
  image: z.string().optional(),
  status: z.enum(userStatuses),
  superadmin: z.boolean().default(false),
  is_issuer: z.boolean().default(false),
  is_reviewer: z.boolean().default(false),
  is_learner: z.boolean().default(false),
  organization_ids: z.array(z.string()).default([]),
  /** Epoch seconds; tokens issued before are dead. */
  tokens_valid_after: z.number().default(0),
  /** When they turned two-step sign-in on; absent while it is off. */
  factor_since: z.string().optional(),
  session_left: SessionLeft.optional(),
  learner_profile: LearnerProfile.optional(),
  /** The terms of service they accepted last. */
  terms: z.object({ version: z.string(), accepted_on: z.string() }).optional(),
  created_on: z.string(),
  version: z.number(),
});
export type UserRecord = z.infer<typeof UserRecord>;

/** What is still to be done for somebody who deleted their account. */
export const Erasure = z.object({
  user_id: z.string(),
  email: z.string(),
  /** Keys of uploads to be taken away. */
  files: z.array(z.string()),
  /** Where they were a member. */
  organization_ids: z.array(z.string()).default([]),
  /** What they decided of their certificates, by the application that ended in each. */
  certificates: z.record(z.string(), CertificateDecision).default({}),
});
export type Erasure = z.infer<typeof Erasure>;

/** Whose account an address is. */
export const EmailRecord = z.object({ user_id: z.string() });

/** What a person is in one organization. Names, address, image and `is_disabled` are copies of what the account says. */
export const MembershipRecord = z.object({
  user_id: z.string(),
  organization_id: z.string(),
  role: z.number(),
  role_id: z.string().optional(),
  status: z.enum(membershipStatuses),
  /** Absent while the account is not disabled. */
  is_disabled: z.literal(true).optional(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  image: z.string().optional(),
  created_on: z.string(),
  /** An id as old as the membership, by which it is listed; absent from older ones, which are listed by the account's. */
  joining_id: z.string().optional(),
  version: z.number(),
});
export type MembershipRecord = z.infer<typeof MembershipRecord>;

/** Whether a membership is one of those an organization counts as its admins: of somebody who can act as one. */
export const isActingAdmin = ({ role, status, is_disabled }: Readonly<Record<string, unknown>>): boolean =>
  role === roleIds.admin && status === "active" && !is_disabled;
