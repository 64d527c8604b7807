import * as z from "zod";
import { ApplicationId, JobId, OrganizationId, Timestamp, UserId } from "../http/fields.ts";
import { SeatName } from "../submission/submission.ts";

/** A look-back reaches back so many days, and over so many jobs, the latest. */
export const lookBackLimits = { days: 365, jobs: 200 } as const;

/** Where a look-back stands. */
export const LookBackStatus = z.enum(["open", "closed"]);
export type LookBackStatus = z.infer<typeof LookBackStatus>;

/** What an admin says of one decision: it stands, or it is a concern. */
export const conclusions = ["stands", "concern"] as const;
/** What an admin says of one decision: it stands, or it is a concern. */
export const ConclusionKind = z.enum(conclusions);
export type ConclusionKind = z.infer<typeof ConclusionKind>;

/** The look-back over what a reviewer decided in an organization, as stored. */
export const LookBack = z.object({
  organization_id: OrganizationId,
  /** The reviewer. */
  user_id: UserId,
  /** 1 is the reviewer's first in the organization. */
  number: z.number().int(),
  status: LookBackStatus,
  /** What was found, in an admin's words. */
  finding: z.string(),
  opened_by: UserId,
  opened_on: Timestamp,
  /** What it came to, once it is closed. */
  summary: z.string().optional(),
  closed_by: UserId.optional(),
  closed_on: Timestamp.optional(),
  version: z.number().int(),
});
export type LookBack = z.infer<typeof LookBack>;

/** A job that a look-back is over, with the latest round that its reviewer had decided by then. */
export const LookedAtJob = z.object({
  credential_job_id: JobId,
  application_id: ApplicationId,
  /** Which place on the review it is. */
  seat: SeatName.extract(["first", "appeal"]),
  finalized_on: Timestamp,
  /** Somebody else reviewed the round too. */
  double_reviewed: z.boolean(),
});
export type LookedAtJob = z.infer<typeof LookedAtJob>;

/** The jobs a look-back is over, fixed as it is opened, the latest decided first. */
export const LookBackJobs = z.object({ organization_id: OrganizationId, jobs: z.array(LookedAtJob) });
export type LookBackJobs = z.infer<typeof LookBackJobs>;

/** What an admin concluded of a job. */
export const Conclusion = z.object({
  organization_id: OrganizationId,
  credential_job_id: JobId,
  conclusion: ConclusionKind,
  /** Why, in an admin's words; a concern has one. */
  note: z.string(),
  given_by: UserId,
  given_on: Timestamp,
  version: z.number().int(),
});
export type Conclusion = z.infer<typeof Conclusion>;
