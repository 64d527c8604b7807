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
const month =
  "(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)";
/**
 * Text that spreadsheets take for a number, a day or a time, and change: 007, the number of an account, 1E5, 50%, 1/2,
 * 10:30, MARCH1, 12-May.
 */
const mistaken = new RegExp(
  [
    String.raw`^(?:0\d+|\d{12,}|\d+(?:\.\d+)?(?:e\d+|%)|\d{1,2}[/-]\d{1,4}(?:[/-]\d{1,4})?|\d{1,2}(?::\d\d){1,2}(?: ?[ap]m)?`,
    String.raw`${month}[ .-]{0,2}\d{1,4}(?:,? ?\d{2,4})?|\d{1,4}[ ./-]{0,2}${month}(?:[ .,/-]{0,2}\d{2,4})?)$`,
  ].join("|"),
  "i",
);
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

/** The separator that the first line of a CSV text has most of, outside of quotes. */
export function separatorOf(text: string): string {
  const [line = ""] = text
    .replace(/"[^"]*"/g, "")
    .trimStart()
    .split(/[\r\n]/);
  const countOf = (separator: string) => line.split(separator).length;
  return [",", ";", "\t"].reduce((most, other) => (countOf(other) > countOf(most) ? other : most));
}

/** How the CSV text of a file is encoded, as spreadsheets save it: UTF-8, or UTF-16 with its mark. */
export const encodingOf = ([first, second]: Uint8Array): string =>
  first === 0xff && second === 0xfe ? "utf-16le" : first === 0xfe && second === 0xff ? "utf-16be" : "utf-8";

/** How a list of people is read by the parser, whatever program saved it: what is wrong with a row is told of the row. */
export const peopleReading = {
  bom: true,
  relax_column_count: true,
  relax_quotes: true,
  skip_records_with_empty_values: true,
  trim: true,
} as const;
