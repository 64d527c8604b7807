import * as z from "zod";
import { call, data } from "../http/call.ts";
import { JobId, multiLine, organizationSelector, richText, SectionId, singleLine, UserId } from "../http/fields.ts";
import { ApplicationStatus, RubricResult, WorkStatus } from "../submission/submission.ts";

import { JobStatus } from "./job.ts";
import { activeSecondsMax, criterionCommentMax, sectionCommentsMax } from "./rules.ts";

const grading = z.object({
  ...organizationSelector,
  credential_job_id: JobId,
  credential_section_id: SectionId,
  /** Free text such as A, 92 or Pass. */
  grade: singleLine("Grade required").min(1, "Grade required").max(30, "At most 30 characters."),
  feedback: richText().default(""),
  /** One mark for each criterion of a table rubric; nothing for a general-text one. Points are the server's. */
  section_rubric: z
    .array(
      z.object({
        criteria_id: z.string().max(64),
        achieved: z.boolean(),
        score: z.number().optional(),
        /** What the learner reads beside it. */
        comment: multiLine().max(criterionCommentMax, `At most ${criterionCommentMax} characters.`).optional(),
      }),
    )
    .max(100)
    .refine(
      (marks) => marks.reduce((sum, { comment = "" }) => sum + comment.length, 0) <= sectionCommentsMax,
      `Shorten your comments: together they have at most ${sectionCommentsMax.toLocaleString("en-US")} characters.`,
    )
    .default([]),
  /** How long the reviewer has been at work on the job by now, as their page measured it: for figures alone. */
  active_seconds: z.number().int().min(0).max(activeSecondsMax).optional(),
  /** The learner, or who grades; the token and the job tell, and another is refused, as in the next. */
  user_id: UserId.optional(),
  reviewer_id: UserId.optional(),
});

/** A section after its grading, and what has become of its job and its submission. */
export const GradedSection = z.object({
  credential_job_id: JobId,
  credential_section_id: SectionId,
  status: WorkStatus,
  job_status: JobStatus,
  submission_status: ApplicationStatus,
  section_rubric: RubricResult.optional(),
});

export const graded = data(GradedSection);

/**
 * Nobody else is told before the round is decided. Accepting the last one completes the submission: all results,
 * certificate, pay and shares are written with it. A repeat with the same grade answers the same; until the round is
 * decided another one changes it. Points short of the rubric's minimum for Completed are refused.
 */
export const acceptSection = call({
  route: "PUT /user/section/accept",
  summary: "Accept a section of a submission",
  allow: { permission: "job:grade", within: "organization" },
  whenArchived: "as-its-work",
  input: () => grading,
  output: () => graded,
  problems: ["resource.not-found", "review.below-minimum", "section.already-graded", "section.not-submitted"],
});

/** Once every section is graded, the learner gets all results and revises what was rejected. */
export const rejectSection = call({
  route: "PUT /user/section/reject",
  summary: "Reject a section of a submission",
  allow: { permission: "job:grade", within: "organization" },
  whenArchived: "as-its-work",
  input: () =>
    grading.extend({
      feedback: richText({ required: "Feedback required" }),
      /** They reject it knowing that its points are enough for Completed. */
      confirmed: z.boolean().optional(),
    }),
  output: () => graded,
  problems: ["resource.not-found", "review.contradicts-marks", "section.already-graded", "section.not-submitted"],
});

/** Until the round is decided: the section waits for a verdict again. */
export const undoSection = call({
  route: "PUT /user/section/undo",
  summary: "Take a verdict on a section back",
  allow: { permission: "job:grade", within: "organization" },
  whenArchived: "as-its-work",
  input: () => z.object({ ...organizationSelector, credential_job_id: JobId, credential_section_id: SectionId }),
  output: () => graded,
  problems: ["resource.not-found", "section.already-graded", "section.not-submitted"],
});
