import { describe, expect, test } from "vitest";
import * as z from "zod";
import { repeatedName } from "../../functions/chain/json-names.ts";
import { unknownFields } from "../../functions/chain/unknown-fields.ts";
import { quoted } from "../../functions/clients/mail.ts";
import { indexedWordsOf, wordsOf } from "../../functions/data/search.ts";
import { wholeNumber } from "../../shared/http/fields.ts";
import { asLine, asLines, isBlank, isWebAddress, lookOf } from "../../shared/http/text.ts";

describe("a name or a title", () => {
  test.each([
    ["zero-width characters", "North\u200bwind\u2060\ufeff", "Northwind"],
    ["direction marks", "\u202eNorthwind\u202c\u2066\u2069\u200f", "Northwind"],
    ["NUL and other control characters", "North\u0000wi\u0007nd", "Northwind"],
    ["a half of a character", "Northwind \ud800", "Northwind"],
    ["letters in pieces", "Cafe\u0301", "Café"],
    ["lines and tabs, which are spaces", " North\twind\nCollege ", "North wind College"],
    ["nothing that can be seen", "\u200b\u00ad\u3164\u115f \u2800".replace("\u2800", ""), ""],
  ])("is kept without %s", (_, typed, kept) => expect(asLine(typed)).toBe(kept));

  test.each([
    ["a joiner between letters that it parts", "علی\u200cرضا"],
    ["a joiner after a virama", "ශ්\u200dරී"],
    [
      "the parts of an emoji",
      "👩🏽\u200d🏫 ❤\ufe0f 1\ufe0f\u20e3 🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}",
    ],
    ["the form of a Han letter", "葛\u{e0100}飾"],
  ])("keeps %s, which is how it is spelled", (_, typed) => expect(asLine(typed)).toBe(typed));
  test.each([
    ["between Latin letters", "North\u200dwind", "Northwind"],
    ["at an end", "علی\u200c", "علی"],
    ["of an emoji that is none", "a\ufe0fb\u{e0067}", "ab"],
  ])("loses a joiner or selector %s", (_, typed, kept) => expect(asLine(typed)).toBe(kept));
  test("looks like one without its joiners", () => expect(lookOf("علی\u200cرضا")).toBe(lookOf("علیرضا")));

  test("of several lines keeps its lines", () => {
    expect(asLines(" One\r\ntwo\u0000\u202e\rthree\tfour ")).toBe("One\ntwo\nthree\tfour");
  });

  test.each([
    ["case and inner spaces", "Northwind  College", "NORTHWIND COLLEGE"],
    ["wide and joined letters", "ﬁne Ａcademy", "fine academy"],
    ["what nobody sees", "North\u200bwind", "northwind"],
    ["the letters of one sound", "STRASSE", "straße"],
    ["the end of a Greek word", "ΣΟΦΟΣ", "σοφος"],
    ["spaces that do not break", "A\u00a0B", "a b"],
  ])("looks like another that differs in %s alone", (_, one, other) => expect(lookOf(one)).toBe(lookOf(other)));

  test("does not look like one that differs to the eye", () => {
    expect(lookOf("Northwind College")).not.toBe(lookOf("Northwind Colleges"));
    expect(lookOf("Résumé")).not.toBe(lookOf("Resume"));
  });
});

test.each([
  ["Søren Łukasz", ["soren", "søren", "lukasz", "ŁUKASZ"]],
  ["O'Brien", ["obrien", "o'brien", "O’Brien", "brien"]],
  ["Nguyễn Weiß", ["nguyen", "weiss", "weiß"]],
  ["علی\u200cرضا", ["علیرضا", "علی\u200cرضا"]],
])("%s is found however it is typed", (name, searches) => {
  const indexed = indexedWordsOf(name);
  for (const text of searches)
    expect(
      wordsOf(text).every((word) => indexed.some((each) => each.startsWith(word))),
      text,
    ).toBe(true);
});

test.each([
  ["北京师范大学继续教育与教师发展部 via Laurel"],
  ["Колледж педагогического образования Санкт-Петербурга via Laurel"],
  [`${"é".repeat(39)}👩‍🏫 via Laurel`],
])("the sender %s is written in encoded words of at most 75 characters, whole", (name) => {
  const words = quoted(name).split(" ");
  for (const word of words) expect(word.length, word).toBeLessThanOrEqual(75);
  const texts = words.map((word) => Buffer.from(word.slice(10, -2), "base64").toString());
  expect(texts.join("")).toBe(name);
  for (const text of texts) expect(text.isWellFormed() && !text.includes("\ufffd")).toBe(true);
});

test("a rich text that shows nothing is empty", () => {
  for (const html of ["<p> </p>", "<p>&nbsp;&#8203;</p>", "\u200b", "<p>\u2800</p>", "<ul><li></li></ul>", "<p", ""])
    expect(isBlank(html), html).toBe(true);
  for (const html of ["<p>a</p>", "1", "<p>…</p>", "<p>→</p>"]) expect(isBlank(html), html).toBe(false);
});

test("a web address leads everybody to the same place", () => {
  for (const address of ["https://school.test/a?b=c", "http://93.184.216.34/"])
    expect(isWebAddress(address), address).toBe(true);
  const elsewhere = ["http://169.254.169.254/latest", "http://127.0.0.1/", "http://10.1.2.3/", "http://[fe80::1]/"];
  const others = [
    "http://localhost/",
    "http://printer.local/",
    "http://intranet/",
    "javascript:alert(1)",
    "https://a:b@c.test/",
  ];
  for (const address of [...elsewhere, ...others, "http://0x7f.1/", "http://2130706433/"])
    expect(isWebAddress(address), address).toBe(false);
});

test("a whole number is decimal digits, and nothing that merely becomes one", () => {
  const schema = wholeNumber({ min: 1, max: 100 });
  expect([schema.parse(10), schema.parse("10")]).toEqual([10, 10]);
  for (const other of ["0x10", "1e1", " 10", "10 ", "+10", "010", "1.0", "", [10], ["10"], null, true, {}, "١٠"])
    expect(schema.safeParse(other).success, JSON.stringify(other)).toBe(false);
});

describe("a body's names", () => {
  test.each([
    ['{"a":1,"b":2,"a":3}', "a"],
    ['{"a":{"b":1,"b":2}}', "a.b"],
    ['{"a":[{"b":1},{"c":1,"c":2}]}', "a.1.c"],
    ['{"a":1,"\\u0061":2}', "a"],
    ['{"a\\"":1,"a\\"":2}', 'a"'],
    ['{"a": 1, "a" : 2}', "a"],
    [`{"a": 1, "a"${" ".repeat(1000)}: 2}`, "a"],
  ])("are found to be repeated in %s", (json, path) => expect(repeatedName(json)).toBe(path));
  test.each(['{"a":"a","b":"a"}', '{"a":{"a":1},"b":[{"a":1},{"a":1}]}', '{"a":"{\\"b\\":1,\\"b\\":2}"}', "[]", "{}"])(
    "are found to be different in %s",
    (json) => expect(repeatedName(json)).toBeUndefined(),
  );

  test("are known however deep they lie", () => {
    const within = z.object({ title: z.string() });
    const schema = z.object({
      one: within.optional(),
      many: z.array(within).default([]),
      free: z.record(z.string(), z.number()),
    });
    expect(unknownFields(schema, { one: { title: "" }, many: [{ title: "" }], free: { any: 1 } })).toEqual([]);
    expect(unknownFields(schema, { one: { titel: "" }, many: [{}, { x: 1 }], other: 1 })).toEqual([
      "one.titel",
      "many.1.x",
      "other",
    ]);
    expect(unknownFields(schema, JSON.parse('{"one":{"__proto__":{"a":1}}}'))).toEqual(["one.__proto__"]);
  });
});
