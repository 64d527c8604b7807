import { countedView, isFormerCount, isOf, kinds } from "../../../functions/data/keys/kinds.ts";
import { isCounted } from "../../../functions/data/keys/platform.ts";
import { unsharded } from "../../../functions/data/shards.ts";
import type { Item } from "../../../functions/data/table.ts";
import { countsOf } from "../../../functions/platform/model/recount.ts";
import { withDiskShelf } from "../disk-shelf.ts";
import { Recount } from "./recount.ts";
import { everyItem, type Finding } from "./table.ts";

/**
 * Counts the totals of lists from their index rows, the minutes that reviewers have in hand from their jobs, the sums of billing and pay from their lines, the admins and holders
 * of roles from memberships and invitations, and compares them with what is kept; shards count with their item.
 */
export const repairCounters = (write: boolean): Promise<Finding[]> =>
  withDiskShelf(async (shelf) => {
    const recount = new Recount(shelf, numbersOf);
    for await (const item of everyItem()) {
      if (isCounter(item)) await recount.keep(item);
      for (const { key, values } of countsOf(item)) await recount.add(key, values);
    }
    return recount.compare(write);
  });

/** Earlier releases counted what nobody asks for. */
function isCounter(item: Item): boolean {
  const key = unsharded(item);
  const isKept = [kinds.total, kinds.amounts, kinds.admins, kinds.roleHolders].some((kind) => isOf(kind, key));
  return isKept && isCounted(countedView(key)) && !isFormerCount(key);
}

const numbersOf = (item: Item): string[] =>
  Object.keys(item).filter((name) => /(?:^|_)count$|_(?:cents|minutes)$/.test(name));
