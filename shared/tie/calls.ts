import * as z from "zod";
import { call, data } from "../http/call.ts";
import { JobId, multiLine, organizationSelector, UserId } from "../http/fields.ts";
import { Offers, RankedReviewer } from "../review/waves.ts";
import { Conflict, Waiver } from "./ties.ts";

/** A reviewer of a job's credential with what ties them to the learner. */
export const ReviewerTies = z.object({
  user_id: UserId,
  first_name: z.string(),
  last_name: z.string(),
  /** They have the job. */
  accepted: z.boolean(),
  conflicts: z.array(Conflict),
  /** The latest, whether it still counts or not. */
  waiver: Waiver.pick({ reason: true, ends_on: true, given_on: true }).optional(),
  /** A tie keeps them from the job now. */
  tied: z.boolean(),
  /** The job is open and offered to them. */
  offered: z.boolean(),
  /**
   * Their place when the job was last offered, and what of its reasons tells of no other seat; absent where they had none.
   */
  offer: RankedReviewer.pick({ calibrated: true, soft_tie: true, skills_matched: true, skills_total: true })
    .extend({
      /** 1 is the first. */
      place: z.number().int(),
    })
    .optional(),
  /** Why they did not want it. */
  declined: Offers.shape.declined.element
    .pick({ reason: true, declined_on: true })
    .extend({
      /** In their own words. */
      note: z.string(),
    })
    .optional(),
});
export type ReviewerTies = z.infer<typeof ReviewerTies>;

/** The credential's reviewers, and who has the job. Nobody but admins learns of a reason. */
export const list = call({
  route: "GET /job/ties",
  summary: "List what ties reviewers to a job, and its offers",
  allow: { permission: "job:waive-ties", within: "organization" },
  whenArchived: "for-90-days",
  input: () => z.object({ ...organizationSelector, credential_job_id: JobId }),
  output: () =>
    data(
      z.object({
        reviewers: z.array(ReviewerTies),
        /** Who has the job confirmed when accepting it that they know of no other tie. */
        no_other_ties: z.boolean(),
      }),
    ),
  problems: ["resource.not-found"],
});

/** Given anew, it takes the former one's place. Neither reviewer nor learner is told. */
export const waive = call({
  route: "PUT /job/waiver",
  summary: "Let a reviewer take a job in spite of a tie",
  allow: { permission: "job:waive-ties", within: "organization" },
  whenArchived: "for-90-days",
  input: () =>
    z.object({
      ...organizationSelector,
      credential_job_id: JobId,
      reviewer_id: UserId,
      reason: multiLine().min(1, "Give a reason.").max(500, "At most 500 characters."),
      /** Its last day, where the organization is. */
      last_day: z.iso.date("Choose the last day."),
    }),
  output: () => data(Waiver.pick({ reason: true, ends_on: true, given_on: true })),
  problems: ["resource.not-found", "job.no-tie", "state.changed"],
});
