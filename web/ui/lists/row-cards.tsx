import { ActionSheet } from "../dialogs/action-sheet.tsx";
import type { Column } from "./columns.ts";
import type { RowActions } from "./row-menu.tsx";

/** What a cell shows where there is nothing. */
const dash = "–";

/**
 * A list's rows on a phone: a card for each, headed by the column that names it, the others that have a value below it as
 * term and value, its menu at the corner. `menu` is undefined where rows have none.
 */
export function RowCards<Row>({
  title,
  columns,
  rows,
  idOf,
  menu,
}: {
  readonly title: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly idOf: (row: Row) => string;
  readonly menu: ((row: Row) => RowActions) | undefined;
}) {
  const naming = columns.find(({ names }) => names) ?? columns[0];
  return (
    <ul className="row-cards" aria-label={title}>
      {rows.map((row) => (
        <li key={idOf(row)} className="row-card">
          <div className="row-card-head">
            <div className="row-card-title">{naming?.cell(row)}</div>
            {menu ? <ActionSheet {...menu(row)} /> : null}
          </div>
          <dl>
            {columns.map((column) => {
              const value = column === naming || column.namesToo?.(row) ? null : column.cell(row);
              return value && value !== dash ? (
                <div key={column.id}>
                  <dt>{column.header}</dt>
                  <dd className={column.align && "figures"}>{value}</dd>
                </div>
              ) : null;
            })}
          </dl>
        </li>
      ))}
    </ul>
  );
}

/** The room of some cards while their rows are on the way. */
export function WaitingCards({ label }: { readonly label: string }) {
  return (
    <div className="row-cards" role="status" aria-label={label}>
      {[1, 2, 3, 4].map((place) => (
        <div key={place} className="skeleton-box row-card-waiting" />
      ))}
    </div>
  );
}
