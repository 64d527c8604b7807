import { parseArgs } from "node:util";
import { AssumeRoleCommand, STSClient } from "@aws-sdk/client-sts";
import { apiNameOf } from "../../lib/settings.ts";
import { enterStage } from "./outputs.ts";
import { nameFixture } from "./smoke/fixture.ts";
import { type Course, type Step, secondsOf } from "./smoke/step.ts";
import { steps } from "./smoke/steps.ts";
import { settingsOf } from "./stage.ts";

/** What the steps may take together, in seconds: a stage that needs more is not well. */
const WITHIN_SECONDS = 300;

const usage = `npm run smoke -- --stage live [--alarm] [--backup] [--within ${WITHIN_SECONDS}] [--haste 10]

Proves within five minutes, or as many seconds as --within says, that a stage works from the sign-up to the certificate, with
an organization and people of its own, which it removes. Each step says what it proves; one that fails says what to do, and
the steps after it are tried as far as they can be. Ends with 1 where one failed, or all took longer. --alarm has one alarm
of each region ring, which mails the operators. --backup has the table copied into the vault and exported, each for as long
as a quarter of an hour, which comes on top. --haste waits so many times shorter for what follows from changes.

It uses the AWS credentials of the environment, as the workflow's deployer the role of the output SmokeRole, and the stage's table, user pool and addresses, or those that TABLE_NAME,
USER_POOL_ID, PORTAL_ORIGIN, API_ORIGIN, SIGNED_BUCKET, AUDIT_BUCKET, EXPORTS_BUCKET, BACKUP_VAULT and BACKUP_ROLE name.`;

async function main(): Promise<void> {
  const { stage, haste, within, ...tries } = readArguments();
  await enterStage(stage);
  if (process.env.SMOKE_ROLE) await takeRole(process.env.SMOKE_ROLE);
  const settings = settingsOf(stage);
  const { region, domain, signingKeys, malwareScanOffBecause, factorRequired, stripePublishableKey, operatorsMail } =
    settings;
  if (domain) process.env.API_ORIGIN ||= `https://${apiNameOf(settings)}`;
  process.env.CERTIFICATES_SIGNED ||= (signingKeys ?? (domain ? [domain] : [])).length > 0 ? "yes" : "no";
  if (malwareScanOffBecause) process.env.UPLOADS_UNSCANNED = "yes";
  if (stripePublishableKey?.startsWith("pk_test_")) process.env.CARDS_TRIED = "yes";
  if (factorRequired) process.env.FACTOR_REQUIRED = "yes";
  process.env.AUDIT_BUCKET ||= process.env.SIGNED_BUCKET?.replace("-signed-", "-audit-");
  process.env.EXPORTS_BUCKET ||= process.env.SIGNED_BUCKET?.replace("-signed-", "-exports-");
  const fixture = nameFixture({ origin: process.env.PORTAL_ORIGIN!, stage, region }, haste);
  const course: Course = { ...fixture, operatorsMail: process.env.OPERATORS_MAIL || operatorsMail, tries };
  const taken = new Map<Step, number>();
  try {
    for (const step of steps) taken.set(step, await take(step, course));
  } finally {
    for (const left of await course.remove()) {
      process.exitCode = 1;
      console.log(`STAYS ${left}`);
    }
  }
  sayTime(secondsOf(taken), within);
  console.log(process.exitCode ? `${stage} is not well.` : `${stage} is well.`);
}

/** The deployer may do nothing to the table and the pool but in this role; whoever else runs the test may not take it. */
async function takeRole(RoleArn: string): Promise<void> {
  const asked = new AssumeRoleCommand({ RoleArn, RoleSessionName: "smoke" });
  const answer = await new STSClient().send(asked).catch((error: Error) => {
    if (error.name !== "AccessDenied") throw error;
    console.log("It goes on with the environment's own credentials, which may not take the role of the smoke test.");
  });
  const { AccessKeyId, SecretAccessKey, SessionToken } = answer?.Credentials ?? {};
  if (!AccessKeyId || !SecretAccessKey || !SessionToken) return;
  delete process.env.AWS_PROFILE; // which goes before keys
  Object.assign(process.env, {
    AWS_ACCESS_KEY_ID: AccessKeyId,
    AWS_SECRET_ACCESS_KEY: SecretAccessKey,
    AWS_SESSION_TOKEN: SessionToken,
  });
}

function sayTime(seconds: number, within: number): void {
  const copies = "but for copies of the table";
  const took = `took ${seconds.toFixed(1)} s`;
  if (seconds > within) {
    process.exitCode = 1;
    console.log(`FAIL  time: the steps together take ${within} s at most, ${copies}\n      They ${took}.
      each line above says how long its step took; lib/runbooks/api-latency.md, lib/runbooks/slow-worker.md`);
  } else console.log(`All steps together ${took} of ${within} s, ${copies}.`);
}

/** Takes a step, and answers how many seconds it took: none where there is nothing to look at. */
async function take(step: Step, course: Course): Promise<number> {
  const reason = step.absent?.(course);
  if (reason !== undefined) {
    console.log(`-     ${step.name}: not looked at, ${reason}`);
    return 0;
  }
  const beganAt = Date.now();
  const took = () => Math.round((Date.now() - beganAt) / 100) / 10;
  try {
    const note = await step.look(course);
    const seconds = took();
    console.log(`ok    ${step.name}: ${step.proves} (${seconds} s)`);
    if (note !== undefined) console.log(`      ${note}`);
    return seconds;
  } catch (error) {
    process.exitCode = 1;
    console.log(`FAIL  ${step.name}: ${step.proves}\n      ${(error as Error).message}\n      ${step.otherwise}`);
    return took();
  }
}

function readArguments(): { stage: string; haste: number; within: number; alarm: boolean; backup: boolean } {
  const flag = { type: "boolean", default: false } as const;
  const options = {
    stage: { type: "string" },
    haste: { type: "string", default: "1" },
    within: { type: "string", default: `${WITHIN_SECONDS}` },
    alarm: flag,
    backup: flag,
  } as const;
  const { stage, haste, within, ...tries } = parseArgs({ options }).values;
  if (!stage || !(Number(haste) >= 1) || !(Number(within) >= 0)) throw new Error(usage);
  return { stage, haste: Number(haste), within: Number(within), ...tries };
}

await main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
