import { readFileSync } from "node:fs";
import { withDiskShelf } from "../../bin/operate/disk-shelf.ts";
import { isOf, kinds } from "../../functions/data/keys/kinds.ts";
import { checkInvariants } from "../../functions/platform/model/invariants/check.ts";
import type { Item } from "../../functions/platform/model/invariants/item.ts";
import { digestOf } from "../../functions/review/model/round-entity.ts";
import { Round, SectionResult } from "../../shared/review/job.ts";
import type { Checked } from "./checking.ts";

/** As the nightly check has them: functions/platform/check-export.ts. */
const ITEMS_AT_ONCE = 200_000;
const ITEMS_PER_PART = 25_000;

const [, , file, wanted] = process.argv;
const items = JSON.parse(readFileSync(file!, "utf8")) as Item[];
const ofAll = new Set(items.filter((item) => isOf(kinds.listed, item) || isOf(kinds.listCounter, item)));
const results = items.filter((item) => isOf(kinds.result, item));

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
function copiedRound(item: Item, copy: number): Item {
  const { round, seats } = Round.parse(item);
  const digests = seats.map(({ job_id }) => {
    const said = results.filter((each) => each.credential_job_id === job_id && each.round === round);
    return digestOf(said.map((each) => SectionResult.parse(copied(each, copy))));
  });
  const own = copied({ ...item, seats }, copy);
  return { ...own, seats: own.seats.map((seat, at) => ({ ...seat, digest: digests[at] })) };
}

function* copies(count: number): Generator<Item> {
  yield* items;
  for (let copy = 1; copy * items.length < count; copy++)
    for (const item of items) {
      if (ofAll.has(item)) continue; // lists of all organizations count the first world's
      yield isOf(kinds.round, item) ? copiedRound(item, copy) : copied(item, copy);
    }
}

let [count, heapBytes] = [0, 0];
function* counted(): Generator<Item> {
  for (const item of copies(Number(wanted))) {
    count += 1;
    yield item;
  }
}
const timer = setInterval(() => {
  heapBytes = Math.max(heapBytes, process.memoryUsage().heapUsed);
}, 50);
const began = performance.now();
const findings = await withDiskShelf((shelf) =>
  checkInvariants(
    counted(),
    {},
    { shelf, parts: Math.ceil(Number(wanted) / ITEMS_PER_PART), itemsAtOnce: ITEMS_AT_ONCE },
  ),
);
clearInterval(timer);
const checked: Checked = {
  items: count,
  seconds: (performance.now() - began) / 1000,
  heapMegabytes: Math.round(heapBytes / 1024 ** 2),
  violations: findings.flatMap(({ id, violations }) => violations.map((each) => `${id} ${each}`)),
};
process.stdout.write(JSON.stringify(checked));
