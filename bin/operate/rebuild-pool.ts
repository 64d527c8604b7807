import { parseArgs } from "node:util";
import { keys } from "../../functions/data/keys.ts";
import { createAccount, findAccount } from "../../functions/outside/cognito.ts";
import { UserRecord } from "../../functions/user/record.ts";
import { enterStage } from "./outputs.ts";
import { everyItem } from "./repair/table.ts";

const usage = `npm run rebuild-pool -- --stage live [--write]

Gives everybody of the table an account in the user pool who has none there: after a pool was lost, and the stage was
deployed with another one. Says how many; with --write they are made. Passwords are not known to anybody: people set a new
one by "Forgot password", and are then who they were. It may be stopped and run again at any time.

It uses the AWS credentials of the environment, and the stage's table and user pool, or those that TABLE_NAME and
USER_POOL_ID name.`;

async function main(): Promise<void> {
  const { stage, write } = parseArgs({
    options: { stage: { type: "string" }, write: { type: "boolean", default: false } },
  }).values;
  await enterStage(stage);
  if (!process.env.TABLE_NAME || !process.env.USER_POOL_ID) throw new Error(usage);
  let missing = 0;
  for await (const item of everyItem()) {
    const key = keys.user(item.user_id as string);
    if (item.pk !== key.pk || item.sk !== key.sk || item.email === "") continue;
    const { email, user_id, status } = UserRecord.parse(item);
    if (status === "deleted" || (await findAccount(email)) !== undefined) continue;
    missing++;
    if (write && !(await createAccount(email, user_id)))
      throw new Error(`${email} has an account that is not ${user_id}'s.`);
  }
  console.log(
    write ? `${missing} accounts were made.` : `${missing} people have no account. Add --write to make them.`,
  );
}

await main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
