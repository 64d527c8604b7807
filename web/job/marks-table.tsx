import type { ReactNode } from "react";
import "./job.css";

/** What several say of each criterion, a row for each; on a phone a row is a block whose lines say whose they are. */
export function MarksTable({
  label,
  columns,
  rows,
}: {
  /** Tells it from other tables on the page. */
  readonly label: string;
  /** Who says it, in the order of the cells. */
  readonly columns: readonly string[];
  readonly rows: readonly { readonly id: string; readonly name: string; readonly cells: readonly ReactNode[] }[];
}) {
  return (
    <table className="marks-table" aria-label={label}>
      <thead>
        <tr>
          <th scope="col">Criterion</th>
          {columns.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, name, cells }) => (
          <tr key={id}>
            <th scope="row">{name}</th>
            {columns.map((column, at) => (
              <td key={column} data-label={column}>
                {cells[at]}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
