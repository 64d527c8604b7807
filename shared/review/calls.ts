import * as z from "zod";
import { call, data, narrowing, Page, page, paging } from "../http/call.ts";
import {
  ApplicationId,
  CredentialId,
  Dollars,
  JobId,
  multiLine,
  OrganizationId,
  organizationSelector,
  Timestamp,
} from "../http/fields.ts";
import { DecisionDue } from "../submission/submission.ts";
import { JobStatus } from "./job.ts";
import { JobDetail, JobRow, JobState } from "./job-views.ts";
import { declineReasons } from "./waves.ts";

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
