import type { RowResult } from "../../../shared/roster/import.ts";
import { csvRows } from "../../sheets/csv.ts";
import type { Column } from "../../sheets/sheet.ts";
import type { ImportRecord, ImportRow } from "./record.ts";

/** What a row has come to, in words. */
const resultWords: Readonly<Record<RowResult, string>> = {
  ready: "Not invited yet",
  member: "Already a member",
  waiting: "Already invited",
  error: "Error",
  invited: "Invited",
  withdrawn: "Withdrawn",
  joined: "Accepted before it could be withdrawn",
};

type Line = Pick<ImportRow, "cells" | "result" | "faults" | "line">;

/** What is wrong with a row in words, with the line and the column. */
export const faultsInWords = ({ line, faults }: Pick<ImportRow, "line" | "faults">): string =>
  faults.map(({ column, message }) => `Line ${line}${column && `, ${column}`}: ${message}`).join("; ");

/** The lines of a file as they were, each with what it has come to and what is wrong with it. */
export function reportOf({ headings }: Pick<ImportRecord, "headings">, rows: readonly Line[]): string {
  const width = Math.max(headings.length, ...rows.map(({ cells }) => cells.length));
  const original = Array.from({ length: width }, (_, place): Column<Line> => {
    const header = headings[place] ?? "";
    return { id: String(place), header, kind: "text", value: ({ cells }) => cells[place] ?? "" };
  });
  const columns: readonly Column<Line>[] = [
    ...original,
    { id: "result", header: "Result", kind: "text", value: ({ result }) => resultWords[result] },
    { id: "details", header: "Details", kind: "text", value: faultsInWords },
  ];
  const heads = columns.map((column) => ({ ...column, value: () => column.header }));
  return `\uFEFF${csvRows(heads, [undefined])}${csvRows(columns, rows)}`;
}
