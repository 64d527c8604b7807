/** One line of a rubric table: what is judged, the passing and the not-passing text, and its points. */
export interface Criterion {
  readonly criteria_id: string;
  readonly criteria: string;
  readonly achieved: string;
  readonly notachieved: string;
  readonly score: number;
}

/** A rubric table with the points needed for Making Progress and for Completed. */
export interface RubricTable {
  readonly criteria: readonly Criterion[];
  readonly making_progress: number;
  readonly completed: number;
}

/** What a reviewer marked on one criterion. */
export interface CriterionMark {
  readonly criteria_id: string;
  readonly achieved: boolean;
}

/** Limits of a rubric table: criterion points, characters of a cell, rows. */
export const rubricLimits = { scoreMax: 99, cellCharacters: 130, criteriaMax: 30 } as const;

/** The most points a table gives. */
export const maximumScore = (criteria: readonly Pick<Criterion, "score">[]): number =>
  criteria.reduce((sum, { score }) => sum + score, 0);

/** The points earned by marks: the sum over achieved criteria. Marks of unknown criteria count nothing. */
export const earnedScore = (criteria: readonly Criterion[], marks: readonly CriterionMark[]): number =>
  maximumScore(
    criteria.filter(({ criteria_id }) => marks.some((mark) => mark.criteria_id === criteria_id && mark.achieved)),
  );

/** How far a score reaches: the table's words for it. */
export function progressOf(table: RubricTable, earned: number): "completed" | "making_progress" | "not_yet" {
  if (earned >= table.completed) return "completed";
  return earned >= table.making_progress && earned > 0 ? "making_progress" : "not_yet";
}

/** The table after a criterion's points changed: the minimums fall back to 0. */
export function withScore<Table extends RubricTable>(table: Table, criteria_id: string, score: number): Table {
  const criteria = table.criteria.map((each) => (each.criteria_id === criteria_id ? { ...each, score } : each));
  return { ...table, criteria, making_progress: 0, completed: 0 };
}

/**
 * The table without a criterion. The minimums are recalculated: they keep their share of the total, rounded,
 * with Completed above Making Progress while there are points at all.
 */
export function withoutCriterion<Table extends RubricTable>(table: Table, criteria_id: string): Table {
  const criteria = table.criteria.filter((each) => each.criteria_id !== criteria_id);
  const before = maximumScore(table.criteria);
  const total = maximumScore(criteria);
  if (before === 0 || total === 0 || table.completed === 0)
    return { ...table, criteria, making_progress: 0, completed: 0 };
  const share = (minimum: number) => Math.round((minimum * total) / before);
  const completed = Math.min(total, Math.max(1, share(table.completed)));
  return { ...table, criteria, completed, making_progress: Math.min(share(table.making_progress), completed - 1) };
}

/** What is wrong with the minimums of a table, by field; undefined when nothing is. */
export function minimumsFault({
  criteria,
  making_progress,
  completed,
}: RubricTable): { readonly field: "making_progress" | "completed"; readonly message: string } | undefined {
  const total = maximumScore(criteria);
  if (total > 0 && completed === 0)
    return { field: "completed", message: "Please set the progress status minimum points" };
  if (completed > total)
    return { field: "completed", message: `The Completed minimum can be at most ${total}, the total of all scores.` };
  if (total === 0 && making_progress > 0)
    return { field: "making_progress", message: "Without points, both minimums stay at 0." };
  if (total > 0 && completed <= making_progress)
    return { field: "completed", message: "The Completed minimum must be greater than the Making Progress minimum." };
  return undefined;
}
