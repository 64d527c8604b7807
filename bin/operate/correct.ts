import { parseArgs } from "node:util";
import * as z from "zod";
import { audit } from "../../functions/data/audit.ts";
import { now } from "../../functions/data/ids.ts";
import { submissionKeys } from "../../functions/data/keys/submission.ts";
import { get, transact } from "../../functions/data/table.ts";
import { post } from "../../functions/payment/model/ledger.ts";
import { type Account, accounts, type Entry, sumOf } from "../../shared/payment/rules.ts";
import { enterStage } from "./outputs.ts";

const usage = `npm run correct -- --stage live --application app_… --reason "PayPal's fee for the dispute PP-D-1" platform=15.00 fees=-15.00

Adds a correcting entry to the ledger, beside what stands there. Amounts are dollars by account and sum to 0: what an
account receives is positive, what it owes is negative, as in the entries that are there (here the platform bears a fee).
Says what it would add; with --write it is added.

Accounts: ${accounts.join(", ")}.

It uses the AWS credentials of the environment, and the table of the stage or the one that TABLE_NAME names.`;

/** A reason not to go on that the operator can mend: one sentence, no stack. */
class CannotCorrect extends Error {}

const Sold = z.object({ organization_id: z.string(), cred_id: z.string(), user_id: z.string() });

async function main(): Promise<void> {
  const { stage, application: application_id, reason, write, entry } = readArguments();
  await enterStage(stage);
  if (!process.env.TABLE_NAME) throw new CannotCorrect(usage);
  const sold = await get(Sold, submissionKeys.application(application_id));
  if (sold === undefined) throw new CannotCorrect(`There is no application ${application_id}.`);
  const { organization_id, ...ids } = sold;
  const about = { organization_id, application_id, ...ids };
  console.log(`${organization_id} ${application_id}: ${JSON.stringify(entry)} cents, “${reason}”`);
  if (!write) return console.log("Nothing was written. Add --write to write it.");
  await transact([
    ...post(entry, { ...about, event: "correction", at: now(), reason }),
    audit("payment.corrected", { ...about, actor_id: "operator", subject_id: application_id }),
  ]);
  console.log("Written.");
}

function readArguments() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      stage: { type: "string" },
      application: { type: "string", default: "" },
      reason: { type: "string", default: "" },
      write: { type: "boolean", default: false },
    },
  });
  const entry: Entry = Object.fromEntries(positionals.map(amountOf));
  if (!values.application || !values.reason.trim() || positionals.length === 0) throw new CannotCorrect(usage);
  if (sumOf(entry) !== 0) throw new CannotCorrect(`The amounts sum to ${sumOf(entry)} cents, and not to 0.`);
  return { ...values, entry };
}

function amountOf(text: string): [Account, number] {
  const [, name, sign, whole, part] = /^(\w+)=(-?)(\d{1,9})\.(\d\d)$/.exec(text) ?? [];
  const account = accounts.find((each) => each === name);
  if (account === undefined) throw new CannotCorrect(`${text} is not an account with dollars such as cash=12.50.`);
  return [account, Number(`${sign}${whole}${part}`)];
}

await main().catch((error: Error) => {
  console.error(error instanceof CannotCorrect ? error.message : error.stack);
  process.exitCode = 1;
});
