import { Problem } from "../../shared/http/problem.ts";
import { firstIdSince } from "./ids.ts";
import { platformKeys } from "./keys/platform.ts";
import { type ListQuery, readTotals } from "./list.ts";
import { sumOf } from "./shards.ts";
import { type Item, readNumbers } from "./table.ts";

/** A year or a month as searches name it, such as 2026 or 2026-11; undefined for all time. Refused for a month of no year. */
export function periodOf({ year, month }: { readonly year?: number; readonly month?: number }): string | undefined {
  if (month !== undefined && year === undefined) {
    throw new Problem("input.invalid", { fields: { year: "Choose a year for the month." } });
  }
  return month === undefined ? year?.toString() : `${year}-${String(month).padStart(2, "0")}`;
}

/** The same in words: `November 2026`, `2026`, `all time`. */
export function periodWords(period: string | undefined): string {
  if (period === undefined || period.length === 4) return period ?? "all time";
  const words = new Intl.DateTimeFormat("en-US", { month: "long", year: "numeric", timeZone: "UTC" });
  return words.format(new Date(`${period}-01T00:00:00Z`));
}

/** The year and the month of a moment (UTC), for a search within one of them: {@link withinPeriod}. */
export const periodFacets = (at: string) => ({ year: at.slice(0, 4), month: at.slice(0, 7) });

/** What narrows a search to a period as {@link periodOf} names it. */
export const withinPeriod = (period: string | undefined): Partial<ReturnType<typeof periodFacets>> =>
  period === undefined ? {} : period.length === 4 ? { year: period } : { month: period };

/** What a moment is counted in: all time, and its month (UTC). */
export const countedIn = (at: string): (string | undefined)[] => [undefined, at.slice(0, 7)];

/** The counts that make up a period's: those of its months. */
const countsOf = (period: string | undefined): (string | undefined)[] =>
  period?.length === 4
    ? Array.from({ length: 12 }, (_, index) => `${period}-${String(index + 1).padStart(2, "0")}`)
    : [period];

/** A list whose things are counted by month, too: the list itself, or what counts those of a month. */
type MonthlyView = (month?: string) => string;

/**
 * What narrows a list to a period, where its sort keys begin as ids of a kind do, with the time: the stretch of them, and
 * how many things are in it.
 */
export const inPeriod = (
  view: MonthlyView,
  prefix: Parameters<typeof firstIdSince>[0],
  period: string | undefined,
): Pick<ListQuery, "between"> & { readonly view: string; readonly total: () => Promise<number> } => ({
  view: view(),
  between: period === undefined ? undefined : idsWithin(prefix, period),
  total: async () => (await readTotals(countsOf(period).map(view))).reduce((sum, each) => sum + each, 0),
});

/** Between what all ids of a kind stand that were made within a period. */
export function idsWithin(prefix: Parameters<typeof firstIdSince>[0], period: string): readonly [string, string] {
  const [begin, end] = [new Date(period), new Date(period)];
  if (period.length === 4) end.setUTCFullYear(end.getUTCFullYear() + 1);
  else end.setUTCMonth(end.getUTCMonth() + 1);
  return [firstIdSince(prefix, begin.toISOString()), firstIdSince(prefix, end.toISOString())];
}

/** The sums of a list's amounts in a period. */
export async function readSums(view: MonthlyView, period: string | undefined): Promise<Item> {
  const kept = await readNumbers(countsOf(period).map((month) => platformKeys.amounts(view(month))));
  return sumOf(
    platformKeys.amounts(view()),
    kept.filter((each) => each !== undefined),
  ) as Item;
}
