import { type Row, type RowColumn, RowTable } from "../ui/row-table.tsx";
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
