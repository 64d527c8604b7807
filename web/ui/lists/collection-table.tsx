import Button from "@cloudscape-design/components/button";
import Header from "@cloudscape-design/components/header";
import Table, { type TableProps } from "@cloudscape-design/components/table";
import { lazy, type ReactNode, type Ref, Suspense, useState } from "react";
import { CloudscapeTexts } from "../look/cloudscape.tsx";
import { columnWidths } from "./column-widths.ts";
import type { Column } from "./columns.ts";
import { PageNumbers } from "./page-numbers.tsx";
import { type RowActions, RowMenu } from "./row-menu.tsx";
import type { TablePreferences as Preferences } from "./use-table-preferences.ts";

const TablePreferences = lazy(() => import("./table-preferences.tsx"));

/** A list's rows where there is room for a table: its columns as their person likes them, and what stands around it. */
export function CollectionTable<Row>({
  place,
  title,
  columns,
  shown,
  rows,
  idOf,
  menu,
  preferences,
  onPreferences,
  sorting,
  oldestFirst,
  onOldestFirst,
  counter,
  description,
  actions,
  pages,
  level,
  ...around
}: {
  /** Its heading, which can be given the focus. */
  readonly place: Ref<HTMLSpanElement>;
  readonly title: string;
  /** What its title is in the page. */
  readonly level: "h1" | "h2";
  readonly columns: readonly Column<Row>[];
  /** Those of `columns` that are shown, in their order. */
  readonly shown: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly idOf: (row: Row) => string;
  /** A row's menu; undefined where rows have none. */
  readonly menu: ((row: Row) => RowActions) | undefined;
  readonly loading: boolean;
  readonly preferences: Preferences;
  readonly onPreferences: (change: Partial<Preferences>) => void;
  /** The column that the server sorts by. */
  readonly sorting: Column<Row> | undefined;
  readonly oldestFirst: boolean;
  readonly onOldestFirst: (oldest: boolean) => void;
  readonly empty: ReactNode;
  readonly counter: string | undefined;
  readonly description: ReactNode;
  readonly actions: ReactNode;
  readonly filter: ReactNode;
  readonly pages: {
    readonly page: number;
    /** Those that can be reached at once; more follow while `openEnd`. */
    readonly numbered: number;
    readonly openEnd: boolean;
    readonly onPage: (page: number) => void;
  };
}) {
  const [choosing, setChoosing] = useState(false);
  const scrollbarPx = window.innerWidth - (document.documentElement.clientWidth || window.innerWidth);
  const takenPx = scrollbarPx + (menu ? 56 : 0) + 42;
  const usualWidths = columnWidths(shown, { windowPx: window.innerWidth, takenPx });
  const definitions: TableProps.ColumnDefinition<Row>[] = shown.map((column) => ({
    id: column.id,
    header: column.align ? <span className="at-end">{column.header}</span> : column.header,
    cell: (row) => (column.align ? <span className="at-end figures">{column.cell(row)}</span> : column.cell(row)),
    isRowHeader: column.names === true,
    ...(column.sorts && {
      sortingField: column.id,
      ariaLabel: () => `${column.header}, ${oldestFirst ? "oldest" : "newest"} first`,
    }),
    width: preferences.widths[column.id] ?? usualWidths[column.id],
    minWidth: Math.min(column.minWidth ?? 130, usualWidths[column.id] ?? Number.POSITIVE_INFINITY),
  }));
  if (menu) {
    definitions.push({
      id: "actions",
      header: <span className="visually-hidden">Actions</span>,
      cell: (row) => (
        <span className="at-end">
          <RowMenu {...menu(row)} />
        </span>
      ),
      width: 56,
      minWidth: 56,
    });
  }
  const leftOut = columns
    .filter((column) => typeof column.hidden === "string" && !shown.includes(column))
    .map(({ header }) => header)
    .join(", ");
  return (
    <CloudscapeTexts>
      <Table<Row>
        {...around}
        variant="container"
        header={
          <Header variant={level} counter={counter} description={description} actions={actions}>
            <span ref={place} tabIndex={-1}>
              {title}
            </span>
          </Header>
        }
        pagination={
          <PageNumbers
            of={title.toLowerCase()}
            page={pages.page}
            count={pages.numbered}
            openEnd={pages.openEnd}
            disabled={around.loading}
            onPage={pages.onPage}
          />
        }
        stickyHeader
        stickyHeaderVerticalOffset={82}
        resizableColumns
        columnDefinitions={definitions}
        items={rows}
        trackBy={idOf}
        loadingText={`Loading ${title.toLowerCase()}`}
        skeleton={{ totalRows: Math.min(preferences.pageSize, 10) }}
        {...(menu && { stickyColumns: { last: 1 } })}
        {...(sorting && {
          sortingColumn: { sortingField: sorting.id },
          sortingDescending: !oldestFirst,
          onSortingChange: ({ detail }) => onOldestFirst(!detail.isDescending),
        })}
        contentDensity={preferences.contentDensity}
        wrapLines={preferences.wrapLines}
        stripedRows={preferences.stripedRows}
        onColumnWidthsChange={({ detail }) => {
          const widths = Object.fromEntries(
            definitions
              .map(({ id }, at) => [id ?? "", Math.round(detail.widths[at] ?? 0)])
              .filter(([, width]) => width),
          );
          onPreferences({ widths: { ...preferences.widths, ...widths } });
        }}
        footer={leftOut ? `Left out here: ${leftOut}. Choose columns in the table preferences.` : undefined}
        ariaLabels={{ tableLabel: title, resizerRoleDescription: "Resize the column" }}
        preferences={
          choosing ? (
            <Suspense fallback={<Button variant="icon" iconName="settings" ariaLabel="Table preferences" loading />}>
              <TablePreferences columns={columns} preferences={preferences} onChange={onPreferences} />
            </Suspense>
          ) : (
            <Button
              variant="icon"
              iconName="settings"
              ariaLabel="Table preferences"
              onClick={() => setChoosing(true)}
            />
          )
        }
      />
    </CloudscapeTexts>
  );
}
