import { addressesIn } from "./pasted-addresses.ts";

/** A person of a file: what stands as their address, and as their role where it has a column for that. */
export interface PersonOfFile {
  readonly email: string;
  readonly role?: string;
}

/** What a file has, and the name of the column that was read where its first row names the columns. */
export interface PeopleOfFile {
  readonly people: readonly PersonOfFile[];
  readonly heading?: string;
}

const namesAddresses = /^\W*(?:e-?)?mail\b[^@]*$/i;
const namesRoles = /^\W*role\b/i;

/** As spreadsheets save it: UTF-8, or UTF-16 with its mark. */
async function textOf(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const [first, second] = bytes;
  const encoding = first === 0xff && second === 0xfe ? "utf-16le" : first === 0xfe && second === 0xff ? "utf-16be" : "";
  return new TextDecoder(encoding || "utf-8").decode(bytes);
}

/** The separator that the first line has most of, outside of quotes. */
function delimiterOf(text: string): string {
  const [line = ""] = text
    .replace(/"[^"]*"/g, "")
    .trimStart()
    .split(/[\r\n]/);
  const countOf = (delimiter: string) => line.split(delimiter).length;
  return [",", ";", "\t"].reduce((most, other) => (countOf(other) > countOf(most) ? other : most));
}

/**
 * The people of a CSV file: a row, one or more addresses. Its column is the one named so in the first row, or the one with
 * most addresses. A row without an address stays as it was written, so that the form can tell of it. Nobody is found in a
 * file that is none.
 */
export async function peopleIn(file: Blob): Promise<PeopleOfFile> {
  const text = await textOf(file);
  const { parse } = await import("csv-parse/browser/esm/sync");
  const rows: string[][] = parse(text, {
    bom: true,
    delimiter: delimiterOf(text),
    relax_column_count: true,
    relax_quotes: true,
    skip_records_with_empty_values: true,
    trim: true,
  });
  const [first = [], ...others] = rows;
  const countIn = (column: number) => rows.filter((row) => row[column]?.includes("@")).length;
  const fullest = Array.from(
    { length: Math.max(0, ...rows.map(({ length }) => length)) },
    (_, column) => column,
  ).reduce((most, column) => (countIn(column) > countIn(most) ? column : most), 0);
  if (countIn(fullest) === 0) return { people: [] };
  const hasHeadings = first.every((cell) => !/[@.]|\d/.test(cell)) || first.some((cell) => namesAddresses.test(cell));
  const named = hasHeadings ? first.findIndex((cell, column) => namesAddresses.test(cell) && countIn(column) > 0) : -1;
  const column = named === -1 ? fullest : named;
  const roles = hasHeadings ? first.findIndex((cell) => namesRoles.test(cell)) : -1;
  const people = (hasHeadings ? others : rows).flatMap((row) => {
    const cell = row[column] || row.filter((each) => each !== "").join(" ");
    const role = row[roles];
    return addressesIn(cell).map((email) => (role ? { email, role } : { email }));
  });
  return hasHeadings ? { people, heading: first[column] || `column ${column + 1}` } : { people };
}
