import { parseArgs } from "node:util";
import * as z from "zod";
import { findByEmail } from "../../functions/auth/model/store.ts";
import { mintResetToken } from "../../functions/auth/model/tokens.ts";
import { createAccount, findAccount } from "../../functions/clients/cognito.ts";
import { audit } from "../../functions/data/audit.ts";
import { newId, now } from "../../functions/data/ids.ts";
import type { Step } from "../../functions/data/steps.ts";
import { transact } from "../../functions/data/table.ts";
import { environment } from "../../functions/runtime/environment.ts";
import { signUp } from "../../functions/user/model/account.ts";
import type { UserRecord } from "../../functions/user/model/record.ts";
import { enterStage } from "./outputs.ts";

const settings = ["TABLE_NAME", "USER_POOL_ID", "PORTAL_ORIGIN"] as const;

const usage = `npm run superadmin -- you@example.org --stage live [--first-name Ada] [--last-name Lindqvist] [--print]

Makes a super administrator of a deployed stage and mails the link that sets the password, good for ten minutes; run it
again for another link. With --print the link is printed and not mailed, for a stage that cannot send mail yet.

It uses the AWS credentials of the environment, and the stage's table, user pool and address, or those that TABLE_NAME,
USER_POOL_ID and PORTAL_ORIGIN name.`;

/** A reason not to go on that the operator can mend: one sentence, no stack. */
class CannotMake extends Error {}

async function main(): Promise<void> {
  const { values, positionals } = readArguments();
  const email = z.email().safeParse(positionals[0]?.trim().toLowerCase());
  if (!email.success || positionals.length !== 1) throw new CannotMake(usage);
  await enterStage(values.stage);
  requireSettings();
  const { "first-name": first_name, "last-name": last_name, print } = values;
  const user_id = await superadminOf({ email: email.data, first_name, last_name });
  if (print) {
    const path = `/resetpassword/${encodeURIComponent(email.data)}?t=${await mintResetToken(user_id)}`;
    console.log(`Set the password within ten minutes at ${new URL(path, environment("PORTAL_ORIGIN"))}`);
  } else {
    await transact([askForLink(user_id)]);
    console.log(`A link to set the password is on its way to ${email.data}. It is good for ten minutes.`);
  }
}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        stage: { type: "string" },
        "first-name": { type: "string", default: "Platform" },
        "last-name": { type: "string", default: "Administrator" },
        print: { type: "boolean", default: false },
      },
    });
  } catch (error) {
    throw new CannotMake(`${(error as Error).message}\n\n${usage}`);
  }
}

function requireSettings(): void {
  for (const setting of settings) {
    if (!process.env[setting]) throw new CannotMake(`${setting} is not known.\n\n${usage}`);
  }
}

type Person = Pick<UserRecord, "email" | "first_name" | "last_name">;

/** The super administrator of this address, made when there is none. A repeat after a failure goes on where it stopped. */
async function superadminOf(person: Person): Promise<string> {
  const known = await findByEmail(person.email);
  if (known?.user.superadmin) return known.user.user_id;
  if (known) throw new CannotMake(`${person.email} already has an account of another kind. Use an address of its own.`);
  const user_id = await accountOf(person.email);
  await transact(personSteps({ ...person, user_id }));
  return user_id;
}

async function accountOf(email: string): Promise<string> {
  const user_id = newId("usr");
  if (await createAccount(email, user_id)) return user_id;
  const account = await findAccount(email);
  if (!account?.user_id) throw new CannotMake(`The user pool has an account for ${email} that is not ours. Remove it.`);
  return account.user_id;
}

const personSteps = (person: Person & { user_id: string }): Step[] =>
  signUp(
    { ...person, superadmin: true, organization_ids: [], created_on: now() },
    { actor_id: "system", organization_id: "" },
  ).steps;

/** The event that the stage answers with a mail. */
const askForLink = (user_id: string): Step =>
  audit("user.password-reset-asked", { organization_id: "", actor_id: "system", subject_id: user_id, user_id });

await main().catch((error: Error) => {
  console.error(error instanceof CannotMake ? error.message : error.stack);
  process.exitCode = 1;
});
