import { globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

/** One line of the table: where a message is said, the message, and the test that sees it. */
interface MessageRow {
  readonly where: string;
  readonly message: string;
  readonly file: string;
  readonly name: string;
}

const [, ...rows] = readFileSync("test/contract/messages.tsv", "utf8")
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"))
  .map((line): MessageRow => {
    const [where = "", message = "", file = "", name = ""] = line.split("\t");
    return { where, message, file, name };
  });

/** What the product is made of, as text; messages of code and data alike. */
const source = globSync("{shared,web}/**/*.{ts,tsx}")
  .map((file) => readFileSync(file, "utf8"))
  .join("\n");

/** The text of the test of that name, from its `test` or `it` to the next; undefined when there is none. */
function textOf({ file, name }: MessageRow): string | undefined {
  const text = readFileSync(file, "utf8");
  const starts = [...text.matchAll(/^\s*(?:test|it)(?:\.each)?\(/gm)].map(({ index }) => index);
  const tests = starts.map((start, at) => text.slice(start, starts[at + 1]));
  return tests.find((each) => ['"', "'", "`"].some((quote) => each.includes(`${quote}${name}${quote}`)));
}

describe.each(rows)("$where: $message", (row) => {
  test("stands in the product letter by letter, and is seen by its test", () => {
    expect(source).toContain(row.message);
    const text = textOf(row);
    expect(text, `${row.file} has no test '${row.name}'`).toBeDefined();
    expect(text).toContain(row.message);
  });
});

test("no message is named twice for one place", () => {
  const places = rows.map(({ where, message }) => `${where} ${message}`);
  expect(new Set(places).size).toBe(places.length);
});
