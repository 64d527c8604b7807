import type { QualityPeriod } from "../../../shared/quality/calls.ts";
import { type QualityCounts, qualityFrom, qualityNames, sumOfCounts } from "../../../shared/quality/quality.ts";
import { organizationKeys } from "../../data/keys/organization.ts";
import { batchGet, type Item } from "../../data/table.ts";
import { clock } from "../../runtime/clock.ts";

/** The counts that an item keeps under a month, or alone. */
export const countsIn = (item: Item | undefined, month?: string): QualityCounts =>
  Object.fromEntries(
    qualityNames.flatMap((name) => {
      const value = item?.[month === undefined ? name : `${month}.${name}`];
      return typeof value === "number" && value !== 0 ? [[name, value]] : [];
    }),
  );

/** The counts of all months, or of those before one. */
export function sumOfMonths(item: Item | undefined, before?: string): QualityCounts {
  const months = new Set(Object.keys(item ?? {}).flatMap((name) => /^(\d{4}-\d{2})\./.exec(name)?.[1] ?? []));
  const asked = [...months].filter((month) => before === undefined || month < before);
  return sumOfCounts(asked.map((month) => countsIn(item, month)));
}

/** The counts of all months before the present one (UTC), so that no single review can be read from them. */
export const countsOfEndedMonths = (item: Item | undefined): QualityCounts =>
  sumOfMonths(item, clock.iso().slice(0, 7));

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
  const found = people.length === 0 ? [] : await batchGet(people.map(organizationKeys.user));
  return new Map(
    people.map((user_id, at) => [
      user_id,
      { first_name: String(found[at]?.first_name ?? ""), last_name: String(found[at]?.last_name ?? "") },
    ]),
  );
}
