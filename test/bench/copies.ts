import { readFileSync } from "node:fs";
import { isOf, kinds } from "../../functions/data/keys/kinds.ts";
import type { Item } from "../../functions/platform/model/invariants/item.ts";
import { digestOf } from "../../functions/review/model/round-entity.ts";
import { Round, SectionResult } from "../../shared/review/job.ts";

const letters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const markOf = (copy: number) => [15, 10, 5, 0].map((bits) => letters[(copy >> bits) & 31]).join("");
const names = /(northwind college|fabrikam institute|lakeshore learning network)/gi;

/** An item of another world that is the same but for its ids, addresses and names. */
function copied<Copied extends object>(item: Copied, copy: number): Copied {
  const mark = markOf(copy);
  const text = JSON.stringify(item)
    .replace(/([0-9A-Z]{10})[0-9A-Z]{4}([0-9A-Z]{12})/g, `$1${mark}$2`)
    .replace(/@([a-z]+)\.test/g, `@$1-${mark.toLowerCase()}.test`)
    .replace(names, `$1 ${mark.toLowerCase()}`)
    .replace(/\b(pi|dp|ch|order)_(\w+)/g, `$1_$2${mark}`)
    .replace(/(PROVIDER#order#|"paypal_order_id":")(\w+)/g, `$1$2${mark}`);
  return JSON.parse(text);
}

/** A round of a copied world: what its seats said names others there. */
function copiedRound(item: Item, copy: number, results: readonly Item[]): Item {
  const { round, seats } = Round.parse(item);
  const digests = seats.map(({ job_id }) => {
    const said = results.filter((each) => each.credential_job_id === job_id && each.round === round);
    return digestOf(said.map((each) => SectionResult.parse(copied(each, copy))));
  });
  const own = copied({ ...item, seats }, copy);
  return { ...own, seats: own.seats.map((seat, at) => ({ ...seat, digest: digests[at] })) };
}

/** The items of a world, kept in a file, and copies of it with ids and names of their own, until there are so many. */
export function* copiesOf(file: string, count: number): Generator<Item> {
  const items = JSON.parse(readFileSync(file, "utf8")) as Item[];
  const results = items.filter((item) => isOf(kinds.result, item));
  yield* items;
  for (let copy = 1; copy * items.length < count; copy++)
    for (const item of items) {
      // lists of all organizations count the first world's
      if (isOf(kinds.listed, item) || isOf(kinds.listCounter, item)) continue;
      yield isOf(kinds.round, item) ? copiedRound(item, copy, results) : copied(item, copy);
    }
}
