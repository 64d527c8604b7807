import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { LambdaClient } from "@aws-sdk/client-lambda";
import type { CloudAssembly } from "aws-cdk-lib/cx-api";
import { aliasedOf } from "../../lib/aliases.ts";
import type { Settings } from "../../lib/settings.ts";
import { callsOf } from "../../shared/contract.ts";
import { checkedOutRelease } from "../release.ts";
import { checkAccount, checkCredentials, readAccount } from "./deployment/account.ts";
import { checkQuotas } from "./deployment/account-quotas.ts";
import { bringForward } from "./deployment/aliases.ts";
import { silentFunctions, whatIsUnwell } from "./deployment/answering.ts";
import { assembly, builds, deployments, difference } from "./deployment/commands.ts";
import { type Finding, linesOf, mayGoOn } from "./deployment/finding.ts";
import { whatRemains } from "./deployment/remaining.ts";
import { CannotDeploy, conclude, run } from "./deployment/running.ts";
import { decide } from "./deployment/settings.ts";
import { checkAlarms } from "./deployment/silent-alarms.ts";
import { readStanding } from "./deployment/standing.ts";
import type { CountedTemplate } from "./quotas.ts";
import { decidedOf, settingsOf } from "./stage.ts";

const usage = `npm run deploy -- --stage live [--check] [--unwatched]

Brings a stage to this checkout: looks at the account, builds, shows what would change, and deploys the edge, the functions
and then, once every function answers, the portal. It confirms through CloudFront that the product is there, says what is
still to be done, and proves by the smoke test (npm run smoke) that it works. With --check it ends before it deploys.

Ten minutes long the stage's own alarms watch the functions: when one rings, they go back by themselves and the portal stays
as it was. --unwatched leaves that out, to mend a stage whose alarms ring already.

It uses the AWS credentials of the environment, and the region that cdk.json or AWS_REGION names.`;

const root = join(import.meta.dirname, "../..");

async function main(): Promise<void> {
  const { stage, check, unwatched } = readArguments();
  const checkedOut = settingsOf(stage);
  const account = await readAccount(checkedOut.region);
  tell([checkCredentials(account, checkedOut)]);
  process.env.CDK_DEFAULT_ACCOUNT = account;
  const standing = await readStanding(settingsOf(stage));
  const { decided, finding } = decide(decidedOf(stage), standing?.outputs.Settings);
  tell([finding]);
  const settings = settingsOf(stage, decided);

  for (const build of builds) await run(build);
  const synthesized = await synthesize(stage, decided);
  const templates = templatesIn(synthesized.directory);
  const version = Math.max(
    ...synthesized.stacks.map(({ requiresBootstrapStackVersion = 0 }) => requiresBootstrapStackVersion),
  );
  const looked = [
    ...(await checkAccount(settings, templates, version)),
    ...(await checkQuotas(settings, templates, standing !== undefined)),
    ...(standing === undefined ? [] : await checkAlarms(settings, templates)),
  ];
  tell(looked);
  await run(difference());
  if (check) return console.log("Nothing was deployed: that is what --check asks for.");

  const { edge, functions, portal } = deployments(settings, unwatched ? standing && [] : standing?.alarms);
  await run(edge);
  await run(functions);
  const client = new LambdaClient({ region: settings.region });
  for (const line of await bringForward(client, aliasedOf(stage))) console.log(line);
  const silent = await silentFunctions(settings, callsOf());
  if (silent.length > 0)
    throw new CannotDeploy(`The portal stays as it was, because these do not answer:\n  ${silent.join("\n  ")}`);
  console.log(`All ${callsOf().length} functions of calls answer.`);
  await run(portal);

  const { outputs } = (await readStanding(settings))!;
  const unwell = await whatIsUnwell(outputs.PortalOrigin!, stage);
  const remains = await whatRemains(settings, outputs, looked);
  console.log(`\nStill to be done:\n${remains.map((each) => `  - ${each}`).join("\n")}`);
  if (unwell !== undefined)
    throw new CannotDeploy(unwellText(outputs.PortalOrigin!, unwell, settings.domain?.zoneName));
  await conclude(stage, outputs.PortalOrigin!);
}

const unwellText = (origin: string, unwell: string, zoneName?: string) =>
  `${origin} is not well: ${unwell}${zoneName === undefined ? "" : ` Does the registrar of ${zoneName} name the servers of its hosted zone?`}`;

/** Prints what was found, and ends where something of it stops the deployment. */
function tell(found: readonly Finding[]): void {
  for (const line of linesOf(found)) console.log(line);
  if (!mayGoOn(found)) throw new CannotDeploy("Nothing was deployed.");
}

async function synthesize(stage: string, settings: Partial<Settings>): Promise<CloudAssembly> {
  const { makeApp } = await import("../app.ts");
  const outdir = join(root, assembly);
  rmSync(outdir, { recursive: true, force: true });
  mkdirSync(outdir);
  return makeApp({ stage, outdir, settings, release: checkedOutRelease() }).app.synth();
}

const templatesIn = (directory: string): CountedTemplate[] =>
  readdirSync(directory)
    .filter((file) => file.endsWith(".template.json"))
    .map((name) => ({ name, ...JSON.parse(readFileSync(join(directory, name), "utf8")) }));

function readArguments(): { stage: string; check: boolean; unwatched: boolean } {
  try {
    const flag = { type: "boolean", default: false } as const;
    const { stage, check, unwatched } = parseArgs({
      options: { stage: { type: "string" }, check: flag, unwatched: flag },
    }).values;
    if (!stage) throw new CannotDeploy(usage);
    return { stage, check, unwatched };
  } catch (error) {
    throw error instanceof CannotDeploy ? error : new CannotDeploy(`${(error as Error).message}\n\n${usage}`);
  }
}

await main().catch((error: Error) => {
  console.error(error instanceof CannotDeploy ? error.message : error.stack);
  process.exitCode = 1;
});
