import { parseArgs } from "node:util";
import { enterStage } from "./outputs.ts";
import { makeFixture } from "./smoke/fixture.ts";
import { type Course, type Step, steps } from "./smoke/steps.ts";
import { settingsOf } from "./stage.ts";

const usage = `npm run smoke -- --stage live [--haste 10]

Proves within five minutes that a stage works from the sign-up to the certificate, with an organization and people of its own,
which it removes. Each step says what it proves; one that fails says what to do, and the steps after it are tried as far as
they can be. Ends with 1 where one failed. --haste waits so many times shorter for what follows from changes.

It uses the AWS credentials of the environment, and the stage's table, user pool and addresses, or those that TABLE_NAME,
USER_POOL_ID, PORTAL_ORIGIN, API_ORIGIN, SIGNED_BUCKET and AUDIT_BUCKET name.`;

async function main(): Promise<void> {
  const { stage, haste } = readArguments();
  await enterStage(stage);
  const { region, domain, signingKeys, malwareScanOffBecause, factorRequired } = settingsOf(stage);
  if (domain) process.env.API_ORIGIN ||= `https://${domain.api}`;
  process.env.CERTIFICATES_SIGNED ||= (signingKeys ?? (domain ? [domain] : [])).length > 0 ? "yes" : "no";
  if (malwareScanOffBecause) process.env.UPLOADS_UNSCANNED = "yes";
  if (factorRequired) process.env.FACTOR_REQUIRED = "yes";
  process.env.AUDIT_BUCKET ||= process.env.SIGNED_BUCKET?.replace("-signed-", "-audit-");
  const course: Course = await makeFixture({ origin: process.env.PORTAL_ORIGIN!, stage, region }, haste);
  try {
    for (const step of steps) await take(step, course);
  } finally {
    await course.remove();
  }
  console.log(process.exitCode ? `${stage} is not well.` : `${stage} is well.`);
}

async function take(step: Step, course: Course): Promise<void> {
  const reason = step.absent?.();
  if (reason !== undefined) return console.log(`-     ${step.name}: not looked at, ${reason}`);
  const beganAt = Date.now();
  try {
    await step.look(course);
    console.log(`ok    ${step.name}: ${step.proves} (${((Date.now() - beganAt) / 1000).toFixed(1)} s)`);
  } catch (error) {
    process.exitCode = 1;
    console.log(`FAIL  ${step.name}: ${step.proves}\n      ${(error as Error).message}\n      ${step.otherwise}`);
  }
}

function readArguments(): { stage: string; haste: number } {
  const options = { stage: { type: "string" }, haste: { type: "string", default: "1" } } as const;
  const { stage, haste } = parseArgs({ options }).values;
  if (!stage || !(Number(haste) >= 1)) throw new Error(usage);
  return { stage, haste: Number(haste) };
}

await main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
