import { withDiskShelf } from "../../bin/operate/disk-shelf.ts";
import { checkInvariants } from "../../functions/platform/model/invariants/check.ts";
import type { Item } from "../../functions/platform/model/invariants/item.ts";
import type { Checked } from "./checking.ts";
import { copiesOf } from "./copies.ts";

/** As the nightly check has them: functions/platform/check-export.ts. */
const ITEMS_AT_ONCE = 200_000;
const ITEMS_PER_PART = 25_000;

const [, , file, wanted] = process.argv;
let [count, heapBytes] = [0, 0];
function* counted(): Generator<Item> {
  for (const item of copiesOf(file!, Number(wanted))) {
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
