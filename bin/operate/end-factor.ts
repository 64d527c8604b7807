import { parseArgs } from "node:util";
import { readFactor } from "../../functions/auth/model/factor.ts";
import { factorOff } from "../../functions/auth/model/factor-off.ts";
import { findByEmail } from "../../functions/auth/model/store.ts";
import { audit } from "../../functions/data/audit.ts";
import { transact } from "../../functions/data/table.ts";
import { nextSecond, untilSecond } from "../../functions/runtime/clock.ts";
import { enterStage } from "./outputs.ts";

const usage = `npm run end-factor -- them@example.org --stage live [--write]

Turns somebody's two-step sign-in off who has lost both their phone and their recovery codes; their sessions end, and they
are told by mail. Be sure
who asks: their password alone signs them in from then on. Says what it would do; with --write it is done.

It uses the AWS credentials of the environment, and the table of the stage or the one that TABLE_NAME names.`;

/** A reason not to go on that the operator can mend: one sentence, no stack. */
class CannotEnd extends Error {}

async function main(): Promise<void> {
  const { values, positionals } = readArguments();
  const email = positionals[0]?.trim().toLowerCase();
  if (!email || positionals.length !== 1) throw new CannotEnd(usage);
  await enterStage(values.stage);
  if (!process.env.TABLE_NAME) throw new CannotEnd(`TABLE_NAME is not known.\n\n${usage}`);
  const user_id = (await findByEmail(email))?.user.user_id;
  if (user_id === undefined) throw new CannotEnd(`Nobody has the address ${email}.`);
  const factor = await readFactor(user_id);
  if (factor === undefined) throw new CannotEnd(`${email} has two-step sign-in off.`);
  console.log(`${user_id}: two-step sign-in, on since ${factor.since}, is turned off.`);
  if (!values.write) return console.log("Nothing was written. Add --write to write it.");
  await transact([
    ...factorOff(factor, { endsSessions: true }),
    audit("user.factor-off", { organization_id: "", actor_id: "operator", subject_id: user_id, user_id }),
  ]);
  await untilSecond(nextSecond()); // a session that began in the second of the end is over, too
  console.log("Written.");
}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: { stage: { type: "string" }, write: { type: "boolean", default: false } },
    });
  } catch (error) {
    throw new CannotEnd(`${(error as Error).message}\n\n${usage}`);
  }
}

await main().catch((error: Error) => {
  console.error(error instanceof CannotEnd ? error.message : error.stack);
  process.exitCode = 1;
});
