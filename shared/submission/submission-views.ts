import * as z from "zod";
import { OwnAppeal } from "../appeal/appeal.ts";
import { Section } from "../credential/credential.ts";
import { AiPolicy } from "../credential/parts.ts";
import {
  ApplicationId,
  CredentialId,
  Dollars,
  JobId,
  OrganizationId,
  SectionId,
  Timestamp,
  UserId,
} from "../http/fields.ts";
import { AiDeclaration } from "./declaration.ts";
import {
  ApplicationStatus,
  ClosedReason,
  DecisionDue,
  IssuerDecision,
  RubricResult,
  SectionResponse,
  WorkStatus,
} from "./submission.ts";

/** One section of a submission as its learner sees it: what is asked, what was answered, what the reviewer said. */
export const SubmissionSection = Section.pick({
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
  status: WorkStatus,
  /** What is answered so far. `work.options` are the picked choices. */
  work: SectionResponse,
  /** May be edited or emptied now. */
  editable: z.boolean(),
  grade: z.string().optional(),
  feedback: z.string().optional(),
  section_rubric: RubricResult.optional(),
  issuer_decision: IssuerDecision.optional(),
  reviewed_on: Timestamp.optional(),
  updated_on: Timestamp.optional(),
});

export type SubmissionSection = z.infer<typeof SubmissionSection>;

/** A submission in a list. */
export const SubmissionRow = z.object({
  /** To a reviewer the id of their job stands here, too: whose submission it is, is not theirs to know. */
  application_id: z.union([ApplicationId, JobId]),
  cred_id: CredentialId,
  credential_id: CredentialId,
  organization_id: OrganizationId,
  /** The job that reviews it, once submitted. */
  credential_job_id: JobId.optional(),
  title: z.string(),
  issuer_name: z.string(),
  /** The path of the badge's picture below /media/, absent where it is older than those. */
  badge: z.string().optional(),
  status: ApplicationStatus,
  /** An appeal waits for its answer, and the revision for it. */
  appealed: z.boolean().optional(),
  /** For its learner. */
  price: Dollars.optional(),
  created_on: Timestamp,
  updated_on: Timestamp,
  submitted_on: Timestamp.optional(),
  /** While it is under review: when its decision is due. */
  decision: DecisionDue.optional(),
  /** While its learner is to revise it: when it closes unless something is saved before, which gives it as many days again. */
  revise_by: Timestamp.optional(),
  completed_on: Timestamp.optional(),
  /** The time zone of the day it was completed: the organization's. */
  completed_in: z.string().optional(),
  sections_total: z.number().int(),
  sections_answered: z.number().int(),
  sections_accepted: z.number().int(),
  /** For a reviewer, after accepting: first name and last initial. */
  learner_name: z.string().optional(),
});

export type SubmissionRow = z.infer<typeof SubmissionRow>;

/** Why a submission was closed, and where the money is. */
export const Closing = z.object({
  because: ClosedReason,
  on: Timestamp,
  /** Dollars of it that are the learner's product credit now. */
  credited: Dollars,
  /** Dollars that went back to the payer after a lost dispute. */
  returned: Dollars,
  /** What the admin wrote who refunded it. */
  reason: z.string().optional(),
});

export type Closing = z.infer<typeof Closing>;

/** A submission whole, as its learner sees it. Send `version` back with every save. */
export const Submission = SubmissionRow.extend({
  user_id: UserId,
  /** How often it was submitted. */
  round: z.number().int(),
  version: z.number().int(),
  /** Nothing has been submitted yet when false. */
  is_already_submitted: z.boolean(),
  /** While it waits for its first decision: business days within which nine of ten of the organization's came. */
  nine_of_ten_days: z.number().int().optional(),
  /** Its organization is archived: until when it may be finished. */
  archived_until: Timestamp.optional(),
  /** Of a closed one: why, and where the money is. */
  closed: Closing.optional(),
  /** Its one appeal, whatever became of it. */
  appeal: OwnAppeal.optional(),
  /** Until when the decision made last may be appealed; absent where it may not be, or no more. */
  appealable_until: Timestamp.optional(),
  /** The sections that may be appealed until then. */
  appealable_sections: z.array(SectionId).optional(),
  /** What an hour of review costs on appeal, unless it is free. */
  appeal_hourly_fee: Dollars.optional(),
  /** Waits for payment: go to /paymentInformation/{cred_id}. */
  payment_needed: z.boolean(),
  /** The certificate it may end in is to say what the review found. */
  with_findings: z.boolean(),
  /** What the credential says of AI tools; absent where it says nothing. */
  ai_policy: AiPolicy.optional(),
  /** Of a completed one: since when its learner lets reviewers practice on it; absent where they do not. */
  practice_consent_on: Timestamp.optional(),
  /** What was declared with what was submitted last. */
  declaration: AiDeclaration.optional(),
  /** What was said of the revision that was submitted last. */
  revision_note: z.string().optional(),
  sections: z.array(SubmissionSection),
});

export type Submission = z.infer<typeof Submission>;
