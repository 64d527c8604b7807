import { fileKeys } from "../../../data/keys/file.ts";
import { calibration } from "./calibration.ts";
import { certificates } from "./certificates.ts";
import { credentials } from "./credentials.ts";
import { deletion } from "./deletion.ts";
import type { Invariant, Outside, StoredObject } from "./invariant.ts";
import type { Item } from "./item.ts";
import { limits } from "./limits.ts";
import { money } from "./money.ts";
import { type Progress, stepsOf, type Work } from "./parts.ts";
import { people } from "./people.ts";
import { platform } from "./platform.ts";
import { providers } from "./providers.ts";
import { rounds } from "./rounds.ts";
import { memoryShelf } from "./shelf.ts";
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
  ...people,
  ...work,
  ...credentials,
  ...certificates,
  ...rounds,
  ...calibration,
  ...money,
  ...providers,
  ...deletion,
  ...limits,
].toSorted((one, other) => Number(one.id.slice(1)) - Number(other.id.slice(1)));

/** What is checked besides items where that is not said. */
export interface Around extends Omit<Partial<Outside>, "hasObjects"> {
  /** The objects of the bucket of private files, by key. */
  readonly objects?: AsyncIterable<readonly [string, StoredObject]> | Iterable<readonly [string, StoredObject]>;
}

/** Checks all invariants over a table, in as many parts as it has to be to fit into memory. */
export async function checkInvariants(
  items: AsyncIterable<object> | Iterable<object>,
  { objects, ...outside }: Around = {},
  {
    parts = 1,
    shelf = memoryShelf(),
    itemsAtOnce = 50_000,
  }: Partial<Pick<Work, "parts" | "shelf" | "itemsAtOnce">> = {},
): Promise<Finding[]> {
  const violations = new Map<string, string[]>(invariants.map(({ id }) => [id, []]));
  const hasObjects = objects !== undefined;
  let last: Progress | undefined;
  for await (last of stepsOf({
    invariants,
    items: () => withObjects(items, objects),
    shelf,
    parts,
    itemsAtOnce,
    outside: { nowMs: Date.now(), deadEvents: new Set(), secrets: [], ...outside, hasObjects },
    tell: (id, violation) => violations.get(id)!.push(violation),
  }));
  return invariants.map(({ id, says }) => ({
    id,
    says,
    checked: last?.tallies[id]?.checked ?? 0,
    violations: violations.get(id)!,
  }));
}

async function* withObjects(
  items: AsyncIterable<object> | Iterable<object>,
  objects: Around["objects"] = [],
): AsyncGenerator<Item> {
  for await (const item of items) yield item as Item;
  for await (const [key, object] of objects) yield { ...fileKeys.storedObject(key), key, ...object };
}

/** Of two checks one after the other of a table that is in use, what was wrong both times: the rest was being written. */
export const wrongTwice = (first: readonly Finding[], second: readonly Finding[]): Finding[] =>
  second.map((finding) => {
    const before = new Set(first.find(({ id }) => id === finding.id)?.violations);
    return { ...finding, violations: finding.violations.filter((each) => before.has(each)) };
  });
