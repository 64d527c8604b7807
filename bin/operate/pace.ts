import { setTimeout } from "node:timers/promises";
import type { Step } from "../../functions/data/steps.ts";

/**
 * Keeps a program to so many capacity units a second: each taking waits until what was taken before is over. What was not
 * used up earlier is not made up for.
 */
export function pacer(unitsPerSecond: number): (units: number) => Promise<void> {
  let freeAt = performance.now();
  return async (units) => {
    const now = performance.now();
    freeAt = Math.max(freeAt, now) + (units / unitsPerSecond) * 1000;
    if (freeAt > now) await setTimeout(freeAt - now);
  };
}

const UNIT_BYTES = 1024;

/** The capacity units that a transaction takes at most: two for each kilobyte of each step, and what is there may be longer. */
export const unitsOf = (steps: readonly Step[]): number =>
  steps.reduce((sum, step) => sum + 2 * (1 + Math.ceil(JSON.stringify(step).length / UNIT_BYTES)), 0);
