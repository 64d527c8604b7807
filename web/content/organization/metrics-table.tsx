import { type Row, type RowColumn, RowTable } from "../../ui/lists/row-table.tsx";
import { useDevice } from "../../ui/width.ts";
import { monthName } from "./analytics-words.ts";
import "./analytics.css";

/** A table of figures in a place of its own, which scrolls if a wide screen still has too little room. */
export function MetricsTable({
  title,
  heading,
  columns,
  rows,
}: {
  /** What it is a table of. */
  readonly title: string;
  readonly heading: string;
  readonly columns: readonly RowColumn[];
  readonly rows: readonly Row[];
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className="analytics-table" aria-label={`${title}, table`} tabIndex={0}>
      <RowTable className="metrics-table" heading={heading} columns={columns} rows={rows} />
    </section>
  );
}

/**
 * The figures of a chart by month. A phone has a block of lines for each month, so there the months without any figure are
 * left out, which a sentence says.
 */
export function MonthsTable<Month extends { readonly month: string }>({
  title,
  columns,
  months,
  hasMetrics,
}: {
  readonly title: string;
  readonly columns: readonly { readonly header: string; readonly write: (month: Month) => string }[];
  readonly months: readonly Month[];
  readonly hasMetrics: (month: Month) => boolean;
}) {
  const mobile = useDevice() === "mobile";
  const shown = mobile ? months.filter(hasMetrics) : months;
  const left = months.length - shown.length;
  return (
    <>
      {shown.length > 0 ? (
        <MetricsTable
          title={title}
          heading="Month"
          columns={columns.map(({ header }) => ({ name: header }))}
          rows={shown.map((month) => ({
            id: month.month,
            name: monthName(month.month),
            cells: columns.map(({ write }) => write(month)),
          }))}
        />
      ) : null}
      {left > 0 ? <p className="panel-description">{leftWords(left, shown.length)}</p> : null}
    </>
  );
}

function leftWords(left: number, shown: number): string {
  if (shown === 0) return "No data in these months.";
  return left === 1 ? "No data in the other month." : `No data in the other ${left} months.`;
}
