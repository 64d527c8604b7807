import { describe, expect, test } from "vitest";
import { type NachaEntry, nachaFile, nextWorkingDay } from "../../functions/payment/model/nacha.ts";

const originator = {
  bankRouting: "091000019",
  bankName: "Wells Fargo Bank",
  companyId: "1381234567",
  companyName: "Laurel Credentials, Inc.",
};
const entries: readonly NachaEntry[] = [
  {
    aba: "021000021",
    account_number: "000918273645",
    account_type: "checking",
    cents: 116_700,
    holder: "Rita Delgado",
    id: "01K9RITA00000",
  },
  {
    aba: "011401533",
    account_number: "5550001111",
    account_type: "savings",
    cents: 4001,
    holder: "Zoë Ångström-Fitzgerald III",
    id: "01K9ZOE000000",
  },
];
const days = { made: "2026-11-20T14:05:00.000Z", effective: "2026-11-23" };

/** Laid out by hand after the field tables of the NACHA operating rules. */
const golden = [
  "101 09100001913812345672611201405A094101WELLS FARGO BANK       LAUREL CREDENTIALS, INC        ",
  "5220LAUREL CREDENTIA                    1381234567PPDREVIEW PAY261120261123   1091000010000001",
  "622021000021000918273645     000011670001K9RITA00000  RITA DELGADO            0091000010000001",
  "6320114015335550001111       000000400101K9ZOE000000  ZOE ANGSTROM-FITZGERAL  0091000010000002",
  "822000000200032401550000000000000000001207011381234567                         091000010000001",
  "9000001000001000000020003240155000000000000000000120701                                       ",
  ...Array.from({ length: 4 }, () => "9".repeat(94)),
];

describe("the bank's file", () => {
  test("is the golden one, letter by letter", () => {
    expect(nachaFile(originator, entries, days).split("\r\n")).toEqual([...golden, ""]);
  });

  test.each([1, 6, 7, 16, 17, 200])("of %i entries has whole blocks, counts and sums that agree", (count) => {
    const many = Array.from({ length: count }, (_, index) => ({ ...entries[index % 2]!, cents: index + 1 }));
    const lines = nachaFile(originator, many, days).split("\r\n").slice(0, -1);
    for (const line of lines) expect(line).toHaveLength(94);
    expect(lines.length % 10).toBe(0);
    const paid = lines.filter((line) => line.startsWith("6"));
    expect(paid).toHaveLength(count);
    const cents = paid.reduce((sum, line) => sum + Number(line.slice(29, 39)), 0);
    const hash = paid.reduce((sum, line) => sum + Number(line.slice(3, 11)), 0) % 1e10;
    const batch = lines.find((line) => line.startsWith("8"))!;
    const file = lines.find((line) => line.startsWith("9"))!;
    expect([batch.slice(4, 10), batch.slice(10, 20), batch.slice(32, 44)].map(Number)).toEqual([count, hash, cents]);
    expect([file.slice(13, 21), file.slice(21, 31), file.slice(43, 55)].map(Number)).toEqual([count, hash, cents]);
    expect(Number(file.slice(7, 13)) * 10).toBe(lines.length);
    expect(paid.map((line) => Number(line.slice(87)))).toEqual(paid.map((_, index) => index + 1));
  });

  test.each([
    ["Łukasz Bjørn Østby", "LUKASZ BJORN OSTBY"],
    ["Weiß-Æbelø & O’Brien", "WEISS-AEBELO & O'BRIEN"],
    ["王小明", entries[0]!.id.toUpperCase()],
  ])("has a name for %s that begins with a letter", (holder, name) => {
    const lines = nachaFile(originator, [{ ...entries[0]!, holder }], days).split("\r\n");
    expect(lines.find((line) => line.startsWith("6"))!.slice(54, 76)).toBe(name.slice(0, 22).padEnd(22));
  });

  test("refuses what does not fit rather than cutting a number", () => {
    const wrong = (change: Partial<NachaEntry>) => () => nachaFile(originator, [{ ...entries[0]!, ...change }], days);
    expect(wrong({ cents: 1e10 })).toThrow(RangeError);
    expect(wrong({ cents: -1 })).toThrow(RangeError);
    expect(wrong({ aba: "1234567890" })).toThrow(RangeError);
  });
});

test.each([
  ["2026-11-19T23:59:00.000Z", "2026-11-20"],
  ["2026-11-20T08:00:00.000Z", "2026-11-23"],
  ["2026-11-21T08:00:00.000Z", "2026-11-23"],
])("after %s the next working day is %s", (at, day) => expect(nextWorkingDay(at)).toBe(day));
