import * as z from "zod";
import { Skill } from "../credential/parts.ts";
import { CredentialId, OrganizationId, Timestamp, UserId } from "../http/fields.ts";
import { Certification, Education, ReviewerStatus } from "./reviewer.ts";

/** A reviewer as others see them. */
export const ReviewerCard = z.object({
  reviewer_id: UserId,
  user_id: UserId,
  first_name: z.string(),
  last_name: z.string(),
  image: z.string(),
  /** The professional title. */
  title: z.string(),
  /** Rich text. */
  overview: z.string(),
  category: z.number().int().optional(),
  skills_ext: z.array(Skill),
  /** Of the application to the organization that asks, where there is one. */
  status: ReviewerStatus.optional(),
  created_on: Timestamp,
  /** They belong to the organization that asks. */
  own_organization: z.boolean().optional(),
  /** How many of the wanted skills they have. */
  matching_skills: z.number().int().optional(),
  /** The organization's credentials that they review. */
  credentials: z.array(z.object({ credential_id: CredentialId, title: z.string() })).optional(),
});
export type ReviewerCard = z.infer<typeof ReviewerCard>;

/**
 * A reviewer's onboarding profile. The card of an accepted reviewer, which other organizations may see too, leaves out
 * the e-mail and the files. The application to the organization (attempt, times and reason) is for the reviewer and the
 * organization's staff.
 */
export const ReviewerInfo = ReviewerCard.extend({
  email: z.string().optional(),
  educations: z.array(Education),
  certifications_ext: z.array(Certification),
  attempt_count: z.number().int().optional(),
  submitted_on: Timestamp.optional(),
  due_on: Timestamp.optional(),
  reason: z.string().optional(),
  /** What is still missing before it can be submitted, by field; for the reviewer. */
  missing: z.record(z.string(), z.string()).optional(),
});
export type ReviewerInfo = z.infer<typeof ReviewerInfo>;

/** A reviewer application in the organization's list. */
export const ReviewerApplicationRow = z.object({
  organization_id: OrganizationId,
  user_id: UserId,
  reviewer_id: UserId,
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  image: z.string(),
  professionalTitle: z.string(),
  overview: z.string(),
  category: z.number().int(),
  skills: z.array(Skill),
  status: ReviewerStatus,
  attempt_count: z.number().int(),
  submitted_on: Timestamp,
  /** Decide by then: 24 hours after the submission. */
  due_on: Timestamp,
  /** The decision is overdue. */
  late: z.boolean(),
  decided_on: Timestamp.optional(),
  reason: z.string().optional(),
});
export type ReviewerApplicationRow = z.infer<typeof ReviewerApplicationRow>;

/** One reviewer application with the whole profile behind it. */
export const ReviewerApplicationDetail = ReviewerApplicationRow.extend({
  educations: z.array(Education),
  certifications_ext: z.array(Certification),
  created_on: Timestamp,
});
export type ReviewerApplicationDetail = z.infer<typeof ReviewerApplicationDetail>;
