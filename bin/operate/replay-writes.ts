import { parseArgs } from "node:util";
import { idOf } from "../../functions/data/keys/key.ts";
import { isOf, kinds } from "../../functions/data/keys/kinds.ts";
import { withDiskShelf } from "./disk-shelf.ts";
import { enterStage } from "./outputs.ts";
import { repairCounters } from "./repair/counters.ts";
import { repairMetrics } from "./repair/metrics.ts";
import { Rows } from "./repair/rows.ts";
import { differences, nameOf } from "./restore/tables.ts";
import { type Correction, correct, correctionOf, familiesOf, KeyCount } from "./restore/write.ts";

const usage = `npm run replay-writes -- --stage live --into <copy> [--write]

Brings what was written since a copy was taken from the table in use into the restored copy, before the stage works on it:
what has a higher version, what is new, and what was ended; who was deleted meanwhile is deleted there, too. What the table
in use lost or has damaged stays as the copy has it. Says what it would write; with --write it is written, and totals and
analytics are counted again. A run that was stopped is gone on with by the next. The API is closed meanwhile.

It reads both tables once. It uses the AWS credentials of the environment, and the table of the stage or the one that
TABLE_NAME names.`;

async function main(): Promise<void> {
  const { stage, into, write } = parseArgs({
    options: { stage: { type: "string" }, into: { type: "string" }, write: { type: "boolean", default: false } },
  }).values;
  await enterStage(stage);
  const live = process.env.TABLE_NAME;
  if (!into || !live || into === live) throw new Error(usage);
  const began = performance.now();
  const [newer, damaged] = [new KeyCount(), new KeyCount()];
  await withDiskShelf(async (shelf) => {
    const corrections = new Rows<Correction>(shelf, "corrections");
    const deleted: string[] = [];
    for await (const difference of differences({ restored: into, live })) {
      const { key, governor, verdict, live: person } = difference;
      (verdict === "live" ? newer : damaged).add(key);
      if (verdict !== "live") continue;
      if (isOf(kinds.user, key) && person?.status === "deleted") deleted.push(idOf(key.pk));
      if (write) await corrections.add(nameOf(governor), correctionOf(difference, "restored"));
    }
    console.log(`${newer.total} items were written since: ${newer.inWords()}`);
    console.log(`${damaged.total} items were lost or damaged: ${damaged.inWords()}`);
    for (const user_id of deleted) console.log(`  ${user_id} was deleted since, and is deleted in the copy.`);
    if (write) await writeInto(into, corrections);
  });
  if (!write) return console.log("Nothing was written. Add --write to write it.");
  const numbers = [...(await repairCounters(true)), ...(await repairMetrics(true))];
  const minutes = (performance.now() - began) / 60_000;
  console.log(`${newer.total} items were written, ${numbers.length} numbers counted again.`);
  console.log(`It took ${minutes.toFixed(2)} minutes.`);
}

/** Corrects the copy, thing by thing. */
async function writeInto(copy: string, corrections: Rows<Correction>): Promise<void> {
  process.env.TABLE_NAME = copy;
  const append = (before: Correction[] = [], correction: Correction) => [...before, correction];
  for await (const things of corrections.folded(append))
    for (const family of familiesOf([...things.values()].flat()))
      if (!(await correct(family))) throw new Error(`${family[0]!.key.pk} has changed: ${copy} is in use already.`);
}

await main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
