import { wilson } from "./agreement.ts";

/*
 * Whether a reviewer is stricter or milder than the others who mark the same criteria: shared/quality/README.md, "Quality".
 */

/** How often a criterion was found met, of how many marks. */
export interface Met {
  readonly achieved: number;
  readonly marks: number;
}

/** A criterion as one reviewer and as all others marked it. */
export interface MarkedCriterion {
  readonly own: Met;
  readonly others: Met;
}

/** Marks of the others that the mean of all criteria counts for, so that a few marks of one say little. */
const priorMarks = 4;

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

/** What a reviewer's marks were, and what the others' let expect. */
export interface Severity {
  readonly marks: number;
  readonly achieved: number;
  readonly expected: number;
  /** How likely chance alone brings marks at least as unlikely, by the exact distribution, the marks themselves by half. */
  readonly p: number;
}

/** A reviewer beside the others; null where nobody else marked anything that they did. */
export function severityOf(criteria: readonly MarkedCriterion[]): Severity | null {
  const marked = criteria.filter(({ own, others }) => own.marks > 0 && others.marks > 0);
  if (marked.length === 0) return null;
  const mean = sum(marked.map(({ others }) => others.achieved)) / sum(marked.map(({ others }) => others.marks));
  const chances = marked.flatMap(({ own, others }) => {
    const share = (others.achieved + priorMarks * mean) / (others.marks + priorMarks);
    return Array.from({ length: own.marks }, () => share);
  });
  const achieved = sum(marked.map(({ own }) => own.achieved));
  return { marks: chances.length, achieved, expected: sum(chances), p: midP(poissonBinomial(chances), achieved) };
}

/** How likely so many of some events happen, from none to all, each with a chance of its own. */
export function poissonBinomial(chances: readonly number[]): number[] {
  let likely = [1];
  for (const chance of chances)
    likely = [...likely, 0].map((each, hits) => each * (1 - chance) + (hits > 0 ? likely[hits - 1]! * chance : 0));
  return likely;
}

/** The two-sided mid-p of a count: all counts that are less likely, and by half those that are as likely. */
export function midP(likely: readonly number[], count: number): number {
  const own = likely[count]!;
  const slack = own * 1e-9; // counts that mirror each other differ by rounding alone
  const less = sum(likely.filter((each) => each < own - slack));
  return less + sum(likely.filter((each) => Math.abs(each - own) <= slack)) / 2;
}

/** Marks below which a difference is not told. */
export const fewMarks = 10;
/** A difference that chance makes less often is worth a look. */
const unlikely = 0.05;

/** How strict a reviewer is beside the others; what is absent cannot be told from few marks. */
export interface Difference extends Pick<Severity, "marks" | "achieved" | "expected"> {
  readonly difference?: { readonly value: number; readonly low: number; readonly high: number };
  readonly p?: number;
  readonly worth_a_look: boolean;
}

/** A reviewer's difference from the others as it is told: counts alone where they are few. */
export function differenceOf({ marks, achieved, expected, p }: Severity): Difference {
  const told = { marks, achieved, expected: Math.round(expected * 100) / 100 };
  if (marks < fewMarks) return { ...told, worth_a_look: false };
  const { low, high } = wilson(achieved, marks)!;
  const usual = expected / marks;
  const difference = { value: achieved / marks - usual, low: low - usual, high: high - usual };
  return { ...told, difference, p, worth_a_look: p < unlikely };
}
