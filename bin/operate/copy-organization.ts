import { parseArgs } from "node:util";
import { audit } from "../../functions/data/audit.ts";
import { idOf } from "../../functions/data/keys/key.ts";
import { isOf, kinds } from "../../functions/data/keys/kinds.ts";
import { check, type Step } from "../../functions/data/steps.ts";
import type { Item } from "../../functions/data/table.ts";
import { enterStage } from "./outputs.ts";
import { repairCounters } from "./repair/counters.ts";
import { repairMetrics } from "./repair/metrics.ts";
import { governorOf, organizationOf } from "./restore/belonging.ts";
import type { Pair, PairOf } from "./restore/judge.ts";
import { type Difference, differences, nameOf, pagesOf, type TwoTables } from "./restore/tables.ts";
import { type Correction, correct, correctionOf, familiesOf, KeyCount } from "./restore/write.ts";

const usage = `npm run copy-organization -- --stage live --from <copy> --organization org_… [--write]

Brings back what an organization has in a restored copy of the table and lacks, or has damaged, in the table in use: its
things, their rows in lists, their deadlines and search words. What the table in use has newer stays, and nobody comes back
who was deleted or has left since. Says what it would write; with --write it is written, each thing in a transaction of its
own with an audit row, provided it is still as it was read, and totals and analytics are counted again. A run that was
stopped is gone on with by the next. Product credit is a person's, not an organization's, and is left alone.

It reads both tables once. It uses the AWS credentials of the environment, and the table of the stage or the one that
TABLE_NAME names.`;

/** A reason not to go on that the operator can mend: one sentence, no stack. */
class CannotCopy extends Error {}

const SHOWN = 10;

async function main(): Promise<void> {
  const { stage, from, organization, write } = parseArgs({
    options: {
      stage: { type: "string" },
      from: { type: "string" },
      organization: { type: "string" },
      write: { type: "boolean", default: false },
    },
  }).values;
  await enterStage(stage);
  const live = process.env.TABLE_NAME;
  if (!from || !organization || !live) throw new CannotCopy(usage);
  if (from === live) throw new CannotCopy(`${from} is the table in use.`);
  const found = await compare({ restored: from, live }, organization);
  tell("come back", found.corrections);
  tell("stay as they are, for they were written since the copy", found.newer);
  if (!write) return console.log("Nothing was written. Add --write to write it.");

  let written = 0;
  let changed = 0;
  for (const family of familiesOf(found.corrections)) {
    const isDone = await correct(family, recordSteps(family, organization, found.pairOf));
    if (isDone) written += family.length;
    else changed += family.length;
  }
  console.log(`${written} items were brought back.`);
  const numbers = [...(await repairCounters(true)), ...(await repairMetrics(true))];
  console.log(`${numbers.length} numbers were counted again.`);
  if (changed === 0) return;
  console.log(`${changed} items were changed meanwhile: run again.`);
  process.exitCode = 1;
}

interface Compared {
  readonly corrections: Correction[];
  readonly newer: Difference[];
  /** The pair of a thing that only its rows go back to. */
  readonly pairOf: PairOf;
}

async function compare(tables: TwoTables, organization_id: string): Promise<Compared> {
  const events = new Set<string>();
  for await (const items of pagesOf(tables.restored))
    for (const item of items)
      if (isOf(kinds.audit, item) && item.organization_id === organization_id) events.add(String(item.event_id));
  const corrections: Correction[] = [];
  const newer: Difference[] = [];
  const governors = new Map<string, Pair | undefined>();
  const isIts = (pair: Pair, pairOf: PairOf) => {
    const item = (pair.restored ?? pair.live)!;
    return isOf(kinds.handled, item) ? events.has(idOf(item.pk)) : ownerOf(pair, pairOf) === organization_id;
  };
  for await (const difference of differences(tables, isIts)) {
    const { key, restored, live, verdict, governor, pairOf } = difference;
    if (isOf(kinds.organization, key) && isGoing(live) && !isGoing(restored))
      throw new CannotCopy(`${organization_id} was deleted since the copy.`);
    if (verdict === "live") newer.push(difference);
    else {
      corrections.push(correctionOf(difference, "live"));
      governors.set(nameOf(governor), pairOf(governor));
    }
  }
  return { corrections, newer, pairOf: (key) => governors.get(nameOf(key)) };
}

const isGoing = (item: Item | undefined): boolean => item?.status === "deleting" || item?.status === "deleted";

/** The organization that an item is of, or the thing it goes with. */
function ownerOf({ restored, live }: Pair, pairOf: PairOf): string | undefined {
  const item = (restored ?? live)!;
  const own = organizationOf(item) ?? (live && organizationOf(live));
  if (own !== undefined) return own;
  const governor = governorOf(item);
  const above = governor && pairOf(governor);
  return above && (above.restored ?? above.live) ? ownerOf(above, pairOf) : undefined;
}

/** The audit row, and where only rows of a thing come back, that the thing is still as it was read. */
function recordSteps(family: readonly Correction[], organization_id: string, pairOf: PairOf): Step[] {
  const [{ governor }] = family as [Correction, ...Correction[]];
  const subject_id = /[a-z]{3}_[0-9A-Za-z]+/.exec(`${governor.pk} ${governor.sk}`)?.[0] ?? organization_id;
  const isBack = family.some(({ key }) => nameOf(key) === nameOf(governor));
  const version = pairOf(governor)?.live?.version;
  return [
    ...(!isBack && typeof version === "number" ? [check(governor, { where: { version } })] : []),
    audit("organization.recovered", { organization_id, subject_id, actor_id: "operator" }),
  ];
}

function tell(what: string, found: readonly { readonly key: { readonly pk: string; readonly sk: string } }[]): void {
  const all = found.map(({ key }) => key);
  const count = new KeyCount();
  for (const key of all) count.add(key);
  console.log(`${all.length} items ${what}${all.length > 0 ? `: ${count.inWords()}` : "."}`);
  for (const { pk, sk } of all.slice(0, SHOWN)) console.log(`  ${pk} ${sk}`);
  if (all.length > SHOWN) console.log(`  and ${all.length - SHOWN} more`);
}

await main().catch((error: Error) => {
  console.error(error instanceof CannotCopy ? error.message : error.stack);
  process.exitCode = 1;
});
