import { textOf } from "../../../functions/data/keys/key.ts";
import { countedView, isFormerCount, isFormerRow, isOf, kinds } from "../../../functions/data/keys/kinds.ts";
import { counterOf } from "../../../functions/data/keys/platform.ts";
import { everyShardOf, isShard, unsharded } from "../../../functions/data/shards.ts";
import { add, remove, type Step } from "../../../functions/data/steps.ts";
import { batchGet, type Item, queryPage } from "../../../functions/data/table.ts";

/** Whether a list has a row at a place. */
export async function isListed(view: string, sort: string): Promise<boolean> {
  const { items } = await queryPage({ pk: view, prefix: sort, limit: 1 });
  return items.some(({ sk }) => sk === sort);
}

/** Rows of lists that there are no more: things themselves say the same. */
export const rowSteps = ({ pk, sk }: Item): Step[] => (isFormerRow({ pk, sk }) ? [remove({ pk, sk })] : []);

/**
 * A year is counted by its months, and what had a counter of its own is counted where {@link counterOf} says: with all its
 * shards at once, since nobody reads those of a counter that is gone.
 */
export async function counterSteps(item: Item): Promise<Step[]> {
  const key = unsharded(item);
  if (isFormerCount(key)) return [remove({ pk: item.pk, sk: item.sk })];
  if (!isOf(kinds.total, key)) return [];
  const counter = counterOf(countedView(key));
  if (textOf(counter.key) === textOf(key)) return [];
  const isWhole = !item.sharded && !isShard(item);
  const kept = isWhole ? [item] : (await batchGet([key, ...everyShardOf(key)])).filter((each) => each !== undefined);
  const counts = kept.map(({ count }) => (typeof count === "number" ? count : undefined));
  if (kept.length === 0) return [];
  return [
    ...kept.map(({ pk, sk }, at) => remove({ pk, sk }, { where: { count: counts[at] ?? { absent: true } } })),
    add(counter.key, { [counter.name]: counts.reduce<number>((sum, count = 0) => sum + count, 0) }),
  ];
}
