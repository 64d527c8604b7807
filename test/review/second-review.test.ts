import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { drawOf } from "../../functions/review/model/draw.ts";
import type { SectionResult } from "../../shared/review/job.ts";
import {
  agree,
  disputed,
  drawNumbers,
  type FirstReview,
  majorityOf,
  reasonsFor,
  seatPayCents,
  settle,
} from "../../shared/review/second-review.ts";
import { gradeRubric } from "../../shared/submission/rules.ts";

/** Five criteria of two points each: seven points complete it, so four criteria do. */
const section = {
  section_id: "sec_table",
  criteria: ["a", "b", "c", "d", "e"].map((criteria_id) => ({ criteria_id, score: 2 })),
  making_progress: 3,
  completed: 7,
  review_estimate: 20,
};
const general = { ...section, section_id: "sec_text", criteria: [], making_progress: 0, completed: 0 };

/** What a seat says of a section: `achieved` names the criteria it finds met. */
function said(
  status: "accepted" | "rejected",
  achieved = "",
  { by = "usr_one", of = section }: { by?: string; of?: typeof section } = {},
): SectionResult {
  const marks = of.criteria.map(({ criteria_id }) => ({ criteria_id, achieved: achieved.includes(criteria_id) }));
  return {
    section_id: of.section_id,
    status,
    decided_by: by,
    credential_job_id: `job_${by}`,
    application_id: "app_1",
    organization_id: "org_1",
    round: 1,
    grade: `Grade of ${by}`,
    feedback: `<p>Words of ${by}</p>`,
    ...(of.criteria.length > 0 && { section_rubric: gradeRubric(of, marks) }),
    decided_on: "2026-11-01T10:00:00.000Z",
  };
}

describe("the draw", () => {
  const rounds = Array.from({ length: 4000 }, (_, at) => ({ application_id: `app_${at}`, round: 1 }));

  test("of a round is the same with its key, and another with every other key and in every other round", () => {
    const drawn = rounds.map((each) => drawOf("key", each));
    expect(rounds.map((each) => drawOf("key", each))).toEqual(drawn);
    const again = rounds.map((each) => drawOf("key", { ...each, round: 2 }));
    const other = rounds.map((each) => drawOf("other", each));
    for (const draws of [again, other])
      expect(draws.filter((draw, at) => draw === drawn[at]).length).toBeLessThan(rounds.length / 1000);
  });

  test.each([1, 10, 30, 50, 99])("meets %i of a hundred rounds, as closely as chance allows", (share_percent) => {
    const met = rounds.filter((each) => draws(share_percent, drawOf("key", each))).length;
    const [expected, share] = [rounds.length * (share_percent / 100), share_percent / 100];
    expect(Math.abs(met - expected)).toBeLessThan(4 * Math.sqrt(rounds.length * share * (1 - share)));
  });

  test("meets every round at 100 percent, and none at 0", () => {
    void fc.assert(
      fc.property(fc.nat({ max: drawNumbers - 1 }), (draw) => {
        expect([draws(100, draw), draws(0, draw)]).toEqual([true, false]);
      }),
    );
    expect([draws(1, 99), draws(1, 100)]).toEqual([true, false]);
  });
});

const review: FirstReview = {
  share_percent: 10,
  draw: 5000,
  terms: [section, general],
  results: [said("accepted", "abcd"), said("accepted", "", { of: general })],
  finished_before: 5,
  on_probation: false,
  minutes: 40,
};
const draws = (share_percent: number, draw: number): boolean =>
  reasonsFor({ ...review, share_percent, draw }).includes("share");

describe("a round is reviewed a second time", () => {
  const cases: [string, Partial<FirstReview>, string[]][] = [
    ["for nothing where nothing speaks for it", {}, []],
    ["when the draw meets it", { draw: 999 }, ["share"]],
    ["among a reviewer's first five", { finished_before: 4 }, ["firstReviews"]],
    ["when its reviewer is on probation", { on_probation: true }, ["probation"]],
    ["when it was rejected one criterion short", { results: [said("rejected", "abc")] }, ["borderline"]],
    ["but not when it was rejected two criteria short", { results: [said("rejected", "ab")] }, []],
    ["when it was rejected with enough points", { results: [said("rejected", "abcde")] }, ["borderline"]],
    ["when it was accepted without enough points", { results: [said("accepted", "abc")] }, ["borderline"]],
    ["when nothing was missed in no time", { results: [said("accepted", "abcde")], minutes: 4.9 }, ["haste"]],
    ["but not when that took its time", { results: [said("accepted", "abcde")], minutes: 5 }, []],
    ["and not in haste where something was missed", { minutes: 1 }, []],
    ["and not where nothing was marked", { results: [said("accepted", "", { of: general })], minutes: 0 }, []],
  ];
  test.each(cases)("%s", (_, differs, reasons) => expect(reasonsFor({ ...review, ...differs })).toEqual(reasons));
});

describe("two reviewers", () => {
  const cases: [string, SectionResult, SectionResult, boolean][] = [
    ["with four of five marks equal agree", said("accepted", "abcd"), said("accepted", "abcde"), true],
    ["with three of five marks equal do not", said("accepted", "abcd"), said("accepted", "abce"), false],
    ["with another verdict do not, whatever the marks", said("accepted", "abcd"), said("rejected", "abcd"), false],
    ["with another progress do not, for one mark", said("accepted", "abcd"), said("accepted", "abc"), false],
    [
      "without marks agree by their verdict",
      said("accepted", "", { of: general }),
      said("accepted", "", { of: general }),
      true,
    ],
    [
      "without marks differ by their verdict",
      said("accepted", "", { of: general }),
      said("rejected", "", { of: general }),
      false,
    ],
  ];
  test.each(cases)("%s", (_, one, other, agreed) => {
    expect(agree(one, other)).toBe(agreed);
    expect(agree(other, one)).toBe(agreed);
  });

  test("dispute the sections they do not agree on, and no others", () => {
    const text = said("accepted", "", { of: general });
    expect(disputed([text, said("accepted", "abcd")], [said("rejected", "abcd"), text])).toEqual(["sec_table"]);
    expect(disputed([text, said("accepted", "abcd")], [text, said("accepted", "abcde")])).toEqual([]);
  });
});

describe("the majority of three", () => {
  const one = (status: "accepted" | "rejected", achieved: string) => said(status, achieved, { by: "usr_one" });
  const two = (status: "accepted" | "rejected", achieved: string) => said(status, achieved, { by: "usr_two" });
  const three = (status: "accepted" | "rejected", achieved: string) => said(status, achieved, { by: "usr_three" });

  test("is what two say, of the verdict and of every criterion, with the points of those marks", () => {
    const result = majorityOf(section, [one("accepted", "abcde"), two("rejected", "ab"), three("rejected", "abc")]);
    expect(result).toMatchObject({ status: "rejected", section_rubric: { earned: 6, progress: "making_progress" } });
    expect(result.section_rubric?.marks.flatMap((each) => (each.achieved ? [each.criteria_id] : []))).toEqual([
      "a",
      "b",
      "c",
    ]);
  });

  test("speaks with the third's words, or the first's where the third stands alone; the first stays who decided", () => {
    const with_third = majorityOf(section, [one("accepted", "abcd"), two("rejected", "a"), three("rejected", "a")]);
    expect(with_third).toMatchObject({ grade: "Grade of usr_three", decided_by: "usr_one" });
    const alone = majorityOf(section, [one("accepted", "abcd"), two("accepted", "abc"), three("rejected", "a")]);
    expect(alone).toMatchObject({ status: "accepted", grade: "Grade of usr_one", decided_by: "usr_one" });
  });

  test("keeps the comments of whose words it speaks, but on no criterion that they marked otherwise", () => {
    const commented = (of: SectionResult): SectionResult => ({
      ...of,
      section_rubric: {
        ...of.section_rubric!,
        marks: of.section_rubric!.marks.map((mark) => ({
          ...mark,
          comment: `${of.decided_by} on ${mark.criteria_id}`,
        })),
      },
    });
    const seats = [
      commented(one("accepted", "abcd")),
      commented(two("rejected", "ab")),
      commented(three("rejected", "acd")),
    ];
    const result = majorityOf(section, seats as [SectionResult, SectionResult, SectionResult]);
    expect(result.section_rubric?.marks.map(({ achieved, comment }) => [achieved, comment])).toEqual([
      [true, "usr_three on a"],
      [true, undefined],
      [true, "usr_three on c"],
      [true, "usr_three on d"],
      [false, "usr_three on e"],
    ]);
    const verdicts = [{ section_id: result.section_id, status: "accepted" as const, feedback: "" }];
    const [ruled] = settle(
      [section],
      seats.map((each) => [each]),
      { verdicts },
    );
    expect(ruled?.section_rubric?.marks.map(({ comment }) => comment)).toEqual([
      "usr_one on a",
      "usr_one on b",
      "usr_one on c",
      "usr_one on d",
      "usr_one on e",
    ]);
    const own = [{ ...verdicts[0]!, feedback: "<p>Ours.</p>" }];
    const unlike = seats.map((each) => [{ ...each, status: "rejected" as const }]);
    expect(JSON.stringify(settle([section], unlike, { verdicts: own }))).not.toContain("comment");
  });

  test("is never tied, does not depend on who is second, and without marks has none", () => {
    const verdicts = fc.constantFrom("accepted" as const, "rejected" as const);
    const seat = fc.tuple(
      verdicts,
      fc.subarray([..."abcde"]).map((marks) => marks.join("")),
    );
    void fc.assert(
      fc.property(seat, seat, seat, (first, second, third) => {
        const result = majorityOf(section, [one(...first), two(...second), three(...third)]);
        const turned = majorityOf(section, [two(...second), one(...first), three(...third)]);
        expect(turned).toMatchObject({ status: result.status, section_rubric: result.section_rubric });
        const votes = [first, second, third].filter(([status]) => status === result.status).length;
        expect(votes).toBeGreaterThan(1);
        expect(result.section_rubric).toEqual(gradeRubric(section, result.section_rubric!.marks));
      }),
    );
    const texts = (["accepted", "rejected", "accepted"] as const).map((each) => said(each, "", { of: general }));
    const result = majorityOf(general, [texts[0]!, texts[1]!, texts[2]!]);
    expect([result.status, "section_rubric" in result]).toEqual(["accepted", false]);
  });
});

test("a seat is paid for the minutes of its sections alone, rounded like every pay", () => {
  const terms = [section, { ...general, review_estimate: 15 }];
  expect(seatPayCents(2000, terms, new Set(["sec_table", "sec_text"]))).toBe(1167);
  expect(seatPayCents(2000, [{ ...section, review_estimate: 10 }], new Set(["sec_table"]))).toBe(333);
  expect(seatPayCents(2000, terms, new Set())).toBe(0);
});
