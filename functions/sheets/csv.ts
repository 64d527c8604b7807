import type { Column, Sheet, SheetWriter } from "./sheet.ts";

/** What a cell begins with that a spreadsheet would take for a formula (ASVS 1.2.10). */
const formulaStarts = new Set("=+-@＝＋－＠");
/** A plus and digits are a number, and no formula. */
const telephone = /^\+\d+$/;
const toQuote = /[",\r\n]/;

/** `replaceAll` where there is something to replace: it costs as much as all else that is done to a cell. */
const replaced = (text: string, from: string, to: string) => (text.includes(from) ? text.replaceAll(from, to) : text);

/** One cell of what somebody typed: no formula, no NUL, quoted where RFC 4180 wants it. */
export function csvText(text: string): string {
  const clean = replaced(text, "\0", "").trim();
  const safe = formulaStarts.has(clean.charAt(0)) && !telephone.test(clean) ? `'${clean}` : clean;
  return toQuote.test(safe) ? `"${replaced(safe, '"', '""')}"` : safe;
}

/** Digits that a spreadsheet is to show as they are: written as a text's formula, which nothing but digits gets into. */
const csvDigits = (digits: string): string => (/^\d+$/.test(digits) ? `"=""${digits}"""` : csvText(digits));

const cellOf = { text: csvText, digits: csvDigits, plain: String, amount: String } as const;

/** One line, ended by CR LF. Cells of our own making (amounts, ids, dates) need no look: a negative amount stays a number. */
export function csvRows<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const values = columns.map(({ value }) => value);
  const written = columns.map(({ kind }) => cellOf[kind]);
  const last = columns.length - 1;
  let text = "";
  for (const row of rows) {
    for (let index = 0; index <= last; index++) {
      text += written[index]!(values[index]!(row));
      text += index === last ? "\r\n" : ",";
    }
  }
  return text;
}

/** Writes a sheet as CSV (RFC 4180, UTF-8 with the mark that spreadsheets look for). */
export const csvOf = <Row>({ columns }: Sheet<Row>): SheetWriter<Row> => ({
  contentType: "text/csv; charset=utf-8",
  begin: async () => `\uFEFF${columns.map(({ header }) => csvText(header)).join(",")}\r\n`,
  rows: (rows) => csvRows(columns, rows),
  end: () => "",
});
