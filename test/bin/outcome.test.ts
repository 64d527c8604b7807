import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../../bin/local/prepare.ts";
import { readOutcome, situationsSurvived, summaryOf } from "../../bin/outcome.ts";

/** Runs test files of their own and reads how they ended. */
function outcomeOf(files: Readonly<Record<string, string>>) {
  const directory = join(root, ".cache/outcome", String(process.pid));
  mkdirSync(directory, { recursive: true });
  try {
    for (const [name, text] of Object.entries(files)) {
      writeFileSync(join(directory, name), `import { beforeAll, expect, test } from "vitest";\n${text}`);
    }
    const report = join(directory, "report.json");
    const words = ["run", "--root", directory, "--reporter=json", `--outputFile=${report}`];
    spawnSync(process.execPath, ["node_modules/vitest/vitest.mjs", ...words], { cwd: root });
    return readOutcome(report)!;
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

const passing = 'test("holds", () => expect(1).toBe(1));';

test("a run in which every test passed is good", () => {
  expect(summaryOf([outcomeOf({ "a.test.ts": passing })])).toEqual({
    good: true,
    lines: ["1 passed, 0 failed, 0 skipped"],
  });
});

test("a test that is skipped or still to be written fails the run, by name", () => {
  const files = { "a.test.ts": `${passing} test.skip("later", () => {}); test.todo("some day");` };
  expect(summaryOf([outcomeOf(files)])).toEqual({
    good: false,
    lines: [
      "Skipped, which counts as failed: later",
      "Skipped, which counts as failed: some day",
      "1 passed, 2 failed, 2 skipped",
    ],
  });
});

test("a file that does not load, and one whose preparation fails, fail the run", () => {
  const outcome = outcomeOf({
    "a.test.ts": passing,
    "b.test.ts": 'throw new Error("broken");',
    "c.test.ts": `beforeAll(() => { throw new Error("unprepared"); }); ${passing}`,
  });
  expect(outcome).toMatchObject({ passed: 1, failed: 2 });
  expect(summaryOf([outcome]).good).toBe(false);
});

test("the last lines name what failed and why, so that they are enough to know where to look", () => {
  const failing = 'test("breaks", () => expect(1).toBe(2));';
  const outcome = outcomeOf({ "a.test.ts": passing, "b.test.ts": failing, "c.test.ts": 'throw new Error("broken");' });
  expect(summaryOf([outcome]).lines).toEqual([
    expect.stringMatching(/^Failed: \S+b\.test\.ts: breaks: AssertionError: expected 1 to be 2/),
    expect.stringMatching(/^Failed: \S+c\.test\.ts: broken$/),
    "1 passed, 2 failed, 0 skipped",
  ]);
});

test("what failed and why comes behind what was skipped for it, where the end of a long list is read", () => {
  const unprepared = `beforeAll(() => { throw new Error("unprepared"); }); ${passing} ${passing.replace("holds", "too")}`;
  expect(summaryOf([outcomeOf({ "a.test.ts": unprepared })]).lines).toEqual([
    "Skipped, which counts as failed: holds",
    "Skipped, which counts as failed: too",
    expect.stringMatching(/^Failed: \S+a\.test\.ts: unprepared$/),
    "0 passed, 3 failed, 2 skipped",
  ]);
});

test("a run of no tests is not good", () => expect(summaryOf([]).good).toBe(false));

test("a situation is survived when every test it names ran and passed", () => {
  const tests = [
    { title: "a.b survives", isPassed: true },
    { title: "c.d survives", isPassed: false },
    { title: "the table is gone", isPassed: true },
  ];
  const survived = (test: string, among = tests) => situationsSurvived([{ test }], among);
  expect(survived("the table is gone")).toBe(1);
  expect(survived("the table")).toBe(0);
  expect(survived("was never run")).toBe(0);
  expect(survived("$name survives")).toBe(0);
  expect(survived("$name survives", tests.slice(0, 1))).toBe(1);
});
