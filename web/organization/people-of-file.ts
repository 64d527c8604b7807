import { encodingOf, peopleReading, separatorOf } from "../../shared/platform/csv.ts";
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

/**
 * The people of a CSV file: a row, one or more addresses. Its column is the one named so in the first row, or the one with
 * most addresses. A row without an address stays as it was written, so that the form can tell of it. Nobody is found in a
 * file that is none.
 */
export async function peopleIn(file: Blob): Promise<PeopleOfFile> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const text = new TextDecoder(encodingOf(bytes)).decode(bytes);
  const { parse } = await import("csv-parse/browser/esm/sync");
  const rows: string[][] = parse(text, {
    ...peopleReading,
    delimiter: separatorOf(text),
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
