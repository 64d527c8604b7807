import { csvCell } from "../../shared/platform/csv.ts";
import type { Column, Sheet, SheetWriter } from "./sheet.ts";

/** Lines, each ended by CR LF. */
export function csvRows<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const values = columns.map(({ value }) => value);
  const kinds = columns.map(({ kind }) => kind);
  const last = columns.length - 1;
  let text = "";
  for (const row of rows) {
    for (let index = 0; index <= last; index++) {
      text += csvCell(values[index]!(row), kinds[index]!);
      text += index === last ? "\r\n" : ",";
    }
  }
  return text;
}

/** Writes a sheet as CSV (RFC 4180, UTF-8 with the mark that spreadsheets look for). */
export const csvOf = <Row>({ columns }: Sheet<Row>): SheetWriter<Row> => ({
  contentType: "text/csv; charset=utf-8",
  begin: async () => `\uFEFF${columns.map(({ header }) => csvCell(header, "text")).join(",")}\r\n`,
  rows: (rows) => csvRows(columns, rows),
  end: () => "",
});
