import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { root } from "./local/prepare.ts";

/** How a part of the tests ended: how many passed and failed, and the names of those that failed or did neither. */
export interface Outcome {
  readonly passed: number;
  readonly failed: number;
  /** Each with the first line of its reason. */
  readonly failures: readonly string[];
  readonly skipped: readonly string[];
}

interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    /** Why the file failed as a whole. */
    readonly message?: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly title: string;
      readonly status: string;
      readonly failureMessages?: readonly string[] | null;
    }[];
  }[];
}

/** The tests of a report by their names, without those of the groups they stand in; none without a report. */
export function readTests(file: string): readonly { readonly title: string; readonly isPassed: boolean }[] {
  try {
    const { testResults } = JSON.parse(readFileSync(file, "utf8")) as Report;
    return testResults.flatMap(({ assertionResults }) =>
      assertionResults.map(({ title, status }) => ({ title, isPassed: status === "passed" })),
    );
  } catch {
    return [];
  }
}

/**
 * How many of these situations were survived: the tests that each names have run and passed. A name with `$name` or `%s` is
 * that of several tests.
 */
export function situationsSurvived(
  situations: readonly { readonly test: string }[],
  tests: ReturnType<typeof readTests>,
): number {
  const matching = (name: string) => {
    const [start = "", end = ""] = name.split(/\$name|%s/);
    const isOne = start + end === name;
    return tests.filter(({ title }) => (isOne ? title === name : title.startsWith(start) && title.endsWith(end)));
  };
  const isSurvived = (found: ReturnType<typeof readTests>) => found.length > 0 && found.every((each) => each.isPassed);
  return situations.filter(({ test }) => isSurvived(matching(test))).length;
}

/** The first line of a message without colours, as much of it as a list of many failures can show. */
const shortened = (message = "") => stripVTControlCharacters(message).trim().split("\n", 1)[0]!.slice(0, 200);

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
    const failure = (name: string, message: string | undefined) =>
      [name, shortened(message)].filter(Boolean).join(": ");
    return {
      passed: count("passed"),
      failed: count("failed") + broken.length,
      failures: [
        ...testResults.flatMap(({ name, assertionResults }) =>
          assertionResults
            .filter(({ status }) => status === "failed")
            .map(({ fullName, failureMessages }) =>
              failure(`${relative(root, name)}: ${fullName.trim()}`, failureMessages?.[0]),
            ),
        ),
        ...broken.map(({ name, message }) => failure(relative(root, name), message)),
      ],
      skipped: skipped.map(({ fullName }) => fullName.trim()),
    };
  } catch {
    return undefined;
  }
}

/**
 * The last lines of a run, what failed and why near the end and numbers last, and whether it is good: every test ran and
 * passed. What was skipped counts as failed, too.
 */
export function summaryOf(outcomes: readonly Outcome[]): { readonly good: boolean; readonly lines: readonly string[] } {
  const sum = (of: (outcome: Outcome) => number) => outcomes.reduce((total, outcome) => total + of(outcome), 0);
  const skipped = outcomes.flatMap((outcome) => outcome.skipped);
  const failures = outcomes.flatMap((outcome) => outcome.failures);
  const passed = sum((outcome) => outcome.passed);
  const failed = sum((outcome) => outcome.failed) + skipped.length;
  return {
    good: failed === 0 && passed > 0,
    lines: [
      ...skipped.map((name) => `Skipped, which counts as failed: ${name}`),
      ...failures.map((name) => `Failed: ${name}`),
      `${passed} passed, ${failed} failed, ${skipped.length} skipped`,
    ],
  };
}
