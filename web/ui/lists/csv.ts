import { csvCell } from "../../../shared/platform/csv.ts";

type Cell = string | number | null | undefined;
const cell = (value: Cell): string => csvCell(String(value ?? ""), typeof value === "number" ? "amount" : "text");

/** Lines of cells as CSV text: numbers stay numbers, all else is text. */
export const csvText = (lines: readonly (readonly Cell[])[]): string =>
  lines.map((line) => line.map(cell).join(",")).join("\r\n");
