import { expect, test } from "vitest";
import { metricsFrom } from "../../shared/organization/analytics.ts";
import { changeOf, comparable, waited } from "../../web/content/organization/analytics-words.ts";

test("times are said in days, however short or long, so that two of them can be compared", () => {
  expect([null, 0, 0.5, 5, 24, 77].map(waited)).toEqual([
    "–",
    "0 days",
    "Under 0.1 days",
    "0.2 days",
    "1 day",
    "3.2 days",
  ]);
});

test("a period of which nothing is known is no 0 to compare with, for any figure", () => {
  const nothing = comparable(metricsFrom({}));
  expect(changeOf(9, nothing?.learners, String)).toBe("No earlier data");
  expect(changeOf(24, nothing?.hours_to_first_decision, waited)).toBe("No earlier data");
  const some = comparable(metricsFrom({ learners: 2, applications: 2 }));
  expect(changeOf(9, some?.learners, String)).toBe("▲ 7 more than the previous period");
  expect(changeOf(24, some?.hours_to_first_decision, waited)).toBe("None in the previous period");
  expect(changeOf(null, 24, waited)).toBe("1 day in the previous period");
});
