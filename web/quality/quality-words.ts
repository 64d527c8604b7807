import type { ActiveTime } from "../../shared/quality/active-time.ts";
import type { ReviewerSeverity } from "../../shared/quality/calls.ts";
import type { Agreement, Bounded, Quality, Share } from "../../shared/quality/quality.ts";
import { csvText } from "../ui/lists/csv.ts";
import { counted } from "../ui/look/format.ts";

/** `94%` */
export const percent = (part: number): string => `${Math.round(part * 100)}%`;

const two = new Intl.NumberFormat("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** A dash within an interval, after which no line is broken. */
const to = "–\u2060";

/** `88–97%` */
const interval = ({ low, high }: Bounded): string => `${Math.round(low * 100)}${to}${percent(high)}`;

/** `94%`, or while there are too few `4 of 5`; a dash where there is nothing. */
export function shareWords({ count, of, share }: Share): string {
  if (of === 0) return "–";
  return share ? percent(share.value) : `${count} of ${of}`;
}

/** What stands under a share: how many there were, in how many double reviews where it is of those, and its interval. */
export function shareNote({ count, of, share }: Share, one: string, double_reviews?: number): string {
  if (of === 0) return "No data yet";
  const base = double_reviews === undefined ? "" : ` in ${counted(double_reviews, "double review")}`;
  return share ? `${count} of ${counted(of, one)}${base}. Likely range ${interval(share)}` : counted(of, one) + base;
}

/** The same of what was overturned, whose range counts double reviews rather than sections. */
export function overturnedNote({ overturned, double_reviews }: Quality): string {
  const note = shareNote(overturned, "section", double_reviews);
  return overturned.share ? `${note}, counting each double review once` : note;
}

const asShare = ({ agreed, decisions, observed }: Agreement): Share => ({
  count: agreed,
  of: decisions,
  ...(observed && { share: observed }),
});

/** `94%`, or from fewer than five double reviews `4 of 5`. */
export const agreementWords = (agreement: Agreement): string => shareWords(asShare(agreement));

/** `113 of 120 sections in 40 double reviews. Likely range 88–97%` */
export const agreementNote = (agreement: Agreement, one: string): string =>
  shareNote(asShare(agreement), one, agreement.double_reviews);

/** The same of one criterion, which each double review decides once. */
export const criterionNote = (agreement: Agreement): string => shareNote(asShare(agreement), "double review");

/** What the limits of figures are. */
export const rangeWords =
  "Likely ranges are 95% confidence intervals. Sections of one submission often come out alike, so a range depends more on the number of double reviews than on the number of sections.";

/** A coefficient with its interval, `0.81 (0.70–0.90)`; why there is none otherwise. */
export function coefficientWords(value: Bounded | undefined, { no_variation, decisions }: Agreement): string {
  if (decisions === 0) return "–";
  if (no_variation) return "No variation";
  return value ? `${two.format(value.value)} (${two.format(value.low)}${to}${two.format(value.high)})` : "Too few";
}

/** `84% of estimate`, or while there are too few how many; a dash where nothing was measured. */
export function activeTimeWords({ reviews, median }: ActiveTime): string {
  if (reviews === 0) return "–";
  return median ? `${percent(median.value)} of estimate` : "Too few";
}

/** What stands under it: how many reviews there were, and its interval. */
export function activeTimeNote({ reviews, median }: ActiveTime): string {
  if (reviews === 0) return "No data yet";
  return median
    ? `Median of ${counted(reviews, "review")}. Likely range ${interval(median)}`
    : counted(reviews, "review");
}

/** The columns of a table of figures: all with how many, and the interval where there is one. */
export const qualityColumns = [
  { id: "double_reviews", header: "Double reviews", write: (row: Quality) => String(row.double_reviews) },
  { id: "verdicts", header: "Same decision", write: (row: Quality) => withNote(asShare(row.verdicts)) },
  { id: "marks", header: "Same marks", write: (row: Quality) => withNote(asShare(row.marks)) },
  {
    id: "ac1",
    header: "Beyond chance (AC1)",
    write: (row: Quality) => coefficientWords(row.verdicts.gwet, row.verdicts),
  },
  { id: "overturned", header: "Overturned", write: (row: Quality) => withNote(row.overturned) },
  {
    id: "appeals_overturned",
    header: "Appeals overturned",
    write: (row: Quality) => withNote(row.appeals_overturned),
  },
  { id: "in_time", header: "Finished on time", write: (row: Quality) => withNote(row.in_time) },
  {
    id: "active_time",
    header: "Active time",
    write: ({ active_time: { reviews, median } }: Quality) =>
      median ? `${percent(median.value)} of estimate (${interval(median)})` : activeTimeWords({ reviews }),
  },
] as const;

/** `94% of 120 (88–97%)` */
function withNote(share: Share): string {
  const { count, of } = share;
  if (of === 0) return "–";
  return share.share ? `${percent(share.share.value)} of ${of} (${interval(share.share)})` : `${count} of ${of}`;
}

/** `6 points more lenient (−2 to 14)`; from ten marks on. */
export function severityWords({ difference, worth_a_look }: ReviewerSeverity): string {
  if (!difference) return "Too few";
  const points = (value: number) => Math.round(value * 100);
  const { value, low, high } = difference;
  const size = Math.abs(points(value));
  const words = size === 0 ? "None" : `${counted(size, "point")} ${value > 0 ? "more lenient" : "stricter"}`;
  return `${words} (${points(low)} to ${points(high)})${worth_a_look ? ", worth a look" : ""}`;
}

const rounded = (value: number | undefined) => (value === undefined ? null : Math.round(value * 10_000) / 10_000);

/** Figures by month as CSV text: counts, shares from 0 to 1, and the limits of each. */
export function qualityCsv(months: readonly (Quality & { readonly month: string })[]): string {
  const shares = (name: string) => [name, `${name}_of`, `${name}_share`, `${name}_low`, `${name}_high`];
  const cells = ({ count, of, share }: Share) => [
    count,
    of,
    rounded(share?.value),
    rounded(share?.low),
    rounded(share?.high),
  ];
  const coefficients = ["gwet", "kappa", "alpha"] as const;
  const kinds = ["verdicts", "marks", "progress"] as const;
  const head = [
    "month",
    "seats",
    "double_reviews",
    ...["in_time", "disputed", "overturned", "appeals_overturned"].flatMap(shares),
    ...["reviews", "median", "low", "high"].map((name) => `active_time_${name}`),
    ...kinds.flatMap((kind) => [
      ...shares(`${kind}_agreed`),
      ...coefficients.flatMap((name) => [`${kind}_${name}`, `${kind}_${name}_low`, `${kind}_${name}_high`]),
    ]),
  ];
  const line = (row: Quality & { readonly month: string }) => [
    row.month,
    row.seats,
    row.double_reviews,
    ...[row.in_time, row.disputed, row.overturned, row.appeals_overturned].flatMap(cells),
    row.active_time.reviews,
    ...[row.active_time.median?.value, row.active_time.median?.low, row.active_time.median?.high].map(rounded),
    ...kinds.flatMap((kind) => [
      ...cells(asShare(row[kind])),
      ...coefficients.flatMap((name) => {
        const found = row[kind][name];
        return [rounded(found?.value), rounded(found?.low), rounded(found?.high)];
      }),
    ]),
  ];
  return csvText([head, ...months.map(line)]);
}
