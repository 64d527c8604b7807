import { parseArgs } from "node:util";
import {
  DeleteFunctionConcurrencyCommand,
  LambdaClient,
  PutFunctionConcurrencyCommand,
  paginateListEventSourceMappings,
  UpdateEventSourceMappingCommand,
} from "@aws-sdk/client-lambda";
import { background } from "../../lib/background.ts";
import type { BackgroundFunction } from "../../lib/background-function.ts";
import { settingsOf } from "./stage.ts";

const usage = `npm run hold -- --stage live [--release]

Holds everything of a stage that works by itself: what queues and the table's stream feed, and what the clock and scans start.
Messages wait in their queues for 14 days, changes in the stream for 24 hours; a run of the clock that is held for more than
an hour is put aside, and the next one does its work. --release lets all of it go on. Either may be run again.

It uses the AWS credentials of the environment, and the region that cdk.json or AWS_REGION names.`;

async function main(): Promise<void> {
  const { stage, release } = readArguments();
  const { region, reserveConcurrency } = settingsOf(stage);
  const client = new LambdaClient({ region });
  const all = Object.entries<BackgroundFunction>(background);
  const nameOf = (path: string) => `laurel-${stage}-${path.replace("/", "-")}`;
  const fed = all.filter(([, { runs }]) => runs.on === "queue" || runs.on === "table-change");
  const started = all.filter(([, { runs }]) => runs.on === "schedule" || runs.on === "scan");
  for (const [path] of fed) await feed(client, nameOf(path), release);
  for (const [path, { reservedConcurrency }] of started) {
    const FunctionName = nameOf(path);
    const usual = reserveConcurrency ? reservedConcurrency : undefined;
    const ReservedConcurrentExecutions = release ? usual : 0;
    if (ReservedConcurrentExecutions === undefined)
      await client.send(new DeleteFunctionConcurrencyCommand({ FunctionName }));
    else await client.send(new PutFunctionConcurrencyCommand({ FunctionName, ReservedConcurrentExecutions }));
  }
  const what = `${fed.length} functions that are fed and ${started.length} that are started`;
  console.log(release ? `${what} go on.` : `${what} are held. Go on with: npm run hold -- --stage ${stage} --release`);
}

async function feed(client: LambdaClient, FunctionName: string, Enabled: boolean): Promise<void> {
  for await (const { EventSourceMappings = [] } of paginateListEventSourceMappings({ client }, { FunctionName })) {
    for (const { UUID } of EventSourceMappings)
      await client.send(new UpdateEventSourceMappingCommand({ UUID, Enabled }));
  }
}

function readArguments(): { stage: string; release: boolean } {
  const options = { stage: { type: "string" }, release: { type: "boolean", default: false } } as const;
  const { stage, release } = parseArgs({ options }).values;
  if (!stage) throw new Error(usage);
  return { stage, release };
}

await main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
