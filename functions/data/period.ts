import { Problem } from "../../shared/http/problem.ts";

/** A year or a month as views name it, such as 2026 or 2026-11; undefined for all time. Refused for a month of no year. */
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

/** The views a moment belongs to: of all time, of its year, of its month (UTC). */
export const periodsOf = (at: string): (string | undefined)[] => [undefined, at.slice(0, 4), at.slice(0, 7)];
