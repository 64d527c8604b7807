import { type QualityCounts, qualityFrom, qualityNames, sumOfCounts } from "../../shared/job/quality.ts";
import type { QualityPeriod } from "../../shared/job/quality-calls.ts";
import { keys } from "../data/keys.ts";
import { batchGet, type Item } from "../data/table.ts";

/** The counts that an item keeps under a month, or alone. */
export const countsIn = (item: Item | undefined, month?: string): QualityCounts =>
  Object.fromEntries(
    qualityNames.flatMap((name) => {
      const value = item?.[month === undefined ? name : `${month}.${name}`];
      return typeof value === "number" && value !== 0 ? [[name, value]] : [];
    }),
  );

/** The figures of months, from the counts of each. */
export function periodOf(months: readonly string[], counts: readonly QualityCounts[]): QualityPeriod {
  return {
    from: months[0]!,
    to: months.at(-1)!,
    totals: qualityFrom(sumOfCounts(counts)),
    months: months.map((month, at) => ({ month, ...qualityFrom(counts[at]!) })),
  };
}

/** The figures of an item's months in total. */
export const totalsOf = (item: Item | undefined, months: readonly string[]) =>
  qualityFrom(sumOfCounts(months.map((month) => countsIn(item, month))));

/** The names of people, by their ids. */
export async function namesOf(
  people: readonly string[],
): Promise<Map<string, { first_name: string; last_name: string }>> {
  const found = people.length === 0 ? [] : await batchGet(people.map(keys.user));
  return new Map(
    people.map((user_id, at) => [
      user_id,
      { first_name: String(found[at]?.first_name ?? ""), last_name: String(found[at]?.last_name ?? "") },
    ]),
  );
}
