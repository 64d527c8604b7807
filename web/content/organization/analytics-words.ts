import type { Metrics } from "../../../shared/organization/analytics.ts";
import { csvText } from "../../ui/lists/csv.ts";
import { count, money } from "../../ui/look/format.ts";

const one = new Intl.NumberFormat("en-US", { maximumFractionDigits: 1 });

/** `64%`; a dash when nobody could have completed. */
export const percent = (part: number | null): string => (part === null ? "–" : `${Math.round(part * 100)}%`);

/** `3.2 days`: days alone, so that figures can be compared; a dash when nothing was decided. */
export function waited(hours: number | null): string {
  if (hours === null) return "–";
  const days = one.format(hours / 24);
  if (days === "0" && hours > 0) return "Under 0.1 days";
  return `${days} ${days === "1" ? "day" : "days"}`;
}

/** `12.5` */
export const hours = (value: number): string => one.format(value);

/** A month such as 2026-11 as `Nov 2026`, or written out. */
export const monthName = (month: string, length: "short" | "long" = "short"): string =>
  new Intl.DateTimeFormat("en-US", { month: length, year: "numeric", timeZone: "UTC" }).format(
    Date.parse(`${month}-01T00:00:00Z`),
  );

/**
 * What changed since the months before, in words that need no colour: `undefined` where nothing at all was counted in them,
 * null where this figure has no value.
 */
export function changeOf(
  now: number | null,
  before: number | null | undefined,
  words: (value: number) => string,
): string {
  if (before === undefined) return "No earlier data";
  if (before === null) return "None in the previous period";
  if (now === null) return `${words(before)} in the previous period`;
  if (now === before) return "Same as the previous period";
  const [sign, more] = now > before ? ["▲", "more"] : ["▼", "less"];
  return `${sign} ${words(Math.abs(now - before))} ${more} than the previous period`;
}

/** Figures to compare with; undefined where nothing was counted, which is no 0 to compare with. */
export const comparable = (before: Metrics): Metrics | undefined =>
  Object.values(before).some((value) => value !== null && value !== 0) ? before : undefined;

/** The table behind the charts: a column of figures, and how each is written. */
export const metricColumns = [
  { id: "learners", header: "New learners", write: (row: Metrics) => count(row.learners) },
  { id: "applications", header: "Applications", write: (row: Metrics) => count(row.applications) },
  { id: "submissions", header: "Submissions", write: (row: Metrics) => count(row.submissions) },
  { id: "completions", header: "Completions", write: (row: Metrics) => count(row.completions) },
  { id: "completion_rate", header: "Completion rate", write: (row: Metrics) => percent(row.completion_rate) },
  {
    id: "hours_to_first_decision",
    header: "Time to first decision",
    write: (row: Metrics) => waited(row.hours_to_first_decision),
  },
  { id: "reviewer_hours", header: "Review hours", write: (row: Metrics) => hours(row.reviewer_hours) },
  { id: "revenue", header: "Revenue", write: (row: Metrics) => money(row.revenue) },
  { id: "reviewer_pay", header: "Reviewers", write: (row: Metrics) => money(row.reviewer_pay) },
  { id: "issuer_share", header: "Issuer", write: (row: Metrics) => money(row.issuer_share) },
  { id: "platform_share", header: "Platform", write: (row: Metrics) => money(row.platform_share) },
  { id: "organization_share", header: "Organization", write: (row: Metrics) => money(row.organization_share) },
] as const satisfies readonly { id: keyof Metrics; header: string; write: (row: Metrics) => string }[];

/** A column of {@link metricColumns} by the figure's name. */
export const metricColumn = (id: (typeof metricColumns)[number]["id"]) =>
  metricColumns.find((column) => column.id === id)!;

/** Figures as CSV text, one line a row, plain numbers; amounts in dollars. */
export function csvOf<Row extends Metrics>(first: string, rows: readonly Row[], nameOf: (row: Row) => string): string {
  const names = metricColumns.map(({ id }) => id);
  return csvText([[first, ...names], ...rows.map((row) => [nameOf(row), ...names.map((name) => row[name])])]);
}
