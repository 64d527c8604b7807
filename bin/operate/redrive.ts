import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import {
  GetQueueAttributesCommand,
  ListMessageMoveTasksCommand,
  paginateListQueues,
  SQSClient,
  StartMessageMoveTaskCommand,
} from "@aws-sdk/client-sqs";
import { purposes, queueNameOf } from "../../shared/platform/environment.ts";
import { settingsOf } from "./stage.ts";

const usage = `npm run redrive -- [<queue>] --stage live

Says how many messages are put aside in each dead-letter queue of the stage; ends with 1 where there are any. With a queue
(${purposes.join(", ")}) it gives back to it what was put aside, and waits until that is done.

It uses the AWS credentials of the environment, and the region that cdk.json or AWS_REGION names.`;

const askedEveryMs = 1000;

async function main(): Promise<void> {
  const { purpose, stage } = readArguments();
  const client = new SQSClient({ region: settingsOf(stage).region });
  const dead = await deadLettersOf(client, stage);
  if (purpose === undefined) return say(dead);
  const name = queueNameOf(stage, purpose, { dead: true });
  const queue = dead.find((each) => each.name === name);
  if (queue === undefined) throw new Error(`There is no queue ${name}.`);
  console.log(`${await moveToQueue(client, queue.arn)} messages are given back to ${queueNameOf(stage, purpose)}.`);
}

interface DeadLetters {
  readonly name: string;
  readonly arn: string;
  readonly messages: number;
}

async function deadLettersOf(client: SQSClient, stage: string): Promise<DeadLetters[]> {
  const found: DeadLetters[] = [];
  const own = ["changes", "schedules", ...purposes].map((name) => queueNameOf(stage, name, { dead: true }));
  for await (const { QueueUrls = [] } of paginateListQueues({ client }, { QueueNamePrefix: `laurel-${stage}-` })) {
    // The stage live-eu has queues whose names begin like those of live.
    for (const QueueUrl of QueueUrls.filter((url) => own.includes(url.split("/").at(-1)!))) {
      const AttributeNames = ["QueueArn", "ApproximateNumberOfMessages"] as const;
      const { Attributes = {} } = await client.send(
        new GetQueueAttributesCommand({ QueueUrl, AttributeNames: [...AttributeNames] }),
      );
      const { QueueArn = "", ApproximateNumberOfMessages } = Attributes;
      found.push({
        name: QueueArn.split(":").at(-1)!,
        arn: QueueArn,
        messages: Number(ApproximateNumberOfMessages),
      });
    }
  }
  return found;
}

function say(queues: readonly DeadLetters[]): void {
  const filled = queues.filter(({ messages }) => messages > 0);
  for (const { name, messages } of filled) console.log(`${name}: ${messages}`);
  if (filled.length === 0) console.log(`Nothing is put aside in ${queues.length} queues.`);
  else process.exitCode = 1;
}

/** Gives the messages of a dead-letter queue back to where they came from; answers how many, once SQS has done it. */
async function moveToQueue(client: SQSClient, SourceArn: string): Promise<number> {
  await client.send(new StartMessageMoveTaskCommand({ SourceArn }));
  for (;;) {
    const { Results: [task] = [] } = await client.send(new ListMessageMoveTasksCommand({ SourceArn, MaxResults: 1 }));
    if (task?.Status === "COMPLETED") return task.ApproximateNumberOfMessagesMoved ?? 0;
    if (task?.Status !== "RUNNING") throw new Error(`${task?.Status}: ${task?.FailureReason}`);
    await pause(askedEveryMs);
  }
}

function readArguments(): { purpose: string | undefined; stage: string } {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { stage: { type: "string" } } });
  const [purpose] = positionals;
  const isKnown = purpose === undefined || (purposes as readonly string[]).includes(purpose);
  if (!values.stage || positionals.length > 1 || !isKnown) throw new Error(usage);
  return { purpose, stage: values.stage };
}

await main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
