import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { cpuSeconds } from "../../../bin/cpu-seconds.ts";
import { root } from "../../../bin/local/prepare.ts";

/** What a test file, or the world that one started, took of the processors. */
export interface Spent {
  /** Relative to the root; of a world that all files share, `shared`. */
  readonly file: string;
  readonly isWorld: boolean;
  readonly seconds: number;
}

const written = join(root, ".cache/test-results/spent.jsonl");

/** Notes what was spent, in a run that adds it up: `npm test`. */
export function noteSpent(spent: Spent): void {
  if (existsSync(dirname(written))) appendFileSync(written, `${JSON.stringify(spent)}\n`);
}

/** Notes what this process, a world, has spent at its end; one that a file has started is among what the file spends. */
export const noteWorld = (spentBefore: number): void =>
  noteSpent({
    file: process.env.STARTED_BY ?? "shared",
    isWorld: true,
    seconds: process.env.STARTED_BY === undefined ? cpuSeconds() - spentBefore : 0,
  });

/** All that was noted in a run. */
export const readSpent = (): readonly Spent[] =>
  existsSync(written)
    ? readFileSync(written, "utf8")
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line) as Spent)
    : [];
