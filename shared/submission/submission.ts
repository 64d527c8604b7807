import * as z from "zod";
import { AiPolicy, AppealTerms, Attachment, DecisionClock, SecondReviewShare } from "../credential/parts.ts";
import {
  ApplicationId,
  CertificateId,
  CredentialId,
  JobId,
  OrganizationId,
  SectionId,
  Timestamp,
  UserId,
} from "../http/fields.ts";
import { AiDeclaration } from "./declaration.ts";

/** Where an application (the submission) stands. `applied` waits for payment. */
export const applicationStatuses = [
  "applied",
  "ready",
  "draft",
  "submitted",
  "reviewing",
  "revisionNeeded",
  "completed",
  "closed",
] as const;
/**
 * Where an application, and the submission it becomes, stands.
 * - `applied`: waits for payment.
 * - `ready`: paid, or free; nothing is written yet.
 * - `draft`: something is written, nothing submitted.
 * - `submitted`: waits for a reviewer.
 * - `reviewing`: under review.
 * - `revisionNeeded`: reviewed, and back with its learner.
 * - `completed`: all sections were approved, and the credential is earned.
 * - `closed`: ended without the credential.
 */
export const ApplicationStatus = z.enum(applicationStatuses);
export type ApplicationStatus = z.infer<typeof ApplicationStatus>;

/** Why an application was closed: `revision` that it did not come, `unpaid` that nobody paid, `withdrawn` by its learner. */
export const closedReasons = [
  "refund",
  "dispute",
  "revision",
  "unpaid",
  "withdrawn",
  "archive",
  "account-deleted",
] as const;
/** Why an application was closed. */
export const ClosedReason = z.enum(closedReasons);
export type ClosedReason = z.infer<typeof ClosedReason>;

/** Where the work on one section stands. `draft` is begun and not handed in. */
export const WorkStatus = z.enum(["notSubmitted", "draft", "submitted", "accepted", "rejected"]);
export type WorkStatus = z.infer<typeof WorkStatus>;

/** A reviewer's mark on one criterion. The points are the criterion's, set by the server. */
export const CriterionMark = z.object({
  criteria_id: z.string().min(1).max(64),
  /** The work meets the criterion. */
  achieved: z.boolean(),
  score: z.number().int().min(0).max(99),
  /** What the reviewer says of it, as plain text; told to whoever is told the section's feedback. */
  comment: z.string().optional(),
});
export type CriterionMark = z.infer<typeof CriterionMark>;

/** What the marks amount to: points earned of the maximum, and how far that is by the rubric's two minimums. */
export const RubricResult = z.object({
  marks: z.array(CriterionMark),
  /** Points earned. */
  earned: z.number().int(),
  /** Points to be had. */
  maximum: z.number().int(),
  /** How far that is by the rubric's two minimums. */
  progress: z.enum(["not_yet", "making_progress", "completed"]),
});
export type RubricResult = z.infer<typeof RubricResult>;

/**
 * That the issuer decided a section, because its reviewers' verdict was not what their marks come to. The reason is absent
 * where it was given while only admins read it.
 */
export const IssuerDecision = z.object({ reason: z.string().optional() });
export type IssuerDecision = z.infer<typeof IssuerDecision>;

/** What the reviewed section demands: fixed when the learner applies, so that later edits of the credential do not reach it. */
export const WorkTerms = z.object({
  section_id: SectionId,
  title: z.string(),
  /** Comma-separated: 0 Text, 1 Upload File, 2 Option. */
  response_type: z.string(),
  review_estimate: z.number().int(),
  /** Ids of the choices of a section answered by Option; empty otherwise. */
  option_ids: z.array(z.string()),
  /** More than one choice may be picked. */
  options_multiple: z.boolean(),
  /** The criteria of a table rubric with their points; empty for a general-text rubric. */
  criteria: z.array(z.object({ criteria_id: z.string().min(1).max(64), score: z.number().int() })),
  making_progress: z.number().int(),
  completed: z.number().int(),
});
export type WorkTerms = z.infer<typeof WorkTerms>;

/** One section of an application as the application itself remembers it: its terms, its state and whether it is answered. */
export const ApplicationSection = WorkTerms.extend({
  status: WorkStatus,
  /** The kinds of response there are so far, out of 0, 1 and 2. */
  answered: z.array(z.number().int()),
  /** The keys of recordings in parts, which have to be found good when the work is handed in. */
  unchecked: z.array(z.string()).optional(),
  /** Who gave the last verdict, and in which round; absent where it is older than this is kept. */
  decided_by: UserId.optional(),
  decided_round: z.number().int().optional(),
});
export type ApplicationSection = z.infer<typeof ApplicationSection>;

/**
 * Which place on the review of a submission a reviewer has; `first` is the one that every submission has, the others are of
 * one round. `appeal` decides again what a round rejected; `anchor` is on an anchor, and of no submission.
 */
export const SeatName = z.enum(["first", "second", "third", "appeal", "anchor"]);
export type SeatName = z.infer<typeof SeatName>;

/** A reviewer's place on the review of a submission. Taken or open, it is a job with an id of its own. */
export const Seat = z.object({
  seat: SeatName,
  job_id: JobId,
  /** The round it was opened for; a first seat goes on through all that follow. */
  round: z.number().int(),
});
export type Seat = z.infer<typeof Seat>;

/** Which share of a credential's rounds is reviewed a second time. */
export const SecondReview = SecondReviewShare.extend({
  /** What the rounds' draws are keyed with: nobody's to see. */
  draw_key: z.string(),
});
export type SecondReview = z.infer<typeof SecondReview>;

/** What reviewers of a submission have to be calibrated for. */
export const CalibrationTerms = z.object({
  /** Of the rubric applied for. */
  rubric_digest: z.string(),
  /** Whoever reviews it may be given an anchor now and then. */
  seeded_anchors: z.literal(true).optional(),
});
export type CalibrationTerms = z.infer<typeof CalibrationTerms>;

/** Where a learner's appeal stands. `unpaid`: its fee is not paid yet. `closed`: its application ended with its sale. */
export const appealStatuses = ["unpaid", "filed", "withdrawn", "upheld", "overturned", "closed"] as const;
/** Where a learner's appeal stands. */
export const AppealStatus = z.enum(appealStatuses);
export type AppealStatus = z.infer<typeof AppealStatus>;

/** When the decision on what was handed in last is due, and how that was reckoned. */
export const Due = z.object({
  /** The last second of the day it is due on, where the organization is. */
  due_on: Timestamp,
  business_days: z.number().int(),
  timezone: z.string(),
  /** Of the organization's working days. */
  calendar_version: z.number().int(),
});
export type Due = z.infer<typeof Due>;

/** When a decision is due, as it travels. */
export const DecisionDue = Due.pick({ due_on: true, business_days: true, timezone: true }).extend({
  /** That day is over. */
  late: z.boolean(),
});
export type DecisionDue = z.infer<typeof DecisionDue>;

/**
 * An application for a credential, which is the submission too: the META item of its partition. It carries the terms of
 * the revision applied for (money in cents) and the state of every section, so that one optimistic version orders all
 * of the learner's and the reviewer's writes.
 */
export const Application = z.object({
  application_id: ApplicationId,
  /** The organization that issues the credential. */
  organization_id: OrganizationId,
  cred_id: CredentialId,
  /** The published revision applied for. */
  revision: z.number().int(),
  /** The learner. */
  user_id: UserId,
  title: z.string(),
  issuer_name: z.string(),
  /** The path of the badge's picture; absent where it is older than those. */
  badge: z.string().optional(),
  status: ApplicationStatus,
  price_cents: z.number().int(),
  reviewer_pay_cents: z.number().int(),
  reviewer_hourly_rate_cents: z.number().int(),
  review_minutes: z.number().int(),
  sections: z.array(ApplicationSection).min(1).max(10),
  /** How often it was submitted: 0 before the first time. */
  round: z.number().int(),
  /** The seats of its review: the only thing that leads from it to its jobs. None before it was submitted. */
  seats: z.array(Seat).default([]),
  created_on: Timestamp,
  updated_on: Timestamp,
  submitted_on: Timestamp.optional(),
  /** What the revision applied for promises; absent where it promises nothing. */
  clock: DecisionClock.optional(),
  /** How the revision applied for has rounds reviewed a second time; absent where it does not. */
  second_review: SecondReview.optional(),
  /** How decisions on it may be appealed; absent where they may not. */
  appeals: AppealTerms.optional(),
  /** What its reviewers have to be calibrated for; absent where they need not be. */
  calibration: CalibrationTerms.optional(),
  /** Where its one appeal stands; absent until there is one. */
  appeal: AppealStatus.optional(),
  /** The completed application whose certificate it renews; absent where it renews none. */
  renews: ApplicationId.optional(),
  /** For how many months its certificate will be valid; absent where it holds for good. */
  validity_months: z.number().int().optional(),
  /** Of the round under review or reviewed last. */
  due: Due.optional(),
  /** What the revision applied for says of AI tools; absent where it says nothing. */
  ai_policy: AiPolicy.optional(),
  /** What was declared with what was handed in last. */
  declaration: AiDeclaration.optional(),
  /** What its learner said of the revision handed in last; absent where they said nothing. */
  revision_note: z.string().optional(),
  completed_on: Timestamp.optional(),
  /** The time zone its organization had then: the day it was completed is that there. Absent where it is older than this. */
  completed_in: z.string().optional(),
  /** Why and when it was closed; absent where it is older than this is kept. */
  closed_because: ClosedReason.optional(),
  closed_on: Timestamp.optional(),
  /** The learner wants the review's findings in the certificate. */
  with_findings: z.boolean().optional(),
  /** The certificate it ended in; absent where it is older than certificates under an id of their own. */
  certificate_id: CertificateId.optional(),
  version: z.number().int(),
});
export type Application = z.infer<typeof Application>;

/** The pointer that keeps an application one per learner and credential, and leads to it from the credential. */
export const Applied = z.object({
  user_id: UserId,
  cred_id: CredentialId,
  organization_id: OrganizationId,
  application_id: ApplicationId,
  revision: z.number().int(),
  /** The certificate it ended in; absent where it is older than certificates under an id of their own. */
  certificate_id: CertificateId.optional(),
});
export type Applied = z.infer<typeof Applied>;

/** A file of the work. */
export const WorkFile = Attachment.extend({
  /** Of captions: the key of the recording of this section to which they belong. */
  captions_of: z.string().max(500).optional(),
});
export type WorkFile = z.infer<typeof WorkFile>;

/** What a learner hands in for one section. */
export const SectionResponse = z.object({
  /** Rich text, sanitized on write; for response type 0. */
  response: z.string(),
  links: z.array(z.string()),
  attachments: z.array(WorkFile),
  /** The option_ids of the picked choices; for response type 2. */
  options: z.array(z.string()),
});
export type SectionResponse = z.infer<typeof SectionResponse>;

/** The work on one section, an item beside its application: the response and its last grading. Its state is the application's to say. */
export const Work = SectionResponse.extend({
  application_id: ApplicationId,
  section_id: SectionId,
  grade: z.string().optional(),
  feedback: z.string().optional(),
  section_rubric: RubricResult.optional(),
  issuer_decision: IssuerDecision.optional(),
  reviewed_on: Timestamp.optional(),
  updated_on: Timestamp,
  /** The round it was written for, the first that it is handed in for; absent of work that an earlier release wrote. */
  round: z.number().int().optional(),
  /** What the round before held, as an earlier release kept it: `npm run migrate` makes a {@link FormerWork} of it. */
  former: SectionResponse.optional(),
  /** While a decision on it is appealed: what was typed of its revision by then, which comes back afterwards. */
  set_aside: SectionResponse.optional(),
});
export type Work = z.infer<typeof Work>;

/** What was handed in for a section, kept beside the work once that is written over. */
export const FormerWork = SectionResponse.extend({
  application_id: ApplicationId,
  section_id: SectionId,
  /** The round it was written for. */
  round: z.number().int(),
});
export type FormerWork = z.infer<typeof FormerWork>;
