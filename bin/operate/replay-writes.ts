import { parseArgs } from "node:util";
import { idOf } from "../../functions/data/keys/key.ts";
import { isOf, kinds } from "../../functions/data/keys/kinds.ts";
import { enterStage } from "./outputs.ts";
import { repairCounters } from "./repair/counters.ts";
import { repairMetrics } from "./repair/metrics.ts";
import { type Difference, differences } from "./restore/tables.ts";
import { correct, correctionOf, familiesOf, inWords } from "./restore/write.ts";

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
  const found: Difference[] = [];
  for await (const difference of differences({ restored: into, live })) found.push(difference);
  const [newer, damaged] = [found.filter(({ verdict }) => verdict === "live"), found.filter(isDamage)];
  console.log(`${newer.length} items were written since: ${inWords(newer.map(({ key }) => key))}`);
  console.log(`${damaged.length} items were lost or damaged: ${inWords(damaged.map(({ key }) => key))}`);
  const deleted = newer.filter(({ key, live: person }) => isOf(kinds.user, key) && person?.status === "deleted");
  for (const { key } of deleted) console.log(`  ${idOf(key.pk)} was deleted since, and is deleted in the copy.`);
  if (!write) return console.log("Nothing was written. Add --write to write it.");

  process.env.TABLE_NAME = into;
  const corrections = newer.map((difference) => correctionOf(difference, "restored"));
  for (const family of familiesOf(corrections))
    if (!(await correct(family))) throw new Error(`${family[0]!.key.pk} has changed: ${into} is in use already.`);
  const numbers = [...(await repairCounters(true)), ...(await repairMetrics(true))];
  const minutes = (performance.now() - began) / 60_000;
  console.log(`${newer.length} items were written, ${numbers.length} numbers counted again.`);
  console.log(`It took ${minutes.toFixed(2)} minutes.`);
}

const isDamage = ({ verdict }: Difference): boolean => verdict === "restored";

await main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
