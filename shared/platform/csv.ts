/**
 * What a spreadsheet is to take a cell for: `text`, which is never a formula; `amount`, a number; `digits`, a number that is
 * a name, such as an account's, and keeps its zeros. What is neither a number nor digits is text, whatever it is said to be.
 */
export type CellKind = "text" | "amount" | "digits";

/** What a cell begins with that a spreadsheet would take for a formula (ASVS 1.2.10). */
const formulaStarts = new Set("=+-@＝＋－＠");
/** A plus and digits are a number, and no formula. */
const telephone = /^\+\d+$/;
const number = /^-?\d+(?:\.\d+)?(?:e[+-]\d+)?$/;
/** Text that spreadsheets take for a number or a day, and change: 1E5, 1/2, MARCH1, 007, the number of an account. */
const mistaken =
  /^(?:0\d+|\d{12,}|\d+(?:\.\d+)?e\d+|\d{1,2}[/-]\d{1,4}(?:[/-]\d{1,4})?|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*[ .-]?\d{1,4})$/i;
const toQuote = /[",\r\n]/;
/** Most cells need no further look. */
const usual = /^\w(?:[^",\r\n\0]*[^\s",\0])?$/;

/** `replaceAll` where there is something to replace: it costs as much as all else that is done to a cell. */
const replaced = (text: string, from: string, to: string) => (text.includes(from) ? text.replaceAll(from, to) : text);
const quoted = (text: string) => (toQuote.test(text) ? `"${replaced(text, '"', '""')}"` : text);

/** One cell of CSV, quoted where RFC 4180 wants it. */
export function csvCell(value: string, kind: CellKind): string {
  if (kind === "digits" ? /^\+?\d+$/.test(value) : kind === "text" && mistaken.test(value))
    return quoted(`="${value}"`);
  if (usual.test(value) || (kind === "amount" && number.test(value))) return value;
  const clean = replaced(value, "\0", "").trim();
  return quoted(formulaStarts.has(clean.charAt(0)) && !telephone.test(clean) ? `'${clean}` : clean);
}
