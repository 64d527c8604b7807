import { type Row, RowTable } from "../../ui/lists/row-table.tsx";
import "./job.css";

/** What several say of each criterion, a row for each. */
export function MarksTable({
  label,
  columns,
  rows,
}: {
  /** Tells it from other tables on the page. */
  readonly label: string;
  /** Who says it, in the order of the cells. */
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
}) {
  return (
    <RowTable
      className="marks-table"
      label={label}
      heading="Criterion"
      columns={columns.map((name) => ({ name, text: true }))}
      rows={rows}
    />
  );
}
