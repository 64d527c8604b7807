import * as z from "zod";
import { ApplicationId, CredentialId, JobId, OrganizationId, Timestamp, UserId } from "../http/fields.ts";

/** Where a review job stands. */
export const jobStatuses = ["open", "accepted", "reviewing", "revisionNeeded", "completed", "withdrawn"] as const;
/** Where a review job stands. */
export const JobStatus = z.enum(jobStatuses);
export type JobStatus = z.infer<typeof JobStatus>;

/**
 * The paid review of one submission, through all its rounds, as stored: a seat of it. Its id is its own; the submission
 * lists it among its seats, and the job names the submission.
 */
export const Job = z.object({
  credential_job_id: JobId,
  application_id: ApplicationId,
  organization_id: OrganizationId,
  cred_id: CredentialId,
  /** The learner: never its reviewer. */
  learner_id: UserId,
  /** The learner's name at the first submission: for the certificate; reviewers get it shortened, after accepting. */
  learner: z.object({ first_name: z.string(), last_name: z.string() }),
  title: z.string(),
  issuer_name: z.string(),
  status: JobStatus,
  /** Who may accept it while it is open. */
  reviewers: z.array(UserId).max(25),
  /** The reviewer who accepted it; absent while it is open. */
  acceptor: UserId.optional(),
  /** The organization whose acceptance as a reviewer counted when they accepted it. */
  accepted_in: OrganizationId.optional(),
  /** Reviewers it was taken from: it is not offered to them again. */
  passed_over: z.array(UserId).max(25).optional(),
  /** Why it was last taken from its reviewer, as they are told. */
  reassign_reason: z.string().optional(),
  review_minutes: z.number().int(),
  reviewer_hourly_rate_cents: z.number().int(),
  reviewer_pay_cents: z.number().int(),
  sections_total: z.number().int(),
  sections_graded: z.number().int(),
  sections_accepted: z.number().int(),
  round: z.number().int(),
  created_on: Timestamp,
  updated_on: Timestamp,
  submitted_on: Timestamp,
  accepted_on: Timestamp.optional(),
  /** The last verdict of the reviewer who has it. */
  graded_on: Timestamp.optional(),
  completed_on: Timestamp.optional(),
  version: z.number().int(),
});
export type Job = z.infer<typeof Job>;
