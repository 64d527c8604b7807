import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import * as z from "zod";
import { createAccount } from "../../functions/clients/cognito.ts";
import { eachAccount } from "../../functions/clients/cognito-list.ts";
import { organizationKeys } from "../../functions/data/keys/organization.ts";
import { UserRecord } from "../../functions/user/model/record.ts";
import { enterStage } from "./outputs.ts";
import { everyItem } from "./repair/table.ts";

const usage = `npm run rebuild-pool -- --stage live [--list 2026-11-22.jsonl] [--write]

Gives everybody of the table an account in the user pool who has none there: after a pool was lost, and the stage was
deployed with another one. With --list everybody of a daily list of accounts instead (the exports bucket, people/), for when
the table is not at hand. Says how many; with --write they are made. Passwords are not known to anybody: people set a new
one by "Forgot password", and are then who they were. It may be stopped and run again at any time.

It uses the AWS credentials of the environment, and the stage's table and user pool, or those that TABLE_NAME and
USER_POOL_ID name.`;

/** Whoever is to have an account. */
const Somebody = z.object({ email: z.string(), user_id: z.string() });
type Somebody = z.infer<typeof Somebody>;
const Line = Somebody.extend({ enabled: z.boolean() });

async function main(): Promise<void> {
  const { stage, list, write } = parseArgs({
    options: {
      stage: { type: "string" },
      list: { type: "string" },
      write: { type: "boolean", default: false },
    },
  }).values;
  await enterStage(stage);
  if (!process.env.USER_POOL_ID || !(list || process.env.TABLE_NAME)) throw new Error(usage);
  // Listing costs nothing; whoever is asked for by name counts as an active user of the month.
  const present = new Set<string>();
  for await (const { email } of eachAccount()) present.add(email.toLowerCase());
  let missing = 0;
  for await (const { email, user_id } of list ? listed(list) : stored()) {
    if (present.has(email.toLowerCase())) continue;
    const account = write ? await createAccount(email, user_id) : "missing";
    if (account === false) throw new Error(`${email} has an account that is not ${user_id}'s.`);
    if (account !== "found") missing++; // who signed up since the pool was listed
  }
  console.log(
    write ? `${missing} accounts were made.` : `${missing} people have no account. Add --write to make them.`,
  );
}

/** Everybody of the table who was not deleted. */
async function* stored(): AsyncGenerator<Somebody> {
  for await (const item of everyItem()) {
    const key = organizationKeys.user(item.user_id as string);
    if (item.pk !== key.pk || item.sk !== key.sk || item.email === "") continue;
    const { email, user_id, status } = UserRecord.parse(item);
    if (status !== "deleted") yield { email, user_id };
  }
}

/** Everybody of a daily list who might sign in that day. */
async function* listed(file: string): AsyncGenerator<Somebody> {
  for await (const line of createInterface({ input: createReadStream(file) })) {
    const { enabled, ...somebody } = Line.parse(JSON.parse(line));
    if (enabled && somebody.email !== "" && somebody.user_id !== "") yield somebody;
  }
}

await main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
