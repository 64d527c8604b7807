import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type AnchorMarks,
  agreementOf,
  differencesOf,
  isComplete,
  isNarrowFail,
  isPass,
  type JudgedSection,
  percentOf,
  rubricText,
  type Score,
  sameMarks,
  scoreOf,
  setFaults,
  standingOf,
  type Try,
  weakCriteria,
} from "../../shared/calibration/calibration.ts";
import { agreementOfTwo } from "../../shared/quality/agreement.ts";

const letters = "abcdefghij";
/** Ten criteria of two points each: fourteen points complete it, so seven criteria do. */
const section: JudgedSection = {
  section_id: "sec_1",
  criteria: [...letters].map((criteria_id) => ({
    criteria_id,
    criteria: `Criterion ${criteria_id}`,
    achieved: "Yes",
    notachieved: "No",
    score: 2,
  })),
  making_progress: 6,
  completed: 14,
};

/** What somebody says: the letters they find achieved, and accepted where these complete the section. */
const said = (achieved: string, status = achieved.length >= 7 ? "accepted" : "rejected"): AnchorMarks => [
  {
    section_id: "sec_1",
    status: status as "accepted" | "rejected",
    marks: [...letters].map((criteria_id) => ({ criteria_id, achieved: achieved.includes(criteria_id) })),
  },
];
/** Half of 40 decisions achieved; the third narrowly fails. */
const keys = [said("abcdefg"), said("abc"), said("abcdef"), said("abcd")];
const score = (achieved: [number, number], not_achieved: [number, number], verdicts_wrong = 0): Score => ({
  achieved: { right: achieved[0], of: achieved[1] },
  not_achieved: { right: not_achieved[0], of: not_achieved[1] },
  verdicts_wrong,
});

describe("a set of anchors", () => {
  test("with four anchors, 40 decisions, half of them not achieved and a narrow fail may be published", () => {
    expect(setFaults([section], keys)).toEqual([]);
  });

  test.each([
    ["three anchors", keys.slice(1), ["anchors", "decisions"]],
    ["none", [], ["anchors", "decisions", "narrowFail"]],
    ["85 % achieved", [said(letters), said(letters), said("abcdef"), said("abcdefgh")], ["tooFewNotAchieved"]],
    ["90 % not achieved", [said("a"), said("abc"), said(""), said("")], ["tooManyNotAchieved", "narrowFail"]],
    ["no narrow fail", [said(letters), said("abc"), said("abc"), said("abc")], ["narrowFail"]],
  ])("of %s may not", (_, given, faults) => {
    expect(setFaults([section], given)).toEqual(faults);
  });

  test.each([
    [14, []],
    [13, ["tooFewNotAchieved"]],
    [26, []],
    [27, ["tooManyNotAchieved"]],
  ])("with %i of 40 not achieved is at the limit", (notAchieved, faults) => {
    const spread = [4, 0, 0, 0];
    for (let left = notAchieved - 4, at = 1; left > 0; at += 1) {
      spread[at] = Math.min(10, left);
      left -= spread[at]!;
    }
    const set = spread.map((count) => said(letters.slice(0, 10 - count)));
    expect(setFaults([section], set)).toEqual(faults);
  });

  test("fails narrowly where one criterion more completes the section, and not where more are wanted or it is complete", () => {
    expect(isNarrowFail([section], said("abcdef"))).toBe(true);
    expect(isNarrowFail([section], said("abcde"))).toBe(false);
    expect(isNarrowFail([section], said("abcdefg", "rejected"))).toBe(false);
    expect(isNarrowFail([section], said("abcdef", "accepted"))).toBe(false);
  });
});

describe("a key", () => {
  test("is agreed where two people say the same of every criterion and section", () => {
    expect(sameMarks(said("abc"), said("abc"))).toBe(true);
    expect(differencesOf(said("abc"), said("abd"))).toEqual([
      { section_id: "sec_1", criteria_id: "c" },
      { section_id: "sec_1", criteria_id: "d" },
    ]);
    expect(differencesOf(said("abc"), said("abc", "accepted"))).toEqual([{ section_id: "sec_1" }]);
  });

  test("is about all of the rubric and nothing else", () => {
    const [whole] = said("abc");
    expect(isComplete([section], [whole!])).toBe(true);
    expect(isComplete([section], [])).toBe(false);
    expect(isComplete([section], [{ ...whole!, marks: whole!.marks.slice(1) }])).toBe(false);
    expect(isComplete([section], [whole!, whole!])).toBe(false);
    expect(isComplete([section], [{ ...whole!, section_id: "sec_2" }])).toBe(false);
  });

  test("holds for the words, the points and the minimums of its rubric", () => {
    const [first, ...rest] = section.criteria;
    const changed = [
      { ...section, completed: 16 },
      { ...section, making_progress: 8 },
      { ...section, criteria: [{ ...first!, criteria: "Another" }, ...rest] },
      { ...section, criteria: [{ ...first!, notachieved: "Nothing" }, ...rest] },
      { ...section, criteria: [{ ...first!, score: 3 }, ...rest] },
      { ...section, criteria: rest },
    ];
    const texts = new Set([section, ...changed].map((each) => rubricText([each])));
    expect(texts.size).toBe(changed.length + 1);
    expect(rubricText([{ ...section }])).toBe(rubricText([section]));
  });
});

describe("a try", () => {
  test("that says what the key says passes with all right", () => {
    const all = scoreOf(keys, keys);
    expect(all).toEqual(score([20, 20], [20, 20]));
    expect(isPass(all)).toBe(true);
    expect(weakCriteria(keys, keys)).toEqual([]);
  });

  test("that ticks everything fails, whatever its agreement", () => {
    const ticked = keys.map(() => said(letters));
    expect(scoreOf(keys, ticked)).toEqual(score([20, 20], [0, 20], 3));
    expect(isPass(scoreOf(keys, ticked))).toBe(false);
    expect(isPass(score([34, 34], [0, 6]))).toBe(false);
  });

  test("counts what was not marked as wrong", () => {
    expect(scoreOf(keys, [])).toEqual(score([0, 20], [0, 20], 4));
  });

  test.each([
    ["80 % at the limit", score([16, 20], [16, 20]), true],
    ["one less", score([15, 20], [16, 20]), false],
    ["70 % of the achieved", score([14, 20], [20, 20]), true],
    ["less of the achieved", score([13, 20], [20, 20]), false],
    ["70 % of the not achieved", score([20, 20], [14, 20]), true],
    ["less of the not achieved", score([20, 20], [13, 20]), false],
    ["one verdict wrong", score([20, 20], [20, 20], 1), true],
    ["two verdicts wrong", score([20, 20], [20, 20], 2), false],
    ["nothing achieved in the key", score([0, 0], [40, 40]), false],
    ["nothing at all", score([0, 0], [0, 0]), false],
  ])("with %s", (_, given, passes) => {
    expect(isPass(given)).toBe(passes);
  });

  test("without anything to divide has no number", () => {
    expect(percentOf({ right: 0, of: 0 })).toBeNull();
    expect(percentOf({ right: 2, of: 3 })).toBeCloseTo(66.67, 2);
  });

  test("names the criteria it got wrong, the weakest first", () => {
    const tried = [said("abcdefh"), said("abd"), said("abcdef"), said("abc")];
    expect(weakCriteria(keys, tried).map(({ criteria_id }) => criteria_id)).toEqual(["d", "g", "h", "c"]);
  });

  /* The tables that are printed for agreement of two, with the key as the one. */
  test.each([
    [[[20, 5], [10, 15]], 70, 80, 60], // biome-ignore format: a table
    [[[40, 9], [6, 45]], 85, 81.6327, 88.2353], // biome-ignore format: a table
    [[[80, 5], [10, 5]], 85, 94.1176, 33.3333], // biome-ignore format: a table
    [[[45, 15], [25, 15]], 60, 75, 37.5], // biome-ignore format: a table
    [[[118, 5], [2, 0]], 94.4, 95.9350, 0], // biome-ignore format: a table
    [[[50, 0], [0, 0]], 100, 100, null], // biome-ignore format: a table
  ])("at the table %j agrees %d %%, %d of the achieved, %d of the not achieved", (table, agreed, recall, other) => {
    const [[a, b], [c, d]] = table as [[number, number], [number, number]];
    const ofTable = score([a, a + b], [d, c + d]);
    const amounts = [agreementOf(ofTable), ofTable.achieved, ofTable.not_achieved].map(percentOf);
    for (const [at, amount] of [agreed, recall, other].entries())
      if (amount === null) expect(amounts[at]).toBeNull();
      else expect(amounts[at]).toBeCloseTo(amount, 3);
    expect(agreementOfTwo(table).agreement?.value).toBeCloseTo(agreed / 100, 6);
  });

  test("has as many decisions as its key, whatever was said", () => {
    const anyone = fc.array(
      fc.subarray([...letters]).map((achieved) => said(achieved.join(""))),
      { maxLength: 5 },
    );
    void fc.assert(
      fc.property(anyone, anyone, (key, tried) => {
        const { achieved, not_achieved, verdicts_wrong } = scoreOf(key, tried);
        expect(achieved.of + not_achieved.of).toBe(key.length * 10);
        expect(achieved.right).toBeLessThanOrEqual(achieved.of);
        expect(not_achieved.right).toBeLessThanOrEqual(not_achieved.of);
        expect(verdicts_wrong).toBeLessThanOrEqual(key.length);
      }),
    );
  });
});

describe("where a reviewer stands", () => {
  const at = (day: string) => `2026-${day}T12:00:00.000Z`;
  const tried = (form: "A" | "B", day: string, passed: boolean): Try => ({ form, finished_on: at(day), passed });

  test("begins with form A, and goes on where it was left", () => {
    expect(standingOf([], at("01-01"))).toEqual({ status: "none", next: "A" });
    expect(standingOf([{ form: "A" }], at("06-01"))).toEqual({ status: "inProgress", form: "A" });
  });

  test("has a second try on the other form at once, and then none for 30 days", () => {
    const first = tried("A", "03-01", false);
    expect(standingOf([first], at("03-01"))).toEqual({ status: "failed", next: "B" });
    const both = [first, tried("B", "03-02", false)];
    const paused = { status: "paused", next: "A", retry_on: at("04-01") };
    expect(standingOf(both, at("03-02"))).toEqual(paused);
    expect(standingOf(both, "2026-04-01T11:59:59.999Z")).toEqual(paused);
    expect(standingOf(both, at("04-01"))).toEqual({ status: "failed", next: "A" });
    const third = [...both, tried("A", "04-02", false)];
    expect(standingOf(third, at("04-02"))).toEqual({ status: "failed", next: "B" });
    expect(standingOf([...third, tried("B", "04-02", false)], at("04-03"))).toMatchObject({ status: "paused" });
  });

  test("is a pass for twelve months to the moment, then a try on the other form", () => {
    const passed = [tried("A", "03-01", false), tried("B", "03-02", true)];
    const expires_on = "2027-03-02T12:00:00.000Z";
    expect(standingOf(passed, at("03-02"))).toEqual({ status: "passed", expires_on });
    expect(standingOf(passed, "2027-03-02T11:59:59.999Z")).toEqual({ status: "passed", expires_on });
    expect(standingOf(passed, expires_on)).toEqual({ status: "none", next: "A" });
    const again = [...passed, { form: "A" as const, finished_on: expires_on, passed: false }];
    expect(standingOf(again, expires_on)).toEqual({ status: "failed", next: "B" });
  });

  test("ends on the last of February where the pass was on a leap day", () => {
    const leap: Try = { form: "A", finished_on: "2028-02-29T08:00:00.000Z", passed: true };
    expect(standingOf([leap], "2028-03-01T00:00:00.000Z")).toMatchObject({ expires_on: "2029-02-28T08:00:00.000Z" });
  });
});
