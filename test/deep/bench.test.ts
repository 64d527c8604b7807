import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { root } from "../../bin/local/prepare.ts";

const bench = (...words: string[]) =>
  spawnSync(process.execPath, ["test/bench/run.ts", ...words], { cwd: root, encoding: "utf8" });
const parts =
  `handlers cold warm keys web paint requests exports growth verify waves checking conflicts webhooks certificate`.split(
    " ",
  );

test("the bench without arguments runs all its parts in one go", () => {
  const { status, stdout, stderr } = bench("--smallest");
  expect(stderr).toBe("");
  expect(stdout).toMatch(/^Handlers as they load/m);
  expect(stdout).toMatch(/^Cold path: .* 1 pairs/m);
  expect(stdout).toMatch(/^Warm path: .* 1 pairs/m);
  expect(stdout).toMatch(/^Cold path by key: .* 1 pairs/m);
  expect(stdout).toMatch(/^Reads of the table for each list that a key may read/m);
  expect(stdout).toMatch(/^First load, brotli/m);
  expect(stdout).toMatch(/^Paint on a phone/m);
  expect(stdout).toMatch(/^AWS requests per call/m);
  expect(stdout).toMatch(/^Exporting 10,000 rows/m);
  expect(stdout).toMatch(/^worst of \d+ questions/m);
  expect(stdout).toMatch(/^Verify a credential/m);
  expect(stdout).toMatch(/^largest paint, own over three ids/m);
  expect(stdout).toMatch(/^200 jobs, 12 reviewers/m);
  expect(stdout).toMatch(/^One counter, 1 s each/m);
  expect(stdout).toMatch(/^Webhooks: 4 events to each of 20 receivers/m);
  expect(stdout).toMatch(/^Sign a credential/m);
  expect(stdout).toMatch(/^Checking every invariant/m);
  expect(status).toBe(0);
});

test("the bench says what it measures and takes", () => {
  const { status, stdout, stderr } = bench("--help");
  expect(stderr).toBe("");
  for (const word of [...parts, "--pairs", "--rows", "--things", "--events", "--smallest"])
    expect(stdout).toContain(word);
  expect(status).toBe(0);
});

test("the bench refuses a part that is not there and a figure that is none", () => {
  const { status, stderr } = bench("handlers", "sizes");
  expect(stderr).toBe(`There is no part sizes. The parts are ${parts.join(", ")}.\n`);
  expect(status).toBe(2);
  expect(bench("--pair", "3").stderr).toContain("Unknown option '--pair'");
  expect(bench("cold", "--pairs", "many").stderr).toContain("A figure is no number.");
});
