import * as z from "zod";
import { type Interval, wilson } from "./agreement.ts";

/*
 * How long reviewers are at work, beside the estimate that they are paid by: shared/quality/README.md, "Quality".
 */

/** Reviews below which no share is told. */
const fewReviews = 5;

/** Reviews from which on the estimate is worth a look, and the share of it that they have to come to. */
export const estimateDoubt = { reviews: 20, share: 1.5 } as const;

/** Reviews are counted by the tenth of the estimate that they came to; the last one holds three times and more. */
const tenths = 30;

/** The names under which they are counted, the shortest first. */
export const activeTimeNames: readonly string[] = Array.from({ length: tenths + 1 }, (_, at) => `active_time_${at}`);

/** The name under which a review is counted that took so many seconds. */
export const activeTimeName = (seconds: number, estimateMinutes: number): string =>
  activeTimeNames[Math.min(Math.floor((seconds * 10) / (estimateMinutes * 60)), tenths)]!;

/** The time that reviewers were at work. */
export const ActiveTime = z.object({
  /** Reviews of which it is known. */
  reviews: z.number().int(),
  /** The median, as a share of the estimate, to a tenth; 3 is three times and more. From five reviews on. */
  median: z
    .object({
      /** Half the reviews take less. */
      value: z.number(),
      /** Where it lies at least, of 95 % confidence. */
      low: z.number(),
      /** Where it lies at most. */
      high: z.number(),
    })
    .optional(),
});
export type ActiveTime = z.infer<typeof ActiveTime>;

/** The time from how often each name was counted; the limits of its median are those of half the reviews (Wilson). */
export function activeTimeFrom(counts: Readonly<Record<string, number>>): ActiveTime {
  const counted = activeTimeNames.map((name) => counts[name] ?? 0);
  const reviews = counted.reduce((sum, each) => sum + each, 0);
  if (reviews < fewReviews) return { reviews };
  const { low, high }: Interval = wilson(reviews / 2, reviews)!;
  const [value, least, most] = [0.5, low, high].map((share) => quantile(counted, share * reviews)) as [
    number,
    number,
    number,
  ];
  return { reviews, median: { value, low: least, high: most } };
}

/** Where so many reviews are shorter, as if those of a tenth were spread over it evenly. */
function quantile(counted: readonly number[], rank: number): number {
  let before = 0;
  for (const [at, reviews] of counted.entries()) {
    if (reviews > 0 && before + reviews >= rank) return at === tenths ? at / 10 : (at + (rank - before) / reviews) / 10;
    before += reviews;
  }
  return tenths / 10;
}

/** Whether reviews take so much longer than estimated that the estimate, and with it the pay, is worth a look. */
export const isEstimateInDoubt = ({ reviews, median }: ActiveTime): boolean =>
  reviews >= estimateDoubt.reviews && median !== undefined && median.value > estimateDoubt.share;
