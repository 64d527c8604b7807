import type { Item } from "../../data/table.ts";

const prefix = "within_";

/** The attribute that counts an organization's decisions of so many business days (functions/data/keys/metrics.ts, `decisionTimes`). */
export const decisionAttribute = (days: number): string => `${prefix}${days}`;

/** How many of an organization's first decisions took how many business days. */
export const decisionCounts = (item: Item): ReadonlyMap<number, number> =>
  new Map(
    Object.entries(item).flatMap(([name, count]) =>
      name.startsWith(prefix) ? [[Number(name.slice(prefix.length)), Number(count)] as const] : [],
    ),
  );
