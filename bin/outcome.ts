import { readFileSync } from "node:fs";

/** How a part of the tests ended: how many passed and failed, and the names of those that did neither. */
export interface Outcome {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: readonly string[];
}

interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

/** Reads what Vitest's JSON reporter has written; undefined without a report. A file that fails as a whole counts as one. */
export function readOutcome(file: string): Outcome | undefined {
  try {
    const { testResults } = JSON.parse(readFileSync(file, "utf8")) as Report;
    const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
    const count = (status: string) => tests.filter((test) => test.status === status).length;
    const broken = testResults.filter(
      ({ status, assertionResults }) =>
        status === "failed" && !assertionResults.some((each) => each.status === "failed"),
    );
    const skipped = tests.filter(({ status }) => status !== "passed" && status !== "failed");
    return {
      passed: count("passed"),
      failed: count("failed") + broken.length,
      skipped: skipped.map(({ fullName }) => fullName.trim()),
    };
  } catch {
    return undefined;
  }
}

/** The last line of a run, and whether it is good: every test ran and passed. What was skipped counts as failed, too. */
export function summaryOf(outcomes: readonly Outcome[]): { readonly good: boolean; readonly lines: readonly string[] } {
  const sum = (of: (outcome: Outcome) => number) => outcomes.reduce((total, outcome) => total + of(outcome), 0);
  const skipped = outcomes.flatMap((outcome) => outcome.skipped);
  const passed = sum((outcome) => outcome.passed);
  const failed = sum((outcome) => outcome.failed) + skipped.length;
  return {
    good: failed === 0 && passed > 0,
    lines: [
      ...skipped.map((name) => `Skipped, which counts as failed: ${name}`),
      `${passed} passed, ${failed} failed, ${skipped.length} skipped`,
    ],
  };
}
