import { parseArgs } from "node:util";
import { type AttributeValue, DynamoDBClient, ScanCommand } from "@aws-sdk/client-dynamodb";
import { GetQueueUrlCommand, SQSClient } from "@aws-sdk/client-sqs";
import type { DynamoDBRecord, DynamoDBStreamEvent } from "aws-lambda";
import { handler as publishEvents } from "../../functions/background/publish-events.ts";
import { kinds } from "../../functions/data/keys.ts";
import { purposes, queueUrlNames } from "../../shared/platform/environment.ts";
import { outputOf } from "./outputs.ts";

const usage = `npm run replay-events -- --stage live --since 2026-11-20T10:00:00Z [--until 2026-11-20T11:00:00Z]

Publishes the audit rows of a time again, for when the stream could not be read: mails, notices, search words, metrics and
badges follow from them. Workers know what they have done within sixty days, so what was published before is not done
twice. It reads the whole table once.

It uses the AWS credentials and the region of the environment, and the table of cdk.out/outputs.json (written by cdk
deploy --outputs-file) or of TABLE_NAME.`;

async function main(): Promise<void> {
  const { stage, since, until } = parseArgs({
    options: {
      stage: { type: "string", default: "" },
      since: { type: "string", default: "" },
      until: { type: "string", default: new Date().toISOString() },
    },
  }).values;
  process.env.TABLE_NAME ||= outputOf("TableName");
  if (!stage || !Date.parse(since) || !Date.parse(until) || !process.env.TABLE_NAME) throw new Error(usage);
  await findQueues(stage);
  const [from, to] = [since, until].map((each) => new Date(each).toISOString());
  const table = new DynamoDBClient({});
  let published = 0;
  let ExclusiveStartKey: Record<string, AttributeValue> | undefined;
  do {
    const page = await table.send(
      new ScanCommand({
        TableName: process.env.TABLE_NAME,
        ExclusiveStartKey,
        FilterExpression: "begins_with(pk, :audit) and #at between :from and :to",
        ExpressionAttributeNames: { "#at": "at" },
        ExpressionAttributeValues: { ":audit": { S: kinds.audit.pk }, ":from": { S: from! }, ":to": { S: to! } },
      }),
    );
    const Records = (page.Items ?? []).map((NewImage) => ({ dynamodb: { NewImage } }) as DynamoDBRecord);
    await publishEvents({ Records } satisfies DynamoDBStreamEvent);
    published += Records.length;
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey !== undefined);
  console.log(`${published} events were published again.`);
}

/** What publishes reads its queues from the environment. */
async function findQueues(stage: string): Promise<void> {
  const queues = new SQSClient({});
  for (const purpose of purposes) {
    const QueueName = `laurel-${stage}-${purpose}`;
    process.env[queueUrlNames[purpose]] = (await queues.send(new GetQueueUrlCommand({ QueueName }))).QueueUrl;
  }
}

await main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
