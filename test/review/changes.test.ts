import { describe, expect, test } from "vitest";
import { changesOf, linesOf } from "../../web/content/review/changes.ts";

describe("what changed between two rounds", () => {
  test("words that were added or removed are told from those that stayed", () => {
    expect(changesOf("I read a short book.", "I read a long and good book.")).toEqual([
      { kind: "same", text: "I read a " },
      { kind: "removed", text: "short" },
      { kind: "added", text: "long and good" },
      { kind: "same", text: " book." },
    ]);
  });

  test("the pieces put together are both texts", () => {
    const [before, after] = ["one two three four five", "zero two four four six"];
    const pieces = changesOf(before, after);
    const side = (left: string) => pieces.flatMap(({ kind, text }) => (kind === left ? [] : [text])).join("");
    expect(side("added")).toBe(before);
    expect(side("removed")).toBe(after);
  });

  test("equal texts have nothing to show, and nothing becomes something", () => {
    expect(changesOf("same", "same")).toEqual([{ kind: "same", text: "same" }]);
    expect(changesOf("", "new")).toEqual([{ kind: "added", text: "new" }]);
  });

  test("texts too long to compare are shown as replaced", () => {
    const long = (word: string) => Array.from({ length: 3000 }, (_, at) => `${word}${at}`).join(" ");
    expect(changesOf(long("a"), long("b")).map(({ kind }) => kind)).toContain("removed");
  });

  test("formatted text is compared by its lines", () => {
    expect(linesOf("<p>One &amp; two</p><ul><li>Three</li></ul>")).toBe("One & two\nThree");
  });
});
