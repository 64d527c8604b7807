import { calibration } from "./calibration.ts";
import { deletion } from "./deletion.ts";
import type { Invariant, Outside } from "./invariant.ts";
import { money } from "./money.ts";
import { platform } from "./platform.ts";
import { rounds } from "./rounds.ts";
import { tableOf } from "./table.ts";
import { work } from "./work.ts";

/** What was found of an invariant: how many things were looked at, and what is wrong with each that violates it. */
export interface Finding {
  readonly id: string;
  readonly says: string;
  readonly checked: number;
  readonly violations: readonly string[];
}

/** Every invariant in its order. */
export const invariants: readonly Invariant[] = [
  ...platform,
  ...work,
  ...rounds,
  ...calibration,
  ...money,
  ...deletion,
].toSorted((one, other) => Number(one.id.slice(1)) - Number(other.id.slice(1)));

/** Checks all invariants over the items of a table. Pure. */
export function checkInvariants(items: readonly Record<string, unknown>[], outside: Partial<Outside> = {}): Finding[] {
  const table = tableOf(items);
  const around: Outside = { nowMs: Date.now(), deadEvents: new Set(), secrets: [], ...outside };
  const findings: Finding[] = [];
  for (const { id, says, check } of invariants) {
    const violations: string[] = [];
    let checked = 0;
    check(
      table,
      (holds, what) => {
        checked += 1;
        if (!holds) violations.push(what);
      },
      around,
    );
    findings.push({ id, says, checked, violations });
  }
  return findings;
}

/** Of two checks one after the other of a table that is in use, what was wrong both times: the rest was being written. */
export const wrongTwice = (first: readonly Finding[], second: readonly Finding[]): Finding[] =>
  second.map((finding) => {
    const before = first.find(({ id }) => id === finding.id)?.violations ?? [];
    return { ...finding, violations: finding.violations.filter((each) => before.includes(each)) };
  });
