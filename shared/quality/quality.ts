import * as z from "zod";
import { ActiveTime, activeTimeFrom, activeTimeNames } from "./active-time.ts";
import {
  agreementByLevel,
  agreementOfTwo,
  around,
  beyondChance,
  type Counts,
  type Interval,
  identity,
  independentDecisions,
  linear,
  wilson,
} from "./agreement.ts";

/*
 * The figures of the quality of review, from counts: shared/quality/README.md, "Quality".
 */

/** What two reviewers are compared by. */
export const agreementKinds = ["verdict", "mark", "progress"] as const;
export type AgreementKind = (typeof agreementKinds)[number];
/** Of how many levels each is, the lowest first: rejected and accepted; not met and met; the three of progress. */
export const qualityLevels: Readonly<Record<AgreementKind, number>> = { verdict: 2, mark: 2, progress: 3 };

/** Double reviews below which only counts are told, and from which on kappa and alpha are. */
export const fewPairs = 5;
export const manyPairs = 30;
/** Decisions that the rarer level must have for kappa and alpha to say something. */
const rareLeast = 5;

/**
 * What is counted, by name: `verdict_01` says how often the one rejected what the other accepted, `verdict_products` and
 * its like hold what the spread between submissions is reckoned from. What is absent is 0.
 */
export type QualityCounts = Readonly<Record<string, number>>;

const namesOf = (kind: AgreementKind): string[] => {
  const levels = [...Array(qualityLevels[kind]).keys()];
  const pairs = levels.flatMap((one) => levels.map((other) => `${kind}_${one}${other}`));
  return [
    ...pairs,
    ...["submissions", "agreed_squares", "products", "decision_squares"].map((sum) => `${kind}_${sum}`),
  ];
};
/** All names of counts of a month. */
export const qualityNames: readonly string[] = [
  "seats",
  "in_time",
  "late",
  "double_reviews",
  "disputed",
  "overturned",
  "appeals",
  "appeals_overturned",
  ...agreementKinds.flatMap(namesOf),
  ...activeTimeNames,
];

/** A value between its limits of 95 % confidence. */
export const Bounded = z.object({
  /** What was reckoned from the counts. */
  value: z.number(),
  /** Where it lies at least. */
  low: z.number(),
  /** Where it lies at most. */
  high: z.number(),
});
export type Bounded = z.infer<typeof Bounded>;

/** Some of several things, with the share where there are at least five. */
export const Share = z.object({
  count: z.number().int(),
  /** How many there are. */
  of: z.number().int(),
  /** 0 to 1. */
  share: Bounded.optional(),
});
export type Share = z.infer<typeof Share>;

/** How far two reviewers agreed who did not see each other's decisions. Below five double reviews the counts alone. */
export const Agreement = z.object({
  /** Double reviews that have such decisions. */
  double_reviews: z.number().int(),
  /** Decisions that two made. */
  decisions: z.number().int(),
  /** Those on which they said the same. */
  agreed: z.number().int(),
  /** How often the one said each level (rows) and the other (columns), lowest first. */
  counts: z.array(z.array(z.number().int())),
  /** Everybody said the same of everything. */
  no_variation: z.boolean(),
  /** The share of agreement, 0 to 1. */
  observed: Bounded.optional(),
  /** Of what either gave a level, the share that both did; null where nobody gave it. */
  by_level: z.array(Bounded.nullable()).optional(),
  /** Gwet's coefficient: AC1 of two levels, AC2 with linear weights of three. */
  gwet: Bounded.optional(),
  /** Cohen's kappa, linear weights of three levels; from thirty double reviews on. */
  kappa: Bounded.optional(),
  /** Krippendorff's alpha of two levels; from thirty double reviews on. */
  alpha: Bounded.optional(),
});
export type Agreement = z.infer<typeof Agreement>;

/** The quality of review in a period. */
export const Quality = z.object({
  /** Seats that ended in rounds that were finalized. */
  seats: z.number().int(),
  /** Of seats with a day they were due on, those that ended in time. */
  in_time: Share,
  /** Of first reviews and of each later seat, how long they took beside their estimate, as far as it was measured. */
  active_time: ActiveTime,
  /** Rounds that two decided without seeing each other's decisions. */
  double_reviews: z.number().int(),
  /** Of sections that two decided, the disputed ones. */
  disputed: Share,
  /** Of those, with another verdict in the end than the first reviewer’s, or the own one. */
  overturned: Share,
  /** Of appeals that were decided, against the own rejections where it is of a reviewer, those that accepted a section. */
  appeals_overturned: Share,
  verdicts: Agreement,
  marks: Agreement,
  progress: Agreement,
});
export type Quality = z.infer<typeof Quality>;

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

/** Counts of several months or criteria as one. */
export function sumOfCounts(all: readonly QualityCounts[]): QualityCounts {
  const total: Record<string, number> = {};
  for (const counts of all)
    for (const [name, value] of Object.entries(counts)) total[name] = (total[name] ?? 0) + value;
  return total;
}

/** The figures of a period from its counts. */
export function qualityFrom(counts: QualityCounts): Quality {
  const of = (name: string) => counts[name] ?? 0;
  const [double_reviews, verdicts] = [of("double_reviews"), agreementFrom("verdict", counts)];
  // decisions of one submission resemble each other: as many count as there are double reviews
  const ofPairs = (count: number) => shareOf(count, verdicts.decisions, double_reviews);
  return {
    seats: of("seats"),
    in_time: shareOf(of("in_time"), of("in_time") + of("late")),
    active_time: activeTimeFrom(counts),
    double_reviews,
    disputed: ofPairs(of("disputed")),
    overturned: ofPairs(of("overturned")),
    appeals_overturned: shareOf(of("appeals_overturned"), of("appeals")),
    verdicts,
    marks: agreementFrom("mark", counts),
    progress: agreementFrom("progress", counts),
  };
}

function shareOf(count: number, of: number, independent = of): Share {
  if (of === 0 || independent < fewPairs) return { count, of };
  return { count, of, share: bounded(count / of, wilson((count / of) * independent, independent)!) };
}

const bounded = (value: number, { low, high }: Interval): Bounded => ({ value, low, high });

/** The agreement that counts of one kind say. */
export function agreementFrom(kind: AgreementKind, counts: QualityCounts): Agreement {
  const of = (name: string) => counts[`${kind}_${name}`] ?? 0;
  const levels = [...Array(qualityLevels[kind]).keys()];
  const table = levels.map((one) => levels.map((other) => of(`${one}${other}`)));
  const decisions = sum(table.flat());
  const agreed = sum(table.map((row, at) => row[at]!));
  const independent = independentDecisions({
    submissions: of("submissions"),
    agreed,
    decisions,
    agreedSquares: of("agreed_squares"),
    products: of("products"),
    decisionSquares: of("decision_squares"),
  });
  return agreementOf(table, of("submissions"), independent);
}

/** The agreement on a criterion: one decision of each double review. */
export function agreementOnCriterion(table: Counts): Agreement {
  const decisions = sum(table.flat());
  return agreementOf(table, decisions, decisions);
}

function agreementOf(table: Counts, double_reviews: number, independent: number): Agreement {
  const decisions = sum(table.flat());
  const agreed = sum(table.map((row, at) => row[at]!));
  const totals = table.map((row, at) => sum(row) + sum(table.map((each) => each[at]!)));
  const told = {
    double_reviews,
    decisions,
    agreed,
    counts: table.map((row) => [...row]),
    no_variation: decisions > 0 && totals.filter((total) => total > 0).length === 1,
  };
  if (double_reviews < fewPairs) return told;
  const weighting = table.length > 2 ? linear : identity;
  const found = agreementOfTwo(table, weighting);
  const weighted = found.agreement!.value;
  const limits = (share: number) => wilson(share * independent, independent)!;
  const { gwet, kappa, alpha, meansChance } = found;
  const rarer = Math.min(...totals.filter((total) => total > 0)) / 2;
  const isEnough = double_reviews >= manyPairs && !told.no_variation && rarer >= rareLeast;
  return {
    ...told,
    observed: bounded(agreed / decisions, limits(agreed / decisions)),
    by_level: agreementByLevel(table).map((value, level) =>
      value === null ? null : bounded(value, levelLimits(table, level, independent / decisions)),
    ),
    ...(gwet && { gwet: bounded(gwet.value, beyondChance(limits(weighted), gwet.chance)!) }),
    ...(isEnough && kappa && { kappa: bounded(kappa.value, around(kappa)) }),
    ...(isEnough &&
      alpha !== null &&
      table.length === 2 && { alpha: bounded(alpha, beyondChance(limits(weighted), meansChance!)!) }),
  };
}

/** Of what either gave a level, both gave a share between these limits; the share of agreement follows from that one. */
function levelLimits(table: Counts, level: number, weight: number): Interval {
  const both = table[level]![level]!;
  const either = sum(table[level]!) + sum(table.map((row) => row[level]!)) - both;
  const { low, high } = wilson(both * weight, either * weight)!;
  const ofBoth = (share: number) => (2 * share) / (1 + share);
  return { low: ofBoth(low), high: ofBoth(high) };
}
