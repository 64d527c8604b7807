import { parseArgs } from "node:util";
import { CloudFormationClient } from "@aws-sdk/client-cloudformation";
import { edgeRegion, stackNames } from "../../lib/settings.ts";
import { type Attempt, forget, type LeftBehind, readHistory } from "./aborted/attempts.ts";
import { type Found, kindsIn } from "./aborted/leftovers.ts";
import { settingsOf } from "./stage.ts";

const usage = `npm run clear-aborted -- --stage dev [--write]

Shows what first deployments of a stage that never came to their end have left in the account; with --write it is removed,
and the stage can be deployed as if for the first time. A stage that was ever whole is not touched, and of an attempt that
left anything that holds items, people, objects or keys, nothing is.

It uses the AWS credentials of the environment, and the region that cdk.json or AWS_REGION names.`;

/** A reason not to go on that the operator can mend: one sentence, no stack. */
class CannotClear extends Error {}

interface Looked {
  readonly left: LeftBehind;
  readonly called: string;
  readonly found: Found;
  readonly remove: () => Promise<void>;
}

async function main(): Promise<void> {
  const { stage, write } = readArguments();
  const { region } = settingsOf(stage);
  const { main, edge, portal } = stackNames(settingsOf(stage));
  const cleared = [
    await clear(portal, region, write),
    await clear(main, region, write),
    await clear(edge, edgeRegion, write),
  ];
  if (cleared.every((some) => !some)) console.log("Nothing was left behind.");
  else if (!write) console.log("Nothing was removed. Add --write to remove it.");
}

/** Shows, or removes, what the attempts at one stack left; false when there is nothing. */
async function clear(name: string, region: string, write: boolean): Promise<boolean> {
  const client = new CloudFormationClient({ region });
  const { aborted, standing, busy } = await readHistory(client, name);
  if (busy) throw new CannotClear(`A deployment of ${name} is at work in ${region}. Wait until it has ended.`);
  if (standing) console.log(`${name} in ${region} stands; it is not touched.`);
  let some = false;
  for (const attempt of aborted) {
    const looked = await look(attempt, region);
    if (looked.length === 0 && attempt.status === "DELETE_COMPLETE") continue;
    some = true;
    console.log(`${name} in ${region}, begun ${attempt.startedAt.toISOString()}, ${attempt.status}`);
    for (const { left, called, found } of looked) {
      const holds = typeof found === "object" ? `, holds ${found.holds}: nothing of this attempt is removed` : "";
      console.log(`  ${called} ${left.physicalId}${holds}`);
    }
    if (write && looked.every(({ found }) => typeof found !== "object")) await remove(client, attempt, looked);
  }
  return some;
}

async function look({ left }: Attempt, region: string): Promise<Looked[]> {
  const looked: Looked[] = [];
  for (const [type, { called, look, remove }] of Object.entries(kindsIn(region))) {
    for (const each of left.filter((one) => one.type === type)) {
      const found = await look(each);
      if (found !== "gone") looked.push({ left: each, called, found, remove: () => remove(each) });
    }
  }
  return looked;
}

async function remove(client: CloudFormationClient, attempt: Attempt, looked: readonly Looked[]): Promise<void> {
  for (const { remove } of looked) await remove();
  await forget(client, attempt);
  console.log("  removed");
}

function readArguments(): { stage: string; write: boolean } {
  try {
    const options = { stage: { type: "string" }, write: { type: "boolean", default: false } } as const;
    const { stage, write } = parseArgs({ options }).values;
    if (!stage) throw new CannotClear(usage);
    return { stage, write };
  } catch (error) {
    throw error instanceof CannotClear ? error : new CannotClear(`${(error as Error).message}\n\n${usage}`);
  }
}

await main().catch((error: Error) => {
  console.error(error instanceof CannotClear ? error.message : error.stack);
  process.exitCode = 1;
});
