import * as z from "zod";
import { Appeal } from "../appeal/appeal.ts";
import { CredentialDetails, ReviewerCriteria, Section } from "../credential/credential.ts";
import { CredentialId, Dollars, JobId, OrganizationId, SectionId, Timestamp, UserId } from "../http/fields.ts";
import { AiDeclaration } from "../submission/declaration.ts";
import { ApplicationStatus, DecisionDue, RubricResult, SectionResponse, WorkStatus } from "../submission/submission.ts";
import { JobStatus } from "./job.ts";
import { RankedReviewer } from "./waves.ts";

/** A review job in a list. */
export const JobRow = z.object({
  credential_job_id: JobId,
  cred_id: CredentialId,
  credential_id: CredentialId,
  organization_id: OrganizationId,
  title: z.string(),
  issuer_name: z.string(),
  status: JobStatus,
  /** Minutes. */
  review_time: z.number().int(),
  /** Dollars an hour. */
  reviewer_hourly_rate: Dollars,
  /** For the whole job. */
  reviewer_total_pay: Dollars,
  sections_total: z.number().int(),
  sections_graded: z.number().int(),
  sections_accepted: z.number().int(),
  /** 1 for the first submission, one more for every revision. */
  round: z.number().int(),
  created_on: Timestamp,
  updated_on: Timestamp,
  submitted_on: Timestamp,
  accepted_on: Timestamp.optional(),
  completed_on: Timestamp.optional(),
  /** When the job goes back to the pool unless its reviewer does something. */
  due_on: Timestamp.optional(),
  /** When the decision is due that the job waits for. */
  decision: DecisionDue.optional(),
  /** First name and last initial; only for the reviewer who accepted, and of no job that wants calibrated reviewers. */
  learner_name: z.string().optional(),
  /** For reviewers: they have to practice before they may accept it. */
  practice_first: z.boolean().optional(),
  /** For staff: the caller may give it to another reviewer now. From the first verdict on only admins may. */
  reassignable: z.boolean().optional(),
});

export type JobRow = z.infer<typeof JobRow>;

/**
 * One section of a job. `work`, as it was handed in for the round, and `former`, what the round before held, are only for the
 * reviewer who accepted it; the keys of their attachments are the job's own (`seats/…`).
 */
export const JobSection = Section.pick({
  section_id: true,
  title: true,
  description: true,
  rubric: true,
  rubric_ext: true,
  response_type: true,
  options: true,
  options_multiple: true,
  review_estimate: true,
}).extend({
  /** The same as section_id: the grading calls name it so. */
  credential_section_id: SectionId,
  status: WorkStatus,
  /** The caller may take its verdict back now. */
  undoable: z.boolean(),
  work: SectionResponse.optional(),
  former: SectionResponse.optional(),
  grade: z.string().optional(),
  feedback: z.string().optional(),
  section_rubric: RubricResult.optional(),
  reviewed_on: Timestamp.optional(),
});

export type JobSection = z.infer<typeof JobSection>;

/** A review job whole. */
export const JobDetail = JobRow.extend({
  /** The caller is the reviewer who accepted it. */
  accepted_by_me: z.boolean(),
  /** The caller may accept it now. */
  acceptable: z.boolean(),
  /** Why it is offered to the caller, while it is open. */
  offer: RankedReviewer.pick({ skills_matched: true, skills_total: true, open_minutes: true }).optional(),
  /** The caller may give it back now. */
  releasable: z.boolean(),
  /** The caller may take two more days now. */
  extendable: z.boolean(),
  submission_status: ApplicationStatus,
  /** By the terms that were applied for others may review the same work: what the last verdict brings is open. */
  reviewed_again: z.boolean(),
  /** For the reviewer who answered an appeal, once they have: what the learner held against the decision. */
  appeal: Appeal.pick({ grounds: true, text: true }).optional(),
  /** Who has accepted it; for the organization's staff, but not for who has to decide between the seats of its round. */
  reviewer: z.object({ user_id: UserId, first_name: z.string(), last_name: z.string() }).optional(),
  /** What the credential asks for and how it is scored, in the revision that was applied for. */
  credential_details: CredentialDetails.pick({ description: true, score_description: true }).nullable(),
  /** What the reviewers are told: job description, notes, support link and attachment, skills, category. */
  reviewer_criteria: ReviewerCriteria.nullable(),
  /** What the learner declared of AI tools in what is under review; only for the reviewer who accepted it. */
  declaration: AiDeclaration.optional(),
  /** What the learner says of the revision under review; only for the reviewer who asked for it. */
  revision_note: z.string().optional(),
  sections: z.array(JobSection),
});

export type JobDetail = z.infer<typeof JobDetail>;

/** Where a review job stands after a change. */
export const JobState = z.object({ credential_job_id: JobId, status: JobStatus });
