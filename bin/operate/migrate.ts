import { parseArgs } from "node:util";
import { keys, payoutSort, views } from "../../functions/data/keys.ts";
import { relist } from "../../functions/data/list.ts";
import { type Item, type Key, queryPage, transact } from "../../functions/data/table.ts";
import { Payout } from "../../functions/payment/earned-pay.ts";
import { Problem } from "../../shared/http/problems.ts";
import { outputOf } from "./outputs.ts";
import { everyItem } from "./repair/table.ts";

const usage = `npm run migrate [-- --write]

Brings items that an earlier release wrote into the shape of this one: today, a reviewer's payouts into the list of all
they earned. Says how many it would change; with --write it changes them, each in a transaction of its own, so that a run
that was stopped is gone on with by the next. Old and new functions may run meanwhile. It reads the whole table once.

It uses the AWS credentials and the region of the environment, and the table of cdk.out/outputs.json (written by cdk
deploy --outputs-file) or of TABLE_NAME.`;

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { write: { type: "boolean", default: false }, help: { type: "boolean" } } });
  process.env.TABLE_NAME ||= outputOf("TableName");
  if (values.help || !process.env.TABLE_NAME) {
    console.log(usage);
    process.exitCode = values.help ? 0 : 1;
    return;
  }
  let changed = 0;
  for await (const item of everyItem()) if (await listEarning(item, values.write)) changed++;
  console.log(values.write ? `${changed} items were brought up to date.` : `${changed} items are of an earlier shape.`);
}

/** Lists a payout among all that its reviewer earned, unless it is there. */
async function listEarning(item: Item, write: boolean): Promise<boolean> {
  if (!item.pk.startsWith("PAYOUT#")) return false;
  const payout = Payout.parse(item);
  const view = views.earnings(payout.user_id);
  if (await isListed(view, payoutSort(payout))) return false;
  const key: Key = keys.payout(payout.credential_job_id, payout.part);
  if (!write) return true;
  await transact(relist(key, payoutSort(payout), [], [view])).catch((error: unknown) => {
    if (!(error instanceof Problem && error.code === "state.changed")) throw error;
  });
  return true;
}

async function isListed(view: string, sort: string): Promise<boolean> {
  const { items } = await queryPage({ pk: view, prefix: sort, limit: 1 });
  return items.some(({ sk }) => sk === sort);
}

await main().catch((error: Error) => {
  console.error(error.stack);
  process.exitCode = 1;
});
