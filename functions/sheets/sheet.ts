import type { CellKind } from "../../shared/platform/csv.ts";

/** A column of a sheet. What kind of cell it is decides how it is written and aligned; amounts are dollars with two decimals. */
export interface Column<Row> {
  readonly id: string;
  readonly header: string;
  readonly kind: CellKind;
  readonly value: (row: Row) => string;
}

/** Rows of a sheet, and the mark to go on after them. */
export interface SheetPage<Row> {
  readonly rows: readonly Row[];
  readonly after: string;
}

/** Some rows of a sheet, where not all are wanted: a page of them. */
export interface Part {
  readonly from: number;
  readonly limit: number;
}

/** A table that is handed out whole as CSV or HTML, read page by page so that it may have millions of rows. */
export interface Sheet<Row> {
  readonly title: string;
  /** Whose it is and of what time, under the title. */
  readonly subtitle: string;
  /** Without extension. */
  readonly fileName: string;
  readonly columns: readonly Column<Row>[];
  /** Sums and the like, told above the printed table. */
  summaryLines(): Promise<readonly (readonly [label: string, value: string])[]>;
  total(): Promise<number>;
  /** Pages from the newest row on, or from after a mark, or of a part; no more is read than is wanted. */
  pages(reading?: { readonly after?: string; readonly part?: Part }): AsyncIterable<SheetPage<Row>>;
}

/** How a sheet is written. */
export type SheetFormat = "csv" | "html";

/** A way to write a sheet: what comes before the rows, the rows, and what comes after them. */
export interface SheetWriter<Row> {
  readonly contentType: string;
  begin(): Promise<string>;
  rows(rows: readonly Row[]): string;
  end(): string;
}
