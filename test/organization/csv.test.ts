import fc from "fast-check";
import { expect, test } from "vitest";
import { csvOf, csvRows, csvText } from "../../functions/sheets/csv.ts";
import { printOf } from "../../functions/sheets/print.ts";
import type { Column, Sheet } from "../../functions/sheets/sheet.ts";

/** Reads CSV as RFC 4180 says: cells by line. */
function parsed(text: string): string[][] {
  const lines: string[][] = [[]];
  let cell = "";
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!;
    if (quoted) {
      if (character !== '"') cell += character;
      else if (text[at + 1] === '"') cell += text[at++];
      else quoted = false;
    } else if (character === '"' && cell === "") quoted = true;
    else if (character === "," || (character === "\r" && text[at + 1] === "\n")) {
      lines.at(-1)!.push(cell);
      cell = "";
      if (character === "\r") at += 1;
      if (character === "\r" && at + 1 < text.length) lines.push([]);
    } else cell += character;
  }
  return lines;
}

const columns: readonly Column<readonly string[]>[] = [0, 1, 2].map((index) => ({
  id: String(index),
  header: `Column ${index}`,
  kind: "text",
  value: (row) => row[index]!,
}));
const nasty = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string({ unit: fc.constantFrom(..."=+-@\t\r\n\0 ,\"'＝＋－＠ab1") }),
);

test("whatever people type comes back as one cell each, and none begins a formula", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(nasty, nasty, nasty), { minLength: 1, maxLength: 5 }), (rows) => {
      const back = parsed(csvRows(columns, rows));
      expect(back.map((line) => line.length)).toEqual(rows.map(() => 3));
      for (const [index, line] of back.entries()) {
        for (const [at, cell] of line.entries()) {
          expect(cell).not.toMatch(/^(?!\+\d+$)[=+\-@\t\r＝＋－＠]/); // a plus and digits are a number
          expect(cell).not.toContain("\0");
          const typed = rows[index]![at]!.replaceAll("\0", "").trim();
          expect([typed, `'${typed}`]).toContain(cell);
        }
      }
    }),
    { numRuns: 200 },
  );
});

test.each([
  ["=HYPERLINK(1)", "'=HYPERLINK(1)"],
  ["  +15551234567", "+15551234567"],
  ["+15551234567+cmd", "'+15551234567+cmd"],
  ["+1 555", "'+1 555"],
  ['say "hello", all', '"say ""hello"", all"'],
  ["two\nlines", '"two\nlines"'],
  ["＝1+1", "'＝1+1"],
  ["Ada Lovelace", "Ada Lovelace"],
  ["", ""],
])("%j is written %j", (typed, written) => expect(csvText(typed)).toBe(written));

const sheet: Sheet<readonly string[]> = {
  title: "Billing <history>",
  subtitle: "Ada & Sons",
  fileName: "billing",
  columns: [...columns.slice(0, 2), { id: "amount", header: "Amount", kind: "amount", value: () => "-12.50" }],
  summaryLines: async () => [["Sum", "<1>"]],
  total: async () => 1,
  async *pages() {
    yield { rows: [["<script>alert(1)</script>", "\" onclick='x'"]], after: "1" };
  },
};

test("a file begins with the mark of UTF-8 and its headings; an amount of ours stays a number", async () => {
  const writer = csvOf(sheet);
  expect(await writer.begin()).toBe("\uFEFFColumn 0,Column 1,Amount\r\n");
  expect(writer.rows([["a", "b"]])).toBe("a,b,-12.50\r\n");
});

test("the page for print holds what was typed as text and nothing that runs", async () => {
  const writer = printOf(sheet);
  let page = await writer.begin();
  for await (const { rows } of sheet.pages()) page += writer.rows(rows);
  page += writer.end();
  expect(page).not.toMatch(/<script|onclick='x'|<history>|<1>/);
  expect(page).toContain("&#60;script&#62;alert(1)&#60;/script&#62;");
  expect(page).toContain("Ada &#38; Sons");
  expect(page).toContain("default-src 'none'");
});

test("digits that are a name, such as an account's, keep their zeros in a spreadsheet; anything else is text", () => {
  const digits = [{ id: "aba", header: "ABA", kind: "digits", value: (row: string) => row }] as const;
  expect(csvRows(digits, ["021000021", "=1+1", ""])).toBe(`"=""021000021"""\r\n'=1+1\r\n\r\n`);
});
