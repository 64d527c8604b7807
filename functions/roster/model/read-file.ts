import { parse } from "csv-parse/sync";
import { Problem } from "../../../shared/http/problem.ts";
import { encodingOf, peopleReading, separatorOf } from "../../../shared/platform/csv.ts";
import { columnNames, columnOf, type ImportColumn, importLine, importRows } from "../../../shared/roster/rules.ts";

/** A row of a file: the line that it begins in, and its cells as they were; of one that is too long what it begins with. */
export interface FileRow {
  readonly line: number;
  readonly cells: readonly string[];
  readonly isTooLong: boolean;
}

/** A file that can be read: its headings, where the columns stand that are read, and its rows. */
export interface RosterFile {
  readonly headings: readonly string[];
  readonly places: Readonly<Partial<Record<ImportColumn, number>>>;
  readonly ignored: readonly string[];
  readonly rows: readonly FileRow[];
}

const unreadable = (message: string) => new Problem("roster.unreadable", { message, fields: { key: message } });

function textOf(bytes: Uint8Array): string {
  try {
    const text = new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes);
    if (!text.includes("\0")) return text;
  } catch {
    // told below, as for a text with zeros in it
  }
  throw unreadable("We can’t read the letters of this file. Save it as UTF-8 and try again.");
}

const [columnsMax, charactersMax] = [importLine.columns, importLine.characters].map((most) =>
  most.toLocaleString("en-US"),
);

/** What a line begins with: so much as an item of the table and a report of all lines have room for. */
function beginningOf(cells: readonly string[]): string[] {
  let room: number = importLine.characters;
  return cells.slice(0, importLine.columns).map((cell) => {
    const kept = cell.slice(0, room).toWellFormed();
    room -= kept.length;
    return kept;
  });
}

/** What Excel writes above the headings to say what separates the cells. */
const saysSeparator = /^sep=([,;\t])\r?\n/i;

/** Reads a file of people. Throws `roster.unreadable`, in words, where it is none; what is wrong with a row is not looked at. */
export function readFile(bytes: Uint8Array): RosterFile {
  const whole = textOf(bytes);
  const [above = "", said] = saysSeparator.exec(whole) ?? [];
  const text = whole.slice(above.length);
  const [head, ...rows] = recordsOf(text, said ?? separatorOf(text), above === "" ? 0 : 1);
  if (head === undefined) throw unreadable("This file is empty.");
  const headings = head.cells;
  if (head.isTooLong)
    throw unreadable(
      `The first line is too long. Keep it to ${columnsMax} columns and ${charactersMax} characters, and check its quotation marks.`,
    );
  const columns = headings.map(columnOf);
  for (const column of ["email", "role"] as const) {
    if (!columns.includes(column))
      throw unreadable(
        `The first line has no column “${columnNames[column]}”. Download the template to see how it goes.`,
      );
  }
  const twice = columns.find((column, place) => column !== undefined && columns.indexOf(column) < place);
  if (twice) throw unreadable(`The first line has the column “${columnNames[twice]}” twice.`);
  if (rows.length === 0) throw unreadable("This file has no people below its first line.");
  if (rows.length > importRows.max) {
    const [found, most] = [rows.length, importRows.max].map((count) => count.toLocaleString("en-US"));
    throw unreadable(`This file has ${found} people. Import at most ${most} at once.`);
  }
  const places = Object.fromEntries(columns.flatMap((column, place) => (column ? [[column, place]] : [])));
  const ignored = headings.filter((heading, place) => heading !== "" && columns[place] === undefined);
  return { headings, places, ignored, rows };
}

interface Parsed {
  readonly record: string[];
  readonly raw: string;
  readonly info: { readonly lines: number };
}

function recordsOf(text: string, delimiter: string, linesAbove: number): FileRow[] {
  let lastLine = 0;
  try {
    const parsed = parse(text, {
      ...peopleReading,
      delimiter,
      info: true,
      raw: true,
      on_record: (record, { lines }) => {
        lastLine = lines;
        return record;
      },
    }) as unknown as Parsed[];
    return parsed.map(({ record, raw, info: { lines } }) => ({
      cells: beginningOf(record),
      isTooLong: record.length > importLine.columns || record.join("").length > importLine.characters,
      line: linesAbove + lines - (raw.replace(/[\r\n]+$/, "").match(/\r\n|\r|\n/g)?.length ?? 0),
    }));
  } catch (error) {
    if ((error as { code?: string }).code !== "CSV_QUOTE_NOT_CLOSED") throw error;
    throw unreadable(`A quotation mark after line ${linesAbove + lastLine} isn’t closed.`);
  }
}
