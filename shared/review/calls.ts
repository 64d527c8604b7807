import * as z from "zod";
import { Appeal } from "../appeal/appeal.ts";
import { CredentialDetails, ReviewerCriteria, Section } from "../credential/credential.ts";
import { call, data, narrowing, Page, page, paging } from "../http/call.ts";
import {
  ApplicationId,
  CredentialId,
  Dollars,
  JobId,
  multiLine,
  OrganizationId,
  organizationSelector,
  SectionId,
  Timestamp,
  UserId,
} from "../http/fields.ts";
import { AiDeclaration } from "../submission/declaration.ts";
import { ApplicationStatus, DecisionDue, RubricResult, SectionResponse, WorkStatus } from "../submission/submission.ts";
import { JobStatus } from "./job.ts";

import { declineReasons, RankedReviewer } from "./waves.ts";

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

/** Submitting does it by itself; a repeat answers the same job. */
export const create = call({
  route: "POST /user/job",
  summary: "Open the review job of a submission",
  allow: { permission: "job:create", within: "organization" },
  whenArchived: "for-90-days",
  input: () => z.object({ ...organizationSelector, application_id: ApplicationId }),
  output: () => data(JobState),
  problems: ["resource.not-found", "job.not-submitted"],
  idempotent: true,
});

const jobOrder = z.enum(["newest", "oldest", "due"]).default("newest");

/** Newest first: reviewers get the open jobs that they may accept, issuers and admins those of the organization. */
export const list = call({
  route: "GET /job/list",
  summary: "List review jobs",
  allow: { permission: "job:list", within: "organization" },
  whenArchived: "as-its-work",
  input: () =>
    z.object({
      ...organizationSelector,
      ...paging,
      /** By title; a reviewer's also by issuer. */
      ...narrowing,
      /** `due`, only for reviewers: the day the decision is due on first. */
      sort: jobOrder,
      /** Only for issuers and admins; a reviewer's list is always the open ones. */
      status: z.enum(["all", ...JobStatus.exclude(["awaitingResult"]).options]).default("all"),
    }),
  output: () => page("jobs", JobRow),
});

export const listAssigned = call({
  route: "GET /job/assigned",
  summary: "List the jobs the caller accepted",
  allow: { permission: "job:list-assigned", within: "organization" },
  whenArchived: "as-its-work",
  input: () =>
    z.object({
      ...organizationSelector,
      ...paging,
      /** By title or issuer. */
      ...narrowing,
      /** `due`: the day the decision is due on first. */
      sort: jobOrder,
      /** `accepted` are those in hand: accepted or under review. */
      status: z.enum(["all", "accepted", "revisionNeeded", "completed"]).default("all"),
    }),
  output: () => page("jobs", JobRow),
});

/** Of several who try, exactly one gets it. A repeat by them answers the same. */
export const accept = call({
  route: "PUT /job/accept",
  summary: "Accept an open job",
  allow: { permission: "job:accept", within: "organization" },
  whenArchived: "as-its-work",
  input: () =>
    z.object({
      ...organizationSelector,
      credential_job_id: JobId,
      /** They confirm that they know of no tie to a learner there that is not on their profile. */
      no_other_ties: z.literal(true).optional(),
    }),
  output: () => data(JobState),
  problems: ["resource.not-found", "job.already-taken", "job.not-calibrated", "reviewer.not-accepted"],
});

/** The job is not offered to them again; that has no other consequence. A repeat answers the same. */
export const decline = call({
  route: "PUT /job/decline",
  summary: "Decline an open job",
  allow: { permission: "job:accept", within: "organization" },
  whenArchived: "as-its-work",
  input: () =>
    z.object({
      ...organizationSelector,
      credential_job_id: JobId,
      reason: z.enum(declineReasons, "Choose a reason."),
      /** More about it, for the organization's admins. */
      note: multiLine().max(500, "At most 500 characters.").default(""),
    }),
  output: () => data(z.object({ credential_job_id: JobId })),
  problems: ["resource.not-found", "job.already-taken"],
});

/** Until its round is decided. Verdicts given stay. */
export const release = call({
  route: "PUT /job/release",
  summary: "Give an accepted job back",
  allow: { permission: "job:release", within: "organization" },
  whenArchived: "as-its-work",
  input: () => z.object({ ...organizationSelector, credential_job_id: JobId }),
  output: () => data(JobState),
  problems: ["resource.not-found", "job.already-graded"],
});

/**
 * Two business days more, once in each round, before its day is over. The learner's day stays as it was promised. A repeat
 * answers the same.
 */
export const extend = call({
  route: "PUT /job/extend",
  summary: "Take two more days for a decision",
  allow: { permission: "job:grade", within: "organization" },
  whenArchived: "as-its-work",
  input: () => z.object({ ...organizationSelector, credential_job_id: JobId }),
  output: () => data(z.object({ credential_job_id: JobId, decision: DecisionDue })),
  problems: ["resource.not-found", "job.not-extendable"],
});

/**
 * It is taken from its reviewer and offered to the credential's others, until its round is decided. Verdicts given stay,
 * and what they are worth stays the reviewer's pay. Issuers do it for credentials of their own, before the first verdict.
 */
export const reassign = call({
  route: "PUT /job/reassign",
  summary: "Give a job to another reviewer",
  allow: { permission: "job:reassign", within: "organization" },
  whenArchived: "for-90-days",
  input: () =>
    z.object({
      ...organizationSelector,
      credential_job_id: JobId,
      /** Told to the reviewer it is taken from. */
      reason: multiLine().min(1, "Give a reason. The reviewer sees it.").max(500, "At most 500 characters."),
    }),
  output: () => data(JobState),
  problems: ["resource.not-found", "job.already-graded", "job.under-review", "job.nobody-else"],
});

/** The reviewer who accepted it sees the learner's work; issuers and admins see states, and grades of decided rounds. */
export const read = call({
  route: "GET /user/job",
  summary: "Read a review job",
  allow: { permission: "job:read", within: "organization" },
  whenArchived: "as-its-work",
  input: () => z.object({ ...organizationSelector, credential_job_id: JobId }),
  output: () => data(JobDetail),
  problems: ["resource.not-found"],
});

/** What one job earned. `due` from the day the job is completed, `paid` once it was paid out. */
export const PaymentRow = z.object({
  credential_job_id: JobId,
  cred_id: CredentialId,
  credential_id: CredentialId,
  organization_id: OrganizationId,
  title: z.string(),
  issuer_name: z.string(),
  /** What the job pays. */
  amount: Dollars,
  /** Minutes. */
  review_time: z.number().int(),
  /** Dollars an hour. */
  reviewer_hourly_rate: Dollars,
  /** Owed, or paid out. */
  status: z.enum(["due", "paid"]),
  /** When the job was completed. */
  due_on: Timestamp,
  paid_on: Timestamp.optional(),
});

export type PaymentRow = z.infer<typeof PaymentRow>;

/** Newest first, with the sums. */
export const payments = call({
  route: "GET /user/payments",
  summary: "List what the caller earned as a reviewer",
  allow: { permission: "job:payments", within: "organization" },
  whenArchived: "allowed",
  input: () => z.object({ ...organizationSelector, ...paging }),
  output: () =>
    data(
      Page.extend({
        payments: z.array(PaymentRow),
        /** Of all jobs: what is due and what was paid out. */
        earned: Dollars,
        due: Dollars,
        paid: Dollars,
      }),
    ),
});
