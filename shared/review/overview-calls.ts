import * as z from "zod";
import { call, data, Page, paging } from "../http/call.ts";
import { CalendarDate, CredentialId, JobId, organizationSelector, Timestamp, UserId } from "../http/fields.ts";

import { DecisionDue } from "../submission/submission.ts";

/** Somebody who has the first seat of a review. */
const FirstReviewer = z.object({ user_id: UserId, first_name: z.string(), last_name: z.string() });

/** What a review waits for: a reviewer, its reviewer's decision or, as admins alone know, that of an admin. */
const ReviewState = z.enum(["waiting", "underReview", "toDecide"]);

/** A submission whose review is under way. Of seats beside the first it tells nothing. */
export const ReviewRow = z.object({
  credential_job_id: JobId,
  cred_id: CredentialId,
  title: z.string(),
  state: ReviewState,
  /** 1 for the first submission, one more for every revision. */
  round: z.number().int(),
  submitted_on: Timestamp,
  /** Until when the learner was promised a decision, where they were. */
  promised: DecisionDue.pick({ due_on: true, timezone: true, late: true }).optional(),
  /** Who has accepted it; of what waits for an admin nobody is told. */
  reviewer: FirstReviewer.optional(),
  /** The caller may remind whoever has the turn. */
  remindable: z.boolean(),
  /** When it was reminded of last, where a day has not passed since. */
  reminded_on: Timestamp.optional(),
  /** The caller may give it to another reviewer now. */
  reassignable: z.boolean(),
});
export type ReviewRow = z.infer<typeof ReviewRow>;

/** The parts of the list. Late is what is past the day its learner was promised. */
export const reviewParts = ["all", "waiting", "underReview", "late", "toDecide"] as const;
export type ReviewPart = (typeof reviewParts)[number];

const reviews = z.number().int();
const ReviewCounts = z.object({
  all: reviews,
  /** Those that no reviewer has accepted. */
  waiting: reviews,
  /** Those that their reviewer is to decide. */
  underReview: reviews,
  /** Those past the day that their learner was promised. */
  late: reviews,
  /** Those that wait for an admin's decision; 0 for issuers. */
  toDecide: reviews,
} satisfies Record<ReviewPart, z.ZodType>);

const day = CalendarDate.max(10).regex(/^\d{4}-\d{2}-\d{2}$/, "Enter a date such as 2026-12-24.");

/** Of the 1,000 that were handed in first. Issuers read those of their own credentials, and of none that it waits for an admin. */
export const listReviews = call({
  route: "GET /job/review/list",
  summary: "List the reviews under way",
  allow: { permission: "job:oversee", within: "organization" },
  whenArchived: "for-90-days",
  input: () =>
    z.object({
      ...organizationSelector,
      ...paging,
      /** Which of them: all, or those that wait for something. */
      part: z.enum(reviewParts).default("all"),
      credential_id: CredentialId.optional(),
      /** Who has accepted it. */
      reviewer_id: UserId.optional(),
      /** The days it was handed in on, the first and the last, where the organization is. */
      from: day.optional(),
      to: day.optional(),
      /** `due`: the day the learner was promised first. */
      sort: z.enum(["oldest", "newest", "due"]).default("oldest"),
    }),
  output: () =>
    data(
      Page.extend({
        reviews: z.array(ReviewRow),
        /** How many each part has, whichever is asked for. */
        counts: ReviewCounts,
        /** How many more there are that were handed in later than those looked at. */
        beyond: z.number().int(),
        /** The credentials and the reviewers to choose from, by name. */
        credentials: z.array(z.object({ credential_id: CredentialId, title: z.string() })),
        reviewers: z.array(FirstReviewer),
      }),
    ),
});

/**
 * Whoever has the turn is told at the end of a business day, once they have left the review alone for two: who has accepted
 * it, or whom it is offered to. Who that is, and whether it is somebody at a later seat or an admin, is not answered. Once a
 * day; a repeat answers the same.
 */
export const remind = call({
  route: "PUT /job/remind",
  summary: "Remind of a review that is under way",
  allow: { permission: "job:oversee", within: "organization" },
  whenArchived: "for-90-days",
  input: () => z.object({ ...organizationSelector, credential_job_id: JobId }),
  output: () => data(z.object({ credential_job_id: JobId, reminded_on: Timestamp })),
  problems: ["resource.not-found", "state.changed"],
});
