import { type Key, key, textOf } from "./keys/key.ts";

/**
 * Numbers in several items: a counter that many transactions add to at once is one item, which takes them in turn. Where
 * they met too often, it is marked, and each adds to one of its shards by chance from then on; whoever reads adds those up.
 */

/** Among so many items the numbers of a busy one are spread. */
const shardsMax = 16;

/**
 * Numbers that transactions of many people add to: totals and sums of an organization's, a credential's or the platform's
 * lists, and figures. Not the counters that guard a limit (`atMost` in relist.ts), nor what is one person's.
 */
const shared =
  /^(?:COUNT#(?:LIST#|CREDENTIAL#|ORG#[^#]+#(?!keys#|webhooks$))|FIGURES#(?!.*#(?:learners|reviewers|marks)(?:#|$)))/;

export const isShardable = ({ pk }: Key): boolean => shared.test(pk);

const shardsEnd = "#shards";

/** Where the shards of an item lie, which tells by its attribute `sharded` that it has some. */
export const shardsOf = ({ pk, sk }: Key) => ({ pk: `${pk}${shardsEnd}`, prefix: `${sk}#` });

/** The key of the item that a shard is a part of; that of any other item is its own. */
export const unsharded = ({ pk, sk }: Key): Key =>
  pk.endsWith(shardsEnd) ? key(pk.slice(0, -shardsEnd.length), sk.slice(0, sk.lastIndexOf("#"))) : key(pk, sk);

/** Whether an item is a shard of another one. */
export const isShard = ({ pk }: Key): boolean => pk.endsWith(shardsEnd);

/** An item with the numbers of its shards added to its own. */
export function sumOf<Item extends Key>(item: Item, shards: readonly object[]): Item {
  const sum = { ...item } as Record<string, unknown>;
  for (const shard of shards)
    for (const [name, value] of Object.entries(shard))
      if (typeof value === "number") sum[name] = Number(sum[name] ?? 0) + value;
  return sum as unknown as Item;
}

/** The items of which this process knows that they are sharded. That ends for none. */
const known = new Set<string>();

/** Remembers that an item is marked as sharded. */
export const markSharded = (item: Key): void => void known.add(textOf(item));

/** The keys of all shards that an item can have. */
export function everyShardOf(item: Key): Key[] {
  const { pk, prefix } = shardsOf(item);
  return Array.from({ length: shardsMax }, (_, number) => key(pk, `${prefix}${number}`));
}

/** Where to add to an item's numbers: the item itself, or one of its shards by chance. */
export function placeToAdd(item: Key): Key {
  if (!known.has(textOf(item))) return item;
  return everyShardOf(item)[Math.floor(Math.random() * shardsMax)]!;
}
