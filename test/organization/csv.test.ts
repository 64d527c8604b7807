import fc from "fast-check";
import { expect, test } from "vitest";
import { billingSheet } from "../../functions/payment/model/billing-sheet.ts";
import { csvOf, csvRows } from "../../functions/sheets/csv.ts";
import { printOf } from "../../functions/sheets/print.ts";
import type { Column, Sheet } from "../../functions/sheets/sheet.ts";
import { type CellKind, csvCell } from "../../shared/platform/csv.ts";
import { csvText } from "../../web/ui/lists/csv.ts";
import { recordsOf } from "../support/csv.ts";

const columnsOf = (kinds: readonly CellKind[]): readonly Column<readonly string[]>[] =>
  kinds.map((kind, index) => ({
    id: String(index),
    header: `Column ${index}`,
    kind,
    value: (row) => row[index]!,
  }));
const columns = columnsOf(["text", "text", "text"]);
const nasty = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string({ unit: fc.constantFrom(..."=+-@\t\r\n\0 ,\"'＝＋－＠ab1") }),
);

const formula = /^(?!\+\d+$|="[^"]*"$)[=+\-@\t\r＝＋－＠]/; // a plus and digits are a number, ="1-1" is a text

test.each(["text", "amount", "digits"] as const)(
  "whatever stands in a cell of %s comes back as one cell, and none begins a formula",
  (kind) => {
    const kinds = columnsOf([kind, kind, kind]);
    fc.assert(
      fc.property(fc.array(fc.tuple(nasty, nasty, nasty), { minLength: 1, maxLength: 5 }), (rows) => {
        const back = recordsOf(`a,b,c\r\n${csvRows(kinds, rows)}`).slice(1);
        expect(back).toHaveLength(rows.length);
        for (const [index, line] of back.entries()) {
          for (const [at, cell] of line.entries()) {
            if (kind !== "amount" || Number.isNaN(Number(cell))) expect(cell).not.toMatch(formula);
            expect(cell).not.toContain("\0");
            const typed = rows[index]![at]!.replaceAll("\0", "").trim();
            expect([typed, `'${typed}`, `="${typed}"`]).toContain(cell);
          }
        }
      }),
      { numRuns: 200 },
    );
  },
);

test.each<readonly [string, string]>([
  ["=HYPERLINK(1)", "'=HYPERLINK(1)"],
  ["  +15551234567", "+15551234567"],
  ["+15551234567+cmd", "'+15551234567+cmd"],
  ["+1 555", "'+1 555"],
  ['say "hello", all', '"say ""hello"", all"'],
  ["two\nlines", '"two\nlines"'],
  ["＝1+1", "'＝1+1"],
  ["Ada Lovelace", "Ada Lovelace"],
  ["-12.5", "'-12.5"],
  ["a\0b ", "ab"],
  ...[
    "012345",
    "1E5",
    "50%",
    "1/2",
    "10:30",
    "MARCH1",
    "Oct-4",
    "12-May",
    "1 June 2026",
    "4.Sep.26",
    "123456789012",
  ].map((text) => [text, `"=""${text}"""`] as const),
  ...["2026-11-25", "12345", "Room 1/2", "March of Dimes", "Marketing 2", "12 Mayors", "7K3F9-Q2MXA", "2.50"].map(
    (text) => [text, text] as const,
  ),
  ["", ""],
])("%j is written %j", (typed, written) => {
  expect(csvCell(typed, "text")).toBe(written);
  expect(csvText([[typed]])).toBe(written);
});

test("numbers of a table in the portal stay numbers, and nothing stays empty", () => {
  expect(
    csvText([
      ["month", "revenue"],
      ["2026-11", -12.5],
      ["-1", null],
      ["=1", undefined],
      ["a,b", 1e-7],
    ]),
  ).toBe("month,revenue\r\n2026-11,-12.5\r\n'-1,\r\n'=1,\r\n\"a,b\",1e-7");
});

test("every kind of line of a billing history has the cells of its heading, whatever became of it", async () => {
  const billing = billingSheet({ organization_id: "org_1", name: "Northwind College" }, undefined);
  const cents = { price_cents: 1, card_cents: -2, credit_cents: 3, reviewer_pay_cents: 4, issuer_share_cents: 5 };
  const about = { organization_id: "org_1", application_id: "app_1", cred_id: "crd_1", user_id: "usr_1" };
  const texts = {
    entry_id: "pay_1",
    at: "2026-11-19T10:00:00.000Z",
    title: 'Reading, "writing"\nand @',
    name: "=A,-B",
  };
  const line = { ...cents, platform_share_cents: 6, organization_share_cents: 7, ...about, ...texts };
  const kinds = ["charge", "pay", "refund", "reversal", "unearned"] as const;
  const fates = [{}, { refunded_on: texts.at }, ...(["open", "won", "lost"] as const).map((dispute) => ({ dispute }))];
  const rows = kinds.flatMap((kind) =>
    [undefined, "appeal" as const].flatMap((purchase) => fates.map((fate) => ({ ...line, kind, purchase, ...fate }))),
  );
  const writer = csvOf(billing);
  const [, ...records] = recordsOf(`${await writer.begin()}${writer.rows(rows)}`);
  expect(records).toHaveLength(50);
  expect(new Set(records.map(([, kind]) => kind))).toContain("Appeal fee, returned");
  for (const record of records) {
    const cells = [texts.title, "0.01", "-0.02", "0.03", "0.04", "0.05", "0.06", "0.07"];
    expect(record).toEqual(["2026-11-19", expect.any(String), "'=A,-B", ...cells, expect.any(String)]);
  }
  const [, gone] = recordsOf(`${await writer.begin()}${writer.rows([{ ...line, kind: "pay", name: "" }])}`);
  expect(gone?.[2], "as the payment history names them").toBe("Deleted account");
});

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
  expect(csvRows(digits, ["021000021", "+447911123456", "=1+1", ""])).toBe(
    `"=""021000021"""\r\n"=""+447911123456"""\r\n'=1+1\r\n\r\n`,
  );
});
