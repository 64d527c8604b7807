import type { ReactNode } from "react";
import "./row-table.css";

/** A column after the first; what is no text is a figure, whose words never break. */
export interface RowColumn {
  readonly name: string;
  readonly text?: boolean;
}

/** A row: its heading, and its cells in the order of the columns. */
export interface Row {
  readonly id: string;
  readonly name: string;
  readonly cells: readonly ReactNode[];
}

/** A table with a heading for each row; on a phone a row is a block whose lines say of which column they are. */
export function RowTable({
  label,
  heading,
  columns,
  rows,
  className,
}: {
  /** Tells it from other tables on the page, where nothing around it does. */
  readonly label?: string;
  /** The head of the rows' headings. */
  readonly heading: string;
  readonly columns: readonly RowColumn[];
  readonly rows: readonly Row[];
  /** How it looks where there is room. */
  readonly className: string;
}) {
  const classOf = ({ text }: RowColumn) => (text ? undefined : "figures");
  return (
    <table className={`row-table ${className}`} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{heading}</th>
          {columns.map((column) => (
            <th key={column.name} scope="col" className={classOf(column)}>
              {column.name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, name, cells }) => (
          <tr key={id}>
            <th scope="row">{name}</th>
            {columns.map((column, at) => (
              <td key={column.name} className={classOf(column)} data-label={column.name}>
                {cells[at]}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
