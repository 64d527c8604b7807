import { expect, test } from "vitest";
import { stepOf, topOf } from "../../web/content/organization/chart-scale.ts";

const heights = [0.3, 1, 2, 3, 4, 5.6, 6, 7, 9, 12.5, 14, 21, 33, 47, 99, 101, 463.5, 1290, 70_001, 1_234_567];

test.each(heights)("a scale up to %d goes in steps of 1, 2 or 5 and ends at one", (highest) => {
  const top = topOf(highest);
  const step = stepOf(top);
  const digits = Number(step.toExponential().split("e")[0]);
  expect([1, 2, 5]).toContain(digits);
  expect(top).toBeGreaterThanOrEqual(highest);
  expect(top - highest).toBeLessThan(2 * step);
  expect(top / step).toBeCloseTo(Math.round(top / step), 9);
});

test("people are counted in whole steps, however few they are", () => {
  for (const highest of [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 37]) {
    expect(Number.isInteger(stepOf(topOf(highest, 4)))).toBe(true);
  }
});

test("a scale on which nothing stands has an end, too", () => {
  expect(topOf(0)).toBe(1);
});
