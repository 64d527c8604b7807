import * as z from "zod";
import { AnchorId, CredentialId, JobId, OrganizationId, Timestamp, UserId } from "../http/fields.ts";
import { AnchorFormName, TryScore } from "./anchor.ts";
import { agreementOf, type Hits, passLimits, type Score } from "./calibration.ts";

/*
 * Anchors among a calibrated reviewer's jobs: shared/calibration/README.md, "Seeded anchors".
 */

/** Of so many jobs one may be an anchor; how many hours at most it comes after the job before. */
export const seededAnchorLimits = { every: 20, delayHours: 48 } as const;

/** Days after which an anchor that nobody has taken ends where no day is due, and one whose revision never comes. */
export const anchorDays = { untaken: 14, revision: 60 } as const;

/** What a job that is an anchor was made of. */
export const SeededWork = z.object({
  anchor_id: AnchorId,
  /** The one it is offered to. */
  reviewer_id: UserId,
  /** The revision whose jobs it looks like. */
  revision: z.number().int(),
  /** The seat that it looks like. */
  like: z.enum(["first", "second"]),
});
export type SeededWork = z.infer<typeof SeededWork>;

/** An anchor that was among a reviewer's jobs. */
export const Seed = z.object({
  credential_job_id: JobId,
  anchor_id: AnchorId,
  form: AnchorFormName,
  offered_on: Timestamp,
  /** Absent until they have marked all of it. */
  finished_on: Timestamp.optional(),
  /** Whether it was marked well enough. */
  passed: z.boolean().optional(),
  score: TryScore.optional(),
  /** Whether it ended in time, where it had a day. */
  in_time: z.boolean().optional(),
  /** The name under which its active time is counted, where that was measured. */
  active_time: z.string().optional(),
});
export type Seed = z.infer<typeof Seed>;

/** The anchors among a reviewer's jobs of a credential, as stored. */
export const SeededAnchors = z.object({
  user_id: UserId,
  cred_id: CredentialId,
  organization_id: OrganizationId,
  /** Reviews finished since the latest anchor. */
  finished: z.number().int(),
  /** The earliest first. */
  seeds: z.array(Seed).default([]),
  version: z.number().int(),
});
export type SeededAnchors = z.infer<typeof SeededAnchors>;

const reaches = ({ right, of }: Hits, percentMin: number): boolean => right * 100 >= of * percentMin;

/** Whether one anchor was marked well enough: as a try has to be, with every verdict right; a class that it has nothing of does not count. */
export const isSeedPassed = (score: Score): boolean =>
  reaches(agreementOf(score), passLimits.agreementPercentMin) &&
  reaches(score.achieved, passLimits.recallPercentMin) &&
  reaches(score.not_achieved, passLimits.recallPercentMin) &&
  score.verdicts_wrong === 0;

/** What an admin may want to look at: `watch` where the latest anchor failed, `probation` where the latest two did. */
export const seedFlags = ["watch", "probation"] as const;
export type SeedFlag = (typeof seedFlags)[number];

/** What finished anchors suggest; nothing where the latest passed. People decide. */
export function seedFlagOf(seeds: readonly Pick<Seed, "finished_on" | "passed">[]): SeedFlag | undefined {
  const finished = seeds
    .filter(({ finished_on }) => finished_on !== undefined)
    .toSorted((one, other) => one.finished_on!.localeCompare(other.finished_on!));
  const [latest, before] = [finished.at(-1), finished.at(-2)];
  if (latest === undefined || latest.passed) return undefined;
  return before?.passed === false ? "probation" : "watch";
}
