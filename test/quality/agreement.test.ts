import { describe, expect, test } from "vitest";
import {
  agreementByLevel,
  agreementOfMany,
  agreementOfTwo,
  alphaOf,
  around,
  beyondChance,
  type Coefficient,
  type Counts,
  type Interval,
  identity,
  interval,
  levelProbabilities,
  linear,
  nominal,
  ordinal,
  quadratic,
  ratio,
  studentQuantile,
  type Weighting,
  wilson,
  wilsonBySubmission,
} from "../../shared/quality/agreement.ts";

/** That a number is, rounded, what a source prints: `.430` is good to three digits. */
function expectPrinted(value: number | null | undefined, printed: string): void {
  const digits = /\.(\d+)/.exec(printed)?.[1]?.length ?? 0;
  expect(value?.toFixed(digits).replace(/^(-?)0\./, "$1."), `${value}`).toBe(printed);
}

function expectInterval(found: Interval | null, printed: readonly [string, string]): void {
  expectPrinted(found?.low, printed[0]);
  expectPrinted(found?.high, printed[1]);
}

/** The interval of a coefficient with as many degrees of freedom as there were things, less one. */
const studentInterval = (coefficient: Coefficient | null, things: number): Interval =>
  around(coefficient!, studentQuantile(things - 1));

/** How often each level was given to each thing; a reviewer's ratings in the order of things, missing ones as `-`. */
function countsOf(reviewers: readonly string[], levels: string): number[][] {
  return [...reviewers[0]!].map((_, thing) =>
    [...levels].map((level) => reviewers.filter((ratings) => ratings[thing] === level).length),
  );
}

const tableOf = (one: string, other: string, levels: string): number[][] =>
  [...levels].map((row) =>
    [...levels].map((column) => [...one].filter((each, k) => each === row && other[k] === column).length),
  );

describe("two reviewers: the published table", () => {
  test("G1, 25 of 50 either way", () => {
    const found = agreementOfTwo([
      [20, 5],
      [10, 15],
    ]);
    expectPrinted(found.agreement?.value, ".70");
    expectPrinted(found.kappa?.value, ".40");
    expectPrinted(found.gwet?.value, ".4059");
  });

  test("G2, of Feinstein and Cicchetti", () => {
    const found = agreementOfTwo([
      [40, 9],
      [6, 45],
    ]);
    expectPrinted(found.agreement?.value, ".85");
    expectPrinted(found.kappa?.value, ".6995");
    expectPrinted(found.brennanPrediger, ".70");
    expectPrinted(found.gwet?.value, ".7007");
  });

  test("G3, the same agreement with a kappa half as high", () => {
    const found = agreementOfTwo([
      [80, 5],
      [10, 5],
    ]);
    expectPrinted(found.agreement?.value, ".85");
    expectPrinted(found.kappa?.value, ".3182");
    expectPrinted(found.kappaMaximum, ".7727");
    expectPrinted(found.brennanPrediger, ".70");
    expectPrinted(found.gwet?.value, ".8080");
  });

  test("G4, worked out by hand", () => {
    const found = agreementOfTwo([
      [45, 15],
      [25, 15],
    ]);
    expectPrinted(found.agreement?.value, ".60");
    expectPrinted(found.kappa?.value, ".1304");
    expectPrinted(found.gwet?.value, ".266055");
    expectPrinted(found.brennanPrediger, ".20");
  });

  test("G5, where nearly all agree and kappa is below nothing", () => {
    const found = agreementOfTwo([
      [118, 5],
      [2, 0],
    ]);
    expectPrinted(found.agreement?.value, ".944");
    expectPrinted(found.kappa?.value, "-.0234");
    expectPrinted(found.gwet?.value, ".9408");
    expectPrinted(found.brennanPrediger, ".888");
  });

  const threeLevels: Counts = [
    [13, 0, 0],
    [0, 20, 7],
    [0, 4, 56],
  ];
  test("G6, three levels with standard errors and intervals", () => {
    const found = agreementOfTwo(threeLevels);
    expectPrinted(found.kappa?.value, ".7964094");
    expectPrinted(found.kappa?.standardError, ".05891072");
    expectInterval(studentInterval(found.kappa, 100), [".680", ".913"]);
    expectPrinted(found.gwet?.value, ".8493305");
    expectPrinted(found.gwet?.standardError, ".04321747");
    expectInterval(studentInterval(found.gwet, 100), [".764", ".935"]);
    expectPrinted(found.pi, ".7962397");
    expectPrinted(found.brennanPrediger, ".835");
    expectPrinted(found.alpha, ".7972585");
    expectPrinted(found.agreement?.value, ".89");
    expectInterval(studentInterval(found.agreement, 100), [".828", ".952"]);
  });

  test.each<[Weighting, string, [string, string], string, [string, string]]>([
    [linear, ".843", [".748", ".938"], ".900", [".842", ".958"]],
    [quadratic, ".892", [".822", ".962"], ".940", [".905", ".976"]],
  ])("G6w, the same with weights: %o", (weighting, kappa, kappaInterval, gwet, gwetInterval) => {
    const found = agreementOfTwo(threeLevels, weighting);
    expectPrinted(found.kappa?.value, kappa);
    expectInterval(studentInterval(found.kappa, 100), kappaInterval);
    expectPrinted(found.gwet?.value, gwet);
    expectInterval(studentInterval(found.gwet, 100), gwetInterval);
  });

  test("G7, four levels, which weights make worse", () => {
    const table: Counts = [
      [40, 4, 4, 17],
      [6, 25, 2, 13],
      [4, 1, 21, 12],
      [15, 5, 9, 45],
    ];
    const found = agreementOfTwo(table);
    expectPrinted(found.kappa?.value, ".432");
    expectPrinted(found.kappa?.standardError, ".046");
    expectPrinted(found.gwet?.value, ".456");
    expectPrinted(found.gwet?.standardError, ".043");
    expectPrinted(found.pi, ".430");
    expectPrinted(found.agreement?.value, ".587");
    const [byLinear, byQuadratic] = [agreementOfTwo(table, linear), agreementOfTwo(table, quadratic)];
    expectPrinted(byLinear.kappa?.value, ".407");
    expectPrinted(byLinear.kappa?.standardError, ".053");
    expectPrinted(byLinear.gwet?.value, ".377");
    expectPrinted(byQuadratic.kappa?.value, ".383");
    expectPrinted(byQuadratic.kappa?.standardError, ".066");
    expectPrinted(byQuadratic.gwet?.value, ".299");
  });

  test.each<[Weighting, string, string, [string, string]]>([
    [identity, ".4842", ".1380", [".2137", ".7547"]],
    [linear, ".4701", ".1457", [".1845", ".7558"]],
  ])("G8, as SAS prints it: %o", (weighting, kappa, standardError, printed) => {
    const found = agreementOfTwo(
      [
        [0, 4, 1],
        [0, 8, 0],
        [0, 1, 5],
      ],
      weighting,
    ).kappa;
    expectPrinted(found?.value, kappa);
    expectPrinted(found?.standardError, standardError);
    expectInterval(around(found!), printed);
  });

  test.each<[Weighting, string]>([
    [identity, "-.006289308"],
    [linear, ".1459075"],
    [quadratic, ".2520325"],
  ])("G9, with weights by position: %o", (weighting, kappa) => {
    const table: Counts = [
      [0, 0, 1, 0, 0],
      [4, 0, 1, 0, 0],
      [2, 3, 3, 0, 0],
      [0, 2, 0, 1, 1],
      [1, 0, 0, 1, 0],
    ];
    expectPrinted(agreementOfTwo(table, weighting).kappa?.value, kappa);
  });

  test("G10, three things", () => {
    const table = tableOf("012", "021", "012");
    expectPrinted(agreementOfTwo(table, quadratic).kappa?.value, ".5");
    expectPrinted(agreementOfTwo(table, linear).kappa?.value, ".25");
  });

  test("Z1, everything achieved: agreement without a kappa or an alpha", () => {
    const table: Counts = [
      [50, 0],
      [0, 0],
    ];
    const found = agreementOfTwo(table);
    expect(found).toMatchObject({ kappa: null, pi: null, alpha: null, brennanPrediger: 1 });
    expect(found.agreement?.value).toBe(1);
    expect(found.gwet?.value).toBe(1);
    expect(alphaOf(Array(50).fill([2, 0]))).toBeNull();
    expect(agreementByLevel(table)).toEqual([1, null]);
  });

  test("without a single pair nothing is said", () => {
    const found = agreementOfTwo([
      [0, 0],
      [0, 0],
    ]);
    expect(new Set(Object.values(found))).toEqual(new Set([null]));
    expect(Object.values(agreementOfMany([]))).toEqual([null, null, null]);
    expect(alphaOf([])).toBeNull();
    expect(wilson(0, 0)).toBeNull();
    expect(wilsonBySubmission([])).toBeNull();
  });

  test("levels agree each for itself", () => {
    expect(
      agreementByLevel([
        [80, 5],
        [10, 5],
      ]),
    ).toEqual([160 / 175, 10 / 25]);
  });
});

/** Krippendorff's example of four reviewers and twelve things. */
const [A, B, C, D] = ["123321412---", "1233224125-3", "-3332342251-", "12332441251-"] as const;

describe("any number of reviewers: the published table", () => {
  test("A1, Meg and Owen", () => {
    const [meg, owen] = ["0100000010", "1110010000"] as const;
    expectPrinted(alphaOf(countsOf([meg, owen], "01")), ".095");
    expect(agreementOfTwo(tableOf(meg, owen, "01")).kappa?.value).toBeCloseTo(1 / 11, 12);
  });

  test("A2, Ben and Gerry", () => expectPrinted(alphaOf(countsOf(["aabbdcccedda", "babbbccceddd"], "abcde")), ".692"));

  test("A3, four reviewers with gaps", () => {
    const counts = countsOf([A, B, C, D], "12345");
    const values = [1, 2, 3, 4, 5];
    expectPrinted(alphaOf(counts), ".743421052632");
    expectPrinted(alphaOf(counts, ordinal), ".815");
    expectPrinted(alphaOf(counts, interval(values)), ".849");
    expectPrinted(alphaOf(counts, ratio(values)), ".797");
    const pairable = counts.filter((row) => row.reduce((total, each) => total + each, 0) > 1);
    expect(values.map((_, k) => pairable.reduce((total, row) => total + row[k]!, 0))).toEqual([9, 13, 10, 5, 3]);
  });

  test("A4, three reviewers who each skip much", () => {
    const counts = countsOf(["-----34121133-3", "1-213343-------", "--21344-21133-4"], "1234");
    expectPrinted(alphaOf(counts), ".691358");
    expectPrinted(alphaOf(counts, ordinal), ".807");
    expectPrinted(alphaOf(counts, interval([1, 2, 3, 4])), ".810845");
  });

  test("A5, below nothing", () =>
    expect(
      alphaOf([
        [1, 2],
        [1, 1],
        [0, 1],
      ]),
    ).toBeCloseTo(-1 / 3, 12));

  test("A6, four small ones", () => {
    expect(alphaOf(countsOf(["1100", "1000"], "01"))).toBeCloseTo(8 / 15, 12);
    expectPrinted(agreementOfTwo(tableOf("1100", "1000", "01")).kappa?.value, ".5");
    expect(alphaOf(countsOf(["xyx", "xyy", "x--"], "xy"))).toBeCloseTo(0.5, 12);
    expect(alphaOf(countsOf(["xy", "xx", "x-"], "xy"), nominal)).toBeCloseTo(0, 12);
    expect(alphaOf(countsOf(["0100", "110-"], "01"))).toBeCloseTo(4 / 9, 12);
  });

  test("C1, six reviewers", () => {
    const rows = "00060 03003 01401 00006 03030 20400 00402 20310 20040 00006 10050 11040 03300 10050 02031".split(" ");
    const counts = rows.map((row) => [...row].map(Number));
    const found = agreementOfMany(counts);
    expectPrinted(found.fleiss, ".4139265");
    expectPrinted(found.gwet?.value, ".4448007");
    expectPrinted(found.gwet?.chance, ".1914815");
    expectPrinted(found.gwet?.standardError, ".08418757");
    expectPrinted(alphaOf(counts), ".4204384");
    expectPrinted(found.brennanPrediger, ".4388889");
  });

  test("C2, four reviewers with gaps, one of whom rates a thing alone", () => {
    const counts = countsOf([A, `${B.slice(0, 11)}-`, `${C.slice(0, 11)}3`, D], "12345");
    const found = agreementOfMany(counts);
    expectPrinted(found.gwet?.value, ".775");
    expectPrinted(found.gwet?.chance, ".190");
    expectPrinted(found.gwet?.standardError, ".143");
    expectInterval(studentInterval(found.gwet, 12), [".461", "1"]);
    const weighted = agreementOfMany(counts, quadratic).gwet;
    expectPrinted(weighted?.value, ".914");
    expectPrinted(weighted?.standardError, ".104");
    expectPrinted(alphaOf(counts), ".743");
    expectPrinted(found.fleiss, ".761");
    expectPrinted(found.brennanPrediger, ".773");
  });

  test("C3, Fleiss' thirty people under five diagnoses", () => {
    const rows =
      "444444 222555 233335 555555 222444 113333 333355 113334 114444 555555 144444 124444 222333 144444 224445 333335 111455 111112 224444 133555 555555 244444 224555 114444 144445 222224 111155 224444 133333 555555";
    const counts = rows.split(" ").map((row) => [..."12345"].map((level) => row.split(level).length - 1));
    expectPrinted(agreementOfMany(counts).fleiss, ".4302445");
    const byLevel = [0, 1, 2, 3, 4].map((k) => agreementOfMany(counts.map((row) => [row[k]!, 6 - row[k]!])).fleiss);
    for (const [k, printed] of [".245", ".245", ".520", ".471", ".566"].entries()) expectPrinted(byLevel[k], printed);
  });
});

describe("intervals: the published table", () => {
  test.each<[number, number, string, string]>([
    [81, 263, ".2553", ".3662"],
    [15, 148, ".0624", ".1605"],
    [0, 20, ".0000", ".1611"],
    [1, 29, ".0061", ".1718"],
  ])("W1, Newcombe's %d of %d", (hits, n, low, high) => expectInterval(wilson(hits, n), [low, high]));

  test.each<[number, number, string, string]>([
    [8, 10, ".490", ".943"],
    [9, 10, ".596", ".982"],
    [10, 10, ".722", "1"],
    [20, 20, ".839", "1"],
    [45, 50, ".786", ".957"],
  ])("W2, %d of %d", (hits, n, low, high) => expectInterval(wilson(hits, n), [low, high]));

  test("B1, how likely a coefficient of .67 is of each of Landis' and Koch's levels", () => {
    const found = levelProbabilities({ value: 0.67, standardError: 0.15 });
    for (const [k, printed] of [".18168", ".67511", ".96356", ".99912"].entries()) expectPrinted(found[k], printed);
    for (const each of found.slice(4)) expectPrinted(each, "1");
  });

  test("decisions of one submission count for less than as many of their own", () => {
    const alike = Array.from({ length: 20 }, (_, k) => ({ agreed: k < 10 ? 10 : 8, decisions: 10 }));
    const apart = Array.from({ length: 20 }, (_, k) => ({ agreed: k < 18 ? 10 : 0, decisions: 10 }));
    const width = (found: Interval | null) => found!.high - found!.low;
    const even = Array.from({ length: 20 }, () => ({ agreed: 9, decisions: 10 }));
    expect(wilsonBySubmission(even)).toEqual(wilson(180, 200));
    expectInterval(wilsonBySubmission(alike), [".846", ".937"]);
    expect(width(wilsonBySubmission(apart))).toBeCloseTo(width(wilson(18, 20)), 12);
  });

  test("decisions that all agree say no more than their submissions", () => {
    const all = Array.from({ length: 10 }, () => ({ agreed: 10, decisions: 10 }));
    expect(wilsonBySubmission(all)).toEqual(wilson(10, 10));
    expect(wilsonBySubmission(all.slice(0, 1))).toEqual(wilson(1, 1));
  });

  test("an interval of agreement is one of the agreement beyond chance", () => {
    expect(beyondChance({ low: 0.6, high: 0.9 }, 0.2)).toEqual({ low: (0.6 - 0.2) / 0.8, high: (0.9 - 0.2) / 0.8 });
    expect(beyondChance({ low: 0.6, high: 0.9 }, 1)).toBeNull();
  });
});
