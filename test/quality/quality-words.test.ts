import { expect, test } from "vitest";
import { agreementOnCriterion, qualityFrom } from "../../shared/quality/quality.ts";
import {
  agreementNote,
  agreementWords,
  coefficientWords,
  overturnedNote,
  qualityCsv,
  shareNote,
  shareWords,
} from "../../web/quality/quality-words.ts";

const quality = qualityFrom({ seats: 12, in_time: 9, late: 1, double_reviews: 6 });
const appealed = qualityFrom({ seats: 12, in_time: 9, late: 1, double_reviews: 6, appeals: 5, appeals_overturned: 2 });

test("a share stands with what it was counted from and its limits, from five on", () => {
  expect(shareNote(quality.in_time, "review")).toBe("9 of 10 reviews. Likely range 60–\u206098%");
  const few = agreementOnCriterion([
    [1, 1],
    [0, 2],
  ]);
  expect([agreementWords(few), agreementNote(few, "mark")]).toEqual(["3 of 4", "4 marks in 4 double reviews"]);
});

test("what was overturned tells that its limits count double reviews, while there are enough for limits", () => {
  const reviewed = qualityFrom({ double_reviews: 5, verdict_submissions: 5, verdict_11: 50 });
  expect(overturnedNote(reviewed)).toBe(
    "0 of 50 sections in 5 double reviews. Likely range 0–\u206043%, counting each double review once",
  );
  const few = qualityFrom({ double_reviews: 2, verdict_submissions: 2, verdict_11: 20 });
  expect(overturnedNote(few)).toBe("20 sections in 2 double reviews");
});

test("of appeals the counts are all that is told below five, and of months from before they were kept there are none", () => {
  expect(quality.appeals_overturned).toEqual({ count: 0, of: 0 });
  const few = qualityFrom({ appeals: 4, appeals_overturned: 1 }).appeals_overturned;
  expect([shareWords(few), shareNote(few, "appeal")]).toEqual(["1 of 4", "4 appeals"]);
  const five = qualityFrom({ appeals: 5, appeals_overturned: 2 }).appeals_overturned;
  expect([shareWords(five), shareNote(five, "appeal")]).toEqual(["40%", "2 of 5 appeals. Likely range 12–\u206077%"]);
});

test("where everybody said the same there is no variation, and never a coefficient of 1", () => {
  const same = agreementOnCriterion([
    [0, 0],
    [0, 50],
  ]);
  expect(agreementWords(same)).toBe("100%");
  expect(coefficientWords(same.gwet, same)).toBe("No variation");
  const none = agreementOnCriterion([
    [0, 0],
    [0, 0],
  ]);
  expect([agreementWords(none), coefficientWords(none.gwet, none)]).toEqual(["–", "–"]);
});

test("the file of months has counts, shares and limits as plain numbers, and nothing where there is none", () => {
  const [head, line, ...more] = qualityCsv([{ month: "2026-11", ...appealed }])
    .split("\r\n")
    .map((each) => each.split(","));
  expect(more).toEqual([]);
  expect(line).toHaveLength(head!.length);
  const of = (name: string) => line![head!.indexOf(name)];
  expect(["month", "seats", "double_reviews"].map(of)).toEqual(["2026-11", "12", "6"]);
  expect(["in_time", "in_time_of", "in_time_share", "in_time_low", "in_time_high"].map(of)).toEqual(
    ["9", "10", "0.9", "0.5958", "0.9821"], // Newcombe's method: 9 of 10
  );
  expect(["appeals_overturned", "appeals_overturned_of", "appeals_overturned_share"].map(of)).toEqual([
    "2",
    "5",
    "0.4",
  ]);
  expect(["active_time_reviews", "active_time_median"].map(of)).toEqual(["0", ""]);
  expect(["verdicts_agreed", "verdicts_agreed_share", "verdicts_kappa"].map(of)).toEqual(["0", "", ""]);
});
