import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { faultKinds } from "../../bin/local/cloud/faults.ts";
import { scenes } from "./scenes.ts";
import type { Outcomes } from "./survive.ts";
import { callRows, columns, sceneFaults, situationFaults, situationRows, tableFaults, writingCalls } from "./table.ts";

const wanted = writingCalls();
const cells = columns.join(", ");

test("the table of faults has a cell for every fault and every call that writes, and every call is made ready for them", () => {
  expect([...tableFaults(callRows, wanted), ...sceneFaults(Object.keys(scenes), wanted)]).toEqual([]);
});

test("the table of faults does not pass with an empty cell, a missing call, one too many, one twice or a missing fault, and says what to write", () => {
  const outcomes = Object.fromEntries(columns.map((fault) => [fault, "done"])) as Outcomes;
  const complete = wanted.map((name) => ({ name, outcomes }));
  const [first, ...others] = complete;
  const { name } = first!;
  const empty = { ...first!, outcomes: { ...first!.outcomes, lost: "" } };
  expect(tableFaults([empty, ...others], wanted)).toEqual([
    `test/faults/calls.tsv: fill the cell lost in the row ${name}.`,
  ]);
  expect(tableFaults(others, wanted)).toEqual([
    `test/faults/calls.tsv: write a row ${name}, tab-separated, with a cell each for ${cells}.`,
  ]);
  expect(tableFaults(complete, wanted.slice(1))).toEqual([
    `test/faults/calls.tsv: take out the row ${wanted[0]}, which is no call that writes.`,
  ]);
  expect(tableFaults([first!, ...complete], wanted)).toEqual([
    `test/faults/calls.tsv: take out one of the two rows ${name}.`,
  ]);
  expect(tableFaults(complete, wanted, ["lost"])).toContain(
    "test/faults/calls.tsv: write a column crash, with a cell in each row.",
  );
});

test("a call that writes does not pass without a scene, nor a scene without its call", () => {
  expect(sceneFaults(wanted.slice(1), wanted)).toEqual([
    `test/faults/scenes.ts: write a scene "${wanted[0]}", with everything ready for the call to be made once.`,
  ]);
  expect(sceneFaults([...wanted, "moon.rise"], wanted)).toEqual([
    'test/faults/scenes.ts: take out the scene "moon.rise", which is of no call that writes.',
  ]);
});

const testsIn = (folder: string) =>
  readdirSync(join("test", folder))
    .filter((name) => name.endsWith(".test.ts"))
    .map((name) => readFileSync(join("test", folder, name), "utf8"));

test("each situation is named once, with a test that there is and when it runs", () => {
  expect(situationFaults(situationRows, ["bin", "platform", "deep"].flatMap(testsIn))).toEqual([]);
  expect(new Set(situationRows.map(({ situation }) => situation)).size).toBe(situationRows.length);
});

test("a situation does not pass that lacks a cell or its test", () => {
  const [first] = situationRows;
  const wrong = [
    { ...first!, test: "" },
    { ...first!, runs: "never" },
    { ...first!, test: "is not there" },
  ];
  const said = wrong.map((row) => situationFaults([row], testsIn("deep"))[0]?.replace(first!.situation, "…"));
  expect(said).toEqual([
    "test/faults/situations.tsv: fill the empty cell in the row “…”.",
    "test/faults/situations.tsv: the row “…” runs with neither npm test nor test:deep.",
    "test/faults/situations.tsv: no test in test/bin, test/platform or test/deep has the name that the row “…” gives.",
  ]);
});

test("a fault of each kind is tried", () => {
  const tried = ["test/platform/faults.test.ts", "test/faults/survive.ts"].map((name) => readFileSync(name, "utf8"));
  expect(faultKinds.filter((kind) => !tried.some((source) => source.includes(`what: "${kind}"`)))).toEqual([]);
});
