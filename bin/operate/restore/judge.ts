import { isDeepStrictEqual } from "node:util";
import type { Key } from "../../../functions/data/keys/key.ts";
import { idOf } from "../../../functions/data/keys/key.ts";
import { isOf, kinds } from "../../../functions/data/keys/kinds.ts";
import type { Item } from "../../../functions/data/table.ts";
import { clock } from "../../../functions/runtime/clock.ts";
import { governorOf, holderOf, isCounted, isNeverRemoved, isPassing } from "./belonging.ts";

/** An item as a restored copy of the table has it, and as the table in use has it; undefined where there is none. */
export interface Pair {
  readonly restored: Item | undefined;
  readonly live: Item | undefined;
}

/** Which of the two is right: what the table in use has was written since, or was lost or damaged. */
export type Verdict = "same" | "restored" | "live";

/** Gives the pair of a key. */
export type PairOf = (key: Key) => Pair | undefined;

/**
 * Decides which of the two is right. Every change of a thing raises its version: a higher one in the table in use is a
 * change since the copy, and stays. The same version with other content, or none, is damage. What has no version of its own
 * goes with the thing it leads to or is a part of. What is counted is neither: it is counted again. What has outlived its
 * `ttl` is gone, whether DynamoDB has deleted it yet or not.
 */
export function judge(pair: Pair, pairOf: PairOf): Verdict {
  const [restored, live] = [pair.restored, pair.live].map(unexpired);
  const item = restored ?? live;
  if (item === undefined) return "same";
  if (isCounted(item) || isDeepStrictEqual(restored, live)) return "same";
  if (isPassing(item)) return "live";
  const governor = governorOf(item);
  const governed = governor && verdictOn(governor, pairOf);
  if (isErased(item, pairOf)) return "live";
  if (restored === undefined) return governed === "restored" ? "restored" : "live";
  if (live === undefined) {
    if (isNeverRemoved(restored)) return "restored";
    return governed === "live" || isLeft(restored, pairOf) ? "live" : "restored";
  }
  const [was, is] = [restored.version, live.version].map(Number) as [number, number];
  if (is !== was && !Number.isNaN(is - was)) return is > was ? "live" : "restored";
  if (governed !== undefined && governed !== "same") return governed;
  const [wrote, writes] = [restored.updated_on, live.updated_on].map(String);
  if (writes! > wrote!) return "live";
  return Number.isNaN(was) && governor === undefined ? "live" : "restored";
}

const unexpired = (item: Item | undefined): Item | undefined =>
  typeof item?.ttl === "number" && item.ttl <= clock.seconds() ? undefined : item;

function verdictOn(key: Key, pairOf: PairOf): Verdict {
  const pair = pairOf(key);
  return pair === undefined || (pair.restored ?? pair.live) === undefined ? "same" : judge(pair, pairOf);
}

/** Of somebody who was deleted since the copy: what is theirs stays away. */
function isErased(key: Key, pairOf: PairOf): boolean {
  const holder = holderOf(key);
  return holder !== undefined && pairOf(holder)?.live?.status === "deleted";
}

/** A membership that somebody ended: the person themselves no longer names the organization. */
function isLeft(item: Item, pairOf: PairOf): boolean {
  if (!isOf(kinds.membership, item)) return false;
  const organization_ids = pairOf(holderOf(item)!)?.live?.organization_ids;
  return Array.isArray(organization_ids) && !organization_ids.includes(idOf(item.sk));
}
