import * as z from "zod";
import { Timestamp, UserId } from "../http/fields.ts";

/*
 * Whom an open job is offered to first, and when to others: shared/review/offers.md, "Offer".
 */

/** How many reviewers a job is offered to once each wave is open. */
export const waveSizes = [3, 8, Number.POSITIVE_INFINITY] as const;
/** Business hours after the job was opened in which each wave opens; a business day has eight. */
export const waveHours = [0, 4, 8] as const;

/** Why somebody does not want a job. */
export const declineReasons = ["tie", "time", "skills", "other"] as const;

/** A reviewer whom a job may be offered to, with all that their place depends on. */
export const RankedReviewer = z.object({
  reviewer_id: UserId,
  /** They may accept: calibrated for the credential, or it does not ask for that. */
  calibrated: z.boolean(),
  /** Something soft ties them to the learner. */
  soft_tie: z.boolean(),
  /** How many of the credential's skills they have. */
  skills_matched: z.number().int(),
  /** How many skills it names. */
  skills_total: z.number().int(),
  /** Estimated minutes of the jobs they have in hand. */
  open_minutes: z.number().int(),
  /** Their seats in the organization that ended in time. */
  in_time: z.number().int(),
  /** Those that had a day they were due on. */
  in_time_of: z.number().int(),
  /** When they last accepted a job; absent where they never did. */
  last_job_on: Timestamp.optional(),
});
export type RankedReviewer = z.infer<typeof RankedReviewer>;

/** The offers of an open job. Absent of jobs that are older than waves: those are offered to everybody at once. */
export const Offers = z.object({
  /** The wave that is open: 0 before the first, 3 where it is offered to everybody. */
  wave: z.number().int(),
  /** When the waves are counted from. */
  since: Timestamp,
  /** When the next wave opens; absent where nobody is left to be offered it. */
  next_on: Timestamp.optional(),
  /** Everybody it may be offered to, the first in order first, as of the wave's opening. */
  ranked: z.array(RankedReviewer).max(25),
  declined: z
    .array(
      z.object({
        reviewer_id: UserId,
        reason: z.enum(declineReasons),
        declined_on: Timestamp,
      }),
    )
    .max(25),
});
export type Offers = z.infer<typeof Offers>;

/** Of the wave in which a job is offered to everybody. */
export const lastWave = waveSizes.length;

/** The offers of a job that opens at a moment, to nobody yet: its first wave follows at once. */
export const newOffers = (since: string): Offers => ({ wave: 0, since, next_on: since, ranked: [], declined: [] });

/** The offers of a job that is open again: whoever may take it is offered it. */
export const toEverybody = ({ next_on: _, ...offers }: Offers): Offers => ({ ...offers, wave: lastWave });

const DAY_MS = 86_400_000;
/** Steps that are coarse, so that no tiny difference decides. */
const openMinutesStep = 120;
const thirds = (share: number): number => Math.min(2, Math.floor(share * 3));
/** Reviews that are taken to have been in time besides those that were counted. */
const inTimePrior = 3;
/** Of so many jobs one has a reviewer in its first wave who never had any. */
const freshEvery = 5;

/** A number that a text always gives (FNV-1a, 32 bits). */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash;
}

/** What puts a reviewer before another, compared from left to right: the lower the earlier. */
function vectorOf(reviewer: RankedReviewer, job_id: string, nowMs: number): readonly number[] {
  const { calibrated, soft_tie, skills_matched, skills_total, open_minutes, in_time, in_time_of, last_job_on } =
    reviewer;
  return [
    calibrated ? 0 : 1,
    soft_tie ? 1 : 0,
    skills_total === 0 ? 0 : -thirds(skills_matched / skills_total),
    Math.floor(open_minutes / openMinutesStep),
    -thirds((in_time + inTimePrior) / (in_time_of + inTimePrior)),
    last_job_on === undefined ? Number.NEGATIVE_INFINITY : -Math.floor((nowMs - Date.parse(last_job_on)) / DAY_MS),
    hashOf(`${job_id} ${reviewer.reviewer_id}`),
  ];
}

/**
 * Reviewers in the order in which a job is offered to them: who may accept it and is not tied to the learner, knows more of
 * its skills, has less in hand, is in time more often, has waited longer for a job. How strict and how fast they are does
 * not count. Of every fifth job somebody who never had one is among the first.
 */
export function rankReviewers(
  reviewers: readonly RankedReviewer[],
  { job_id, nowMs }: { readonly job_id: string; readonly nowMs: number },
): RankedReviewer[] {
  const vectors = new Map(reviewers.map((reviewer) => [reviewer, vectorOf(reviewer, job_id, nowMs)]));
  const ranked = reviewers.toSorted((one, other) => compare(vectors.get(one)!, vectors.get(other)!));
  const first = waveSizes[0];
  const isFresh = ({ last_job_on, calibrated }: RankedReviewer) => last_job_on === undefined && calibrated;
  const fresh = ranked.findIndex(isFresh);
  if (hashOf(job_id) % freshEvery !== 0 || fresh < first) return ranked;
  return [
    ...ranked.slice(0, first - 1),
    ranked[fresh]!,
    ...ranked.slice(first - 1).filter((_, at) => at !== fresh - first + 1),
  ];
}

function compare(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((value, index) => value !== other[index]);
  return at < 0 ? 0 : one[at]! < other[at]! ? -1 : 1;
}

/**
 * Whom a job is offered to while a wave is open: who has been offered it keeps it, and the first of the others fill the
 * wave. Who declined counts as offered.
 */
export function offeredIn(
  wave: number,
  ranked: readonly Pick<RankedReviewer, "reviewer_id">[],
  { offered, declined }: { readonly offered: readonly string[]; readonly declined: number },
): string[] {
  const ids = ranked.map(({ reviewer_id }) => reviewer_id);
  const kept = ids.filter((id) => offered.includes(id));
  const size = wave === 0 ? 0 : waveSizes[wave - 1]!;
  const room = Math.max(0, size - kept.length - declined);
  const added = new Set(ids.filter((id) => !offered.includes(id)).slice(0, room));
  return ids.filter((id) => offered.includes(id) || added.has(id));
}
