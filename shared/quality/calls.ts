import * as z from "zod";
import { call, data, paging } from "../http/call.ts";
import { CredentialId, JobId, organizationSelector, SectionId, Timestamp, UserId } from "../http/fields.ts";
import { Month } from "../organization/analytics.ts";
import { VerdictStatus } from "../review/job.ts";
import { RubricResult } from "../submission/submission.ts";
import { Agreement, Bounded, Quality } from "./quality.ts";

/** The months that are asked for: the last twelve unless named, at most 24. */
const months = {
  from: Month.optional(),
  /** The last month, the present one unless named. */
  to: Month.optional(),
};

/** The months that are answered, with their figures in total and one by one, oldest first. */
const period = {
  from: Month,
  to: Month,
  totals: Quality,
  months: z.array(Quality.extend({ month: Month })),
};
const QualityPeriod = z.object(period);
export type QualityPeriod = z.infer<typeof QualityPeriod>;

/** A reviewer with their figures. */
const QualityOfReviewer = Quality.extend({ user_id: UserId, first_name: z.string(), last_name: z.string() });
export type QualityOfReviewer = z.infer<typeof QualityOfReviewer>;

/** How strict a reviewer is beside the others who marked the same criteria. */
const ReviewerSeverity = z.object({
  user_id: UserId,
  first_name: z.string(),
  last_name: z.string(),
  /** Marks that the reviewer gave to criteria that others marked too. */
  marks: z.number().int(),
  /** Criteria found met. */
  achieved: z.number().int(),
  /** How many the others' marks let expect. */
  expected: z.number(),
  /** The share found met less the expected one; from ten marks on. */
  difference: Bounded.optional(),
  /** How likely chance alone makes as much of a difference; from ten marks on. */
  p: z.number().optional(),
  /** The difference is too large to be likely by chance. Nothing follows from it by itself. */
  worth_a_look: z.boolean(),
});
export type ReviewerSeverity = z.infer<typeof ReviewerSeverity>;

/** Agreement on each criterion of a section, of all months. */
const SectionQuality = z.object({
  section_id: SectionId,
  title: z.string(),
  criteria: z.array(z.object({ criteria_id: z.string(), criteria: z.string(), agreement: Agreement })),
});
export type SectionQuality = z.infer<typeof SectionQuality>;

/** A section that a reviewer and another one marked differently, once the round was finalized. */
const DifferentSection = z.object({
  section_id: SectionId,
  title: z.string(),
  /** What the reviewer said, the other one, and what the round came to. */
  own: VerdictStatus,
  other: VerdictStatus,
  result: VerdictStatus,
  own_progress: RubricResult.shape.progress.optional(),
  other_progress: RubricResult.shape.progress.optional(),
  /** The criteria that they marked differently. */
  criteria: z.array(
    z.object({
      criteria: z.string(),
      /** Whether the reviewer found it met; the other said the opposite. */
      own: z.boolean(),
      /** Whether it is met as the round came out. */
      result: z.boolean(),
    }),
  ),
});

/** A finalized round that two decided, with what was marked differently. */
const DoubleReview = z.object({
  credential_job_id: JobId,
  title: z.string(),
  finalized_on: Timestamp,
  sections: z.array(DifferentSection),
});
export type DoubleReview = z.infer<typeof DoubleReview>;

/** An issuer reads what their own credentials led to. */
export const read = call({
  route: "GET /quality",
  summary: "Read the quality of review",
  allow: { permission: "job:quality", within: "organization" },
  input: () =>
    z.object({
      ...organizationSelector,
      ...months,
      /** The page of credentials. */
      ...paging,
    }),
  output: () =>
    data(
      z.object({
        ...period,
        /** Credentials that were ever reviewed since this is counted, with their figures in the asked months. */
        credentials: z.array(Quality.extend({ credential_id: CredentialId, title: z.string() })),
        /** Of the next page of credentials; absent at the end. */
        cursor: z.string().optional(),
      }),
    ),
});

/** The decisions that learners of the organization wait for at this moment. */
export const readQueue = call({
  route: "GET /quality/queue",
  summary: "Read the queue of reviews",
  allow: { permission: "job:reviewer-quality", within: "organization" },
  input: () => z.object(organizationSelector),
  output: () =>
    data(
      z.object({
        /** Wait for a reviewer. */
        open: z.number().int(),
        /** Have one. */
        under_review: z.number().int(),
        /** Since when the one waits that has waited longest; absent where none does. */
        waiting_since: Timestamp.optional(),
        /** Of those with a day they are due on, the ones past it, among the 1,000 oldest. */
        late: z.object({
          count: z.number().int(),
          /** How many of them have such a day. */
          of: z.number().int(),
        }),
      }),
    ),
});

/** Of every credential of the organization. */
export const listReviewers = call({
  route: "GET /quality/reviewer/list",
  summary: "List reviewers with the quality of their reviews",
  allow: { permission: "job:reviewer-quality", within: "organization" },
  input: () => z.object({ ...organizationSelector, ...months, ...paging }),
  output: () =>
    data(
      z.object({
        from: Month,
        to: Month,
        reviewers: z.array(QualityOfReviewer),
        /** Of the next page; absent at the end. */
        cursor: z.string().optional(),
      }),
    ),
});

/** With every criterion of the version that is published, and for admins how strict each reviewer is. */
export const readCredential = call({
  route: "GET /quality/credential",
  summary: "Read the quality of a credential’s reviews",
  allow: { permission: "job:quality", within: "organization" },
  input: () => z.object({ ...organizationSelector, ...months, credential_id: CredentialId }),
  output: () =>
    data(
      z.object({
        ...period,
        credential_id: CredentialId,
        title: z.string(),
        /** Second reviews are on in the version that is published. */
        second_review: z.boolean(),
        sections: z.array(SectionQuality),
        /** For admins alone. */
        reviewers: z.array(ReviewerSeverity),
      }),
    ),
  problems: ["resource.not-found"],
});

/** Nothing of it names anybody else, and the figures are those of months that have ended. */
export const readOwn = call({
  route: "GET /quality/own",
  summary: "Read the quality of the own reviews",
  allow: { permission: "job:own-quality", within: "organization" },
  input: () =>
    z.object({
      ...organizationSelector,
      from: Month.optional(),
      /** The last month, the one before the present unless named. */
      to: Month.optional(),
    }),
  output: () =>
    data(
      z.object({
        ...period,
        /** Of the latest jobs, those rounds that somebody else decided too, and marked differently. */
        double_reviews: z.array(DoubleReview),
      }),
    ),
});
