import { describe, expect, test } from "vitest";
import { wilson } from "../../shared/quality/agreement.ts";
import { agreementFrom, agreementOnCriterion, qualityFrom, sumOfCounts } from "../../shared/quality/quality.ts";
import { differenceOf, midP, poissonBinomial, severityOf } from "../../shared/quality/severity.ts";

/** Counts of verdicts on so many submissions, a decision each. */
function verdicts([[a, b], [c, d]]: [[number, number], [number, number]]) {
  const submissions = a + b + c + d;
  return {
    double_reviews: submissions,
    verdict_00: a,
    verdict_01: b,
    verdict_10: c,
    verdict_11: d,
    verdict_submissions: submissions,
    verdict_agreed_squares: a + d,
    verdict_products: a + d,
    verdict_decision_squares: submissions,
  };
}

describe("agreement", () => {
  test("is told in counts alone below five double reviews", () => {
    const few = agreementOnCriterion([
      [1, 1],
      [0, 2],
    ]);
    expect(few).toEqual({
      double_reviews: 4,
      decisions: 4,
      agreed: 3,
      counts: [
        [1, 1],
        [0, 2],
      ],
      no_variation: false,
    });
    expect(
      agreementOnCriterion([
        [1, 1],
        [0, 3],
      ]).observed,
    ).toMatchObject({ value: 0.8 });
  });

  test("comes with Wilson's limits, and beyond chance with the same limits (8 of 10: .490 to .943)", () => {
    const found = agreementFrom(
      "verdict",
      verdicts([
        [3, 1],
        [1, 5],
      ]),
    );
    const { low, high } = wilson(8, 10)!;
    expect(found.observed).toEqual({ value: 0.8, low, high });
    // AC1's chance of these totals: 2 × .4 × .6
    const beyond = (share: number) => (share - 0.48) / 0.52;
    expect(found.gwet!.value).toBeCloseTo(beyond(0.8), 12);
    expect(found.gwet!.low).toBeCloseTo(beyond(low), 12);
    expect(found.gwet!.high).toBeCloseTo(beyond(high), 12);
  });

  test("has kappa and alpha from thirty double reviews on, where the rarer level was given often enough", () => {
    expect(
      agreementOnCriterion([
        [10, 2],
        [3, 14],
      ]),
    ).not.toHaveProperty("kappa"); // 29
    const enough = agreementOnCriterion([
      [40, 9],
      [6, 45],
    ]);
    expect(enough.kappa!.value).toBeCloseTo(0.6995, 4);
    expect(enough.alpha!.value).toBeCloseTo(0.7008, 3);
    expect(enough.alpha!.low).toBeLessThan(enough.alpha!.value);
    expect(enough.gwet!.value).toBeCloseTo(0.7007, 4);
    const rare = agreementOnCriterion([
      [1, 3],
      [4, 92],
    ]); // 4.5 on average
    expect(rare).not.toHaveProperty("kappa");
    expect(rare).not.toHaveProperty("alpha");
  });

  test("without any variation is said to be so, and has neither kappa nor alpha", () => {
    const same = agreementOnCriterion([
      [0, 0],
      [0, 50],
    ]);
    expect(same).toMatchObject({ no_variation: true, observed: { value: 1, high: 1 } });
    for (const name of ["kappa", "alpha"]) expect(same).not.toHaveProperty(name);
    expect(same.by_level![0]).toBeNull();
    expect(
      agreementOnCriterion([
        [0, 0],
        [0, 0],
      ]).no_variation,
    ).toBe(false);
  });

  test("by level lies between limits that hold it", () => {
    const { by_level } = agreementOnCriterion([
      [5, 5],
      [10, 80],
    ]);
    expect(by_level!.map((each) => each?.value)).toEqual([10 / 25, 160 / 175]);
    for (const each of by_level!) expect(each!.low < each!.value && each!.value < each!.high).toBe(true);
  });

  test("of decisions that come by submissions is as wide as these bear out", () => {
    const apart = { mark_11: 160, mark_00: 20, mark_10: 20, mark_submissions: 20 };
    // 18 submissions of ten equal marks, two of ten different ones
    const blocks = { mark_agreed_squares: 1800, mark_products: 1800, mark_decision_squares: 2000 };
    const { observed } = agreementFrom("mark", { ...apart, ...blocks });
    const independent = wilson(18, 20)!;
    expect(observed!.low).toBeCloseTo(independent.low, 12);
    expect(observed!.high).toBeCloseTo(independent.high, 12);
  });

  test("of three levels forgives one step by half beyond chance, and tells how often both said the same", () => {
    const cells = { progress_00: 13, progress_11: 20, progress_12: 7, progress_21: 4, progress_22: 56 };
    const sums = { progress_submissions: 100, progress_agreed_squares: 89, progress_products: 89 };
    const found = agreementFrom("progress", { ...cells, ...sums, progress_decision_squares: 100 });
    expect(found.observed!.value).toBeCloseTo(0.89, 12);
    expect(found.gwet!.value).toBeCloseTo(0.9, 3); // irrCAC's example: AC2 .900, linear kappa .843
    expect(found.kappa!.value).toBeCloseTo(0.843, 3);
    expect(found).not.toHaveProperty("alpha");
  });
});

test("figures of months are those of the sum of their counts", () => {
  const months = [
    verdicts([
      [1, 0],
      [0, 2],
    ]),
    verdicts([
      [0, 1],
      [0, 3],
    ]),
  ];
  const total = qualityFrom(sumOfCounts(months));
  expect(total).toMatchObject({
    double_reviews: 7,
    verdicts: {
      counts: [
        [1, 1],
        [0, 5],
      ],
      observed: { value: 6 / 7 },
    },
  });
  expect(qualityFrom(months[0]!).verdicts).not.toHaveProperty("observed");
  expect(qualityFrom({ in_time: 9, late: 1 }).in_time).toMatchObject({ count: 9, of: 10, share: { value: 0.9 } });
  expect(qualityFrom({}).in_time).toEqual({ count: 0, of: 0 });
});

describe("how strict a reviewer is", () => {
  test("is reckoned with the exact distribution of events with chances of their own", () => {
    expect(poissonBinomial([0.5, 0.5])).toEqual([0.25, 0.5, 0.25]);
    const likely = poissonBinomial([0.1, 0.9, 0.4]);
    expect(likely.reduce((sum, each) => sum + each, 0)).toBeCloseTo(1, 12);
    expect(likely[0]).toBeCloseTo(0.9 * 0.1 * 0.6, 12);
    expect(likely[3]).toBeCloseTo(0.1 * 0.9 * 0.4, 12);
  });

  test("counts what is as unlikely by half (McNemar's 1 to 7: .0391)", () => {
    expect(midP(poissonBinomial(Array<number>(8).fill(0.5)), 1)).toBeCloseTo(0.0391, 4);
  });

  const others = { achieved: 40, marks: 50 };

  test("is compared with the others on the same criteria alone, and few marks of theirs are drawn to the mean", () => {
    const [one, alone] = [
      { own: { achieved: 3, marks: 4 }, others },
      { own: { achieved: 0, marks: 9 }, others: { achieved: 0, marks: 0 } },
    ];
    expect(severityOf([one, alone])).toMatchObject({ marks: 4, achieved: 3, expected: 4 * 0.8 });
    expect(severityOf([alone])).toBeNull();
    const few = severityOf([one, { own: { achieved: 1, marks: 1 }, others: { achieved: 0, marks: 1 } }])!;
    expect(few.expected).toBeCloseTo(4 * ((40 + (4 * 40) / 51) / 54) + (4 * 40) / 51 / 5, 12);
  });

  test("is told from ten marks on, and is worth a look where chance makes it less than once in twenty", () => {
    const marked = (achieved: number, marks: number) =>
      differenceOf(severityOf([{ own: { achieved, marks }, others }])!);
    expect(marked(2, 9)).toEqual({ marks: 9, achieved: 2, expected: 7.2, worth_a_look: false });
    const usual = marked(16, 20);
    expect(usual).toMatchObject({ worth_a_look: false, difference: { value: expect.closeTo(0, 12) } });
    const strict = marked(9, 20);
    expect(strict).toMatchObject({ worth_a_look: true, difference: { value: expect.closeTo(-0.35, 12) } });
    expect(strict.difference!.high).toBeLessThan(0);
    expect(strict.p).toBeLessThan(0.01);
  });
});
