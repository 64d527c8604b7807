/*
 * How far reviewers agree: shared/quality/README.md, "Agreement". Counts in, fractions of 1 out; what the counts say nothing
 * of (0 ÷ 0) is null, never 0 or 1.
 */

/** How often each thing was said: for two reviewers a row for each level of the one, a column for each of the other. */
export type Counts = readonly (readonly number[])[];

/** How much of an agreement two levels are, from 0 to 1; levels by their positions, of how many there are. */
export type Weighting = (one: number, other: number, levels: number) => number;

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);
const square = (table: Counts, of: (count: number, row: number, column: number) => number): number =>
  sum(table.flatMap((row, i) => row.map((count, j) => of(count, i, j))));
const transposed = (table: Counts): number[][] => (table[0] ?? []).map((_, k) => table.map((row) => row[k]!));
const weightsOf = (weighting: Weighting, levels: number): number[][] =>
  Array.from({ length: levels }, (_, i) => Array.from({ length: levels }, (_, j) => weighting(i, j, levels)));

/** Of unordered levels. */
export const identity: Weighting = (one, other) => Number(one === other);
/** Of ordered levels: the further apart, the less. */
export const linear: Weighting = (one, other, levels) => 1 - Math.abs(one - other) / (levels - 1);
/** Of ordered levels: forgives small distances more than `linear`. */
export const quadratic: Weighting = (one, other, levels) => 1 - ((one - other) / (levels - 1)) ** 2;

/** An agreement beyond chance, with what it was corrected for. */
export interface Coefficient {
  readonly value: number;
  readonly chance: number;
  readonly standardError: number;
}

const beyond = (agreement: number, chance: number): number | null =>
  agreement >= 0 && chance < 1 ? (agreement - chance) / (1 - chance) : null;

/** Two reviewers over the same things: share of agreement and what remains of it beyond chance. */
export function agreementOfTwo(table: Counts, weighting: Weighting = identity) {
  const levels = table.length;
  const weights = weightsOf(weighting, levels);
  const n = sum(table.flat());
  const shares = table.map((row) => row.map((count) => count / n));
  const [rows, columns] = [shares.map(sum), transposed(shares).map(sum)];
  const means = rows.map((row, k) => (row + columns[k]!) / 2);
  const agreed = square(shares, (share, i, j) => share * weights[i]![j]!);
  const weightsShare = sum(weights.flat()) / (levels * (levels - 1));

  const coefficient = (chance: number, slope: (row: number, column: number) => number): Coefficient | null => {
    const value = beyond(agreed, chance);
    if (value === null) return null;
    const spread = square(shares, (share, i, j) => share * (weights[i]![j]! - (1 - value) * slope(i, j)) ** 2);
    const variance = (spread - (agreed - 2 * (1 - value) * chance) ** 2) / (n * (1 - chance) ** 2);
    return { value, chance, standardError: Math.sqrt(Math.max(0, variance)) };
  };
  const kappaChance = square(weights, (weight, i, j) => weight * rows[i]! * columns[j]!);
  const meansChance = square(weights, (weight, i, j) => weight * means[i]! * means[j]!);
  const most = sum(rows.map((row, k) => Math.min(row, columns[k]!)));
  return {
    agreement: coefficient(0, () => 0),
    kappa: coefficient(
      kappaChance,
      (i, j) =>
        sum(weights[i]!.map((weight, k) => weight * columns[k]!)) + sum(rows.map((row, k) => row * weights[k]![j]!)),
    ),
    /** The highest kappa that the two reviewers' totals allow; of unordered levels. */
    kappaMaximum: beyond(most, kappaChance),
    /** Gwet's AC1, AC2 with weights. */
    gwet: coefficient(
      weightsShare * sum(means.map((mean) => mean * (1 - mean))),
      (i, j) => 2 * weightsShare * (1 - (means[i]! + means[j]!) / 2),
    ),
    /** Scott's pi. */
    pi: beyond(agreed, meansChance),
    /** How far two would agree who drew from the mean of both shares: what pi and alpha go beyond. */
    meansChance: n > 0 ? meansChance : null,
    /** Krippendorff's alpha. */
    alpha: beyond((1 - 1 / (2 * n)) * agreed + 1 / (2 * n), meansChance),
    /** Brennan and Prediger's; of two levels and no weights the prevalence-adjusted, bias-adjusted kappa. */
    brennanPrediger: beyond(agreed, sum(weights.flat()) / levels ** 2),
  };
}

/** How often both say a level where either does, level by level. */
export const agreementByLevel = (table: Counts): (number | null)[] =>
  transposed(table).map((column, k) => {
    const said = sum(table[k]!) + sum(column);
    return said > 0 ? (2 * table[k]![k]!) / said : null;
  });

/** Any number of reviewers, some missing: a row of `counts` says how often each level was given to a thing. */
export function agreementOfMany(counts: Counts, weighting: Weighting = identity) {
  const rated = counts.filter((row) => sum(row) > 0);
  const levels = rated[0]?.length ?? 0;
  const weights = weightsOf(weighting, levels);
  const agreedOf = (row: readonly number[]): number => {
    const given = sum(row);
    const pairs = square(weights, (weight, i, j) => weight * row[i]! * (row[j]! - identity(i, j, levels)));
    return given > 1 ? pairs / (given * (given - 1)) : 0;
  };
  const several = rated.filter((row) => sum(row) > 1).length;
  const agreed = sum(rated.map(agreedOf)) / several;
  const shares = transposed(rated.map((row) => row.map((count) => count / sum(row)))).map(
    (each) => sum(each) / rated.length,
  );
  const weightsShare = sum(weights.flat()) / (levels * (levels - 1));
  const chance = weightsShare * sum(shares.map((share) => share * (1 - share)));
  return {
    gwet: gwetOfMany(),
    /** Fleiss' kappa. */
    fleiss: beyond(
      agreed,
      square(weights, (weight, i, j) => weight * shares[i]! * shares[j]!),
    ),
    brennanPrediger: beyond(agreed, sum(weights.flat()) / levels ** 2),
  };

  function gwetOfMany(): Coefficient | null {
    const value = beyond(agreed, chance);
    if (value === null) return null;
    const n = rated.length;
    const parts = rated.map((row) => {
      const own = sum(row) > 1 ? ((n / several) * (agreedOf(row) - chance)) / (1 - chance) : 0;
      const ownChance = (weightsShare * sum(row.map((count, k) => count * (1 - shares[k]!)))) / sum(row);
      return own - (2 * (1 - value) * (ownChance - chance)) / (1 - chance);
    });
    const variance = sum(parts.map((part) => (part - value) ** 2)) / (n * (n - 1));
    return { value, chance, standardError: Math.sqrt(variance) };
  }
}

/** How far two levels are apart for Krippendorff's alpha: by their positions, with how often each level was given. */
export type Distance = (one: number, other: number, given: readonly number[]) => number;
/** Unordered levels. */
export const nominal: Distance = (one, other) => Number(one !== other);
/** Ordered levels: how many things lie between them. */
export const ordinal: Distance = (one, other, given) => {
  const between = given.slice(Math.min(one, other), Math.max(one, other) + 1);
  return (sum(between) - (given[one]! + given[other]!) / 2) ** 2;
};
/** Levels with values, equally far apart where the differences are equal. */
export const interval =
  (values: readonly number[]): Distance =>
  (one, other) =>
    (values[one]! - values[other]!) ** 2;
/** Levels with values that begin at zero. */
export const ratio =
  (values: readonly number[]): Distance =>
  (one, other) =>
    one === other ? 0 : ((values[one]! - values[other]!) / (values[one]! + values[other]!)) ** 2;

/** Krippendorff's alpha of any number of reviewers, some missing; a thing that one alone rated says nothing. */
export function alphaOf(counts: Counts, distance: Distance = nominal): number | null {
  const pairable = counts.filter((row) => sum(row) > 1);
  const given = transposed(pairable).map(sum);
  const apart = given.map((_, i) => given.map((_, j) => distance(i, j, given)));
  const observed = sum(pairable.map((row) => square(apart, (each, i, j) => each * row[i]! * row[j]!) / (sum(row) - 1)));
  const expected = square(apart, (each, i, j) => each * given[i]! * given[j]!);
  return expected > 0 ? 1 - ((sum(given) - 1) * observed) / expected : null;
}

/** Where a share lies with 95 % confidence. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}
/** How many standard errors to either side hold 95 %. */
export const normalQuantile = 1.959963984540054;

/** The same with few degrees of freedom (5 and more), by Fisher's and Cornish's expansion. */
export function studentQuantile(degrees: number): number {
  const z = normalQuantile;
  const terms = [
    (z ** 3 + z) / 4,
    (5 * z ** 5 + 16 * z ** 3 + 3 * z) / 96,
    (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / 384,
    (79 * z ** 9 + 776 * z ** 7 + 1482 * z ** 5 - 1920 * z ** 3 - 945 * z) / 92_160,
  ];
  return z + sum(terms.map((term, k) => term / degrees ** (k + 1)));
}

/** The textbook interval of a coefficient, nowhere above 1; for 30 things and more. */
export const around = ({ value, standardError }: Coefficient, quantile = normalQuantile): Interval => ({
  low: Math.max(-1, value - quantile * standardError),
  high: Math.min(1, value + quantile * standardError),
});

/** Wilson's interval of a share; `n` may be a number of decisions that count as if independent. */
export function wilson(hits: number, n: number): Interval | null {
  if (n <= 0) return null;
  const [share, z2] = [hits / n, normalQuantile ** 2];
  const centre = (share + z2 / (2 * n)) / (1 + z2 / n);
  const half = (normalQuantile * Math.sqrt((share * (1 - share)) / n + z2 / (4 * n ** 2))) / (1 + z2 / n);
  return { low: Math.max(0, centre - half), high: Math.min(1, centre + half) };
}

/** Decisions that come by submissions, as sums: of how many submissions there are some, and over all of them. */
export interface SubmissionSums {
  readonly submissions: number;
  readonly agreed: number;
  readonly decisions: number;
  /** Of each submission its agreed decisions squared, times its decisions, and its decisions squared. */
  readonly agreedSquares: number;
  readonly products: number;
  readonly decisionSquares: number;
}

/**
 * As how many independent decisions those of some submissions count: those of one submission resemble each other. At
 * least one for each submission, at most all.
 */
export function independentDecisions(sums: SubmissionSums): number {
  const { submissions, agreed, decisions, agreedSquares, products, decisionSquares } = sums;
  // in whole numbers, so that where nothing varies nothing is what comes out
  const spread = decisions ** 2 * agreedSquares - 2 * agreed * decisions * products + agreed ** 2 * decisionSquares;
  const variance = ((submissions / (submissions - 1)) * spread) / decisions ** 4;
  const independent = ((agreed / decisions) * (1 - agreed / decisions)) / variance;
  return Math.min(decisions, Math.max(submissions, Number.isNaN(independent) ? submissions : independent));
}

/** Wilson's interval of decisions that come by submissions. */
export function wilsonBySubmission(
  submissions: readonly { readonly agreed: number; readonly decisions: number }[],
): Interval | null {
  const over = (of: (each: (typeof submissions)[number]) => number) => sum(submissions.map(of));
  const sums: SubmissionSums = {
    submissions: submissions.filter((each) => each.decisions > 0).length,
    agreed: over((each) => each.agreed),
    decisions: over((each) => each.decisions),
    agreedSquares: over((each) => each.agreed ** 2),
    products: over((each) => each.agreed * each.decisions),
    decisionSquares: over((each) => each.decisions ** 2),
  };
  const n = independentDecisions(sums);
  return wilson((sums.agreed / sums.decisions) * n, n);
}

/** The interval of a share of agreement as that of the agreement beyond chance. */
export const beyondChance = ({ low, high }: Interval, chance: number): Interval | null =>
  chance < 1 ? { low: (low - chance) / (1 - chance), high: (high - chance) / (1 - chance) } : null;

/** Landis' and Koch's levels from the best, each from this value on. */
export const levels = {
  "almost perfect": 0.8,
  substantial: 0.6,
  moderate: 0.4,
  fair: 0.2,
  slight: 0,
  poor: -1,
} as const;

/** How likely a coefficient is at least of each level, in the order of `levels`. */
export function levelProbabilities({ value, standardError }: Pick<Coefficient, "value" | "standardError">): number[] {
  const below = (limit: number): number => normalShare((value - limit) / standardError);
  return Object.values(levels).map((from) => (below(from) - below(1)) / (below(-1) - below(1)));
}

/** The share of a normal distribution below so many standard deviations, to seven digits by the polynomial of Abramowitz and Stegun. */
function normalShare(deviations: number): number {
  const x = Math.abs(deviations) / Math.SQRT2;
  const t = 1 / (1 + 0.3275911 * x);
  const series = [1.061405429, -1.453152027, 1.421413741, -0.284496736, 0.254829592].reduce(
    (total, each) => (total + each) * t,
    0,
  );
  const above = (series * Math.exp(-x * x)) / 2;
  return deviations > 0 ? 1 - above : above;
}
