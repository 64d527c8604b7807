import { parseArgs } from "node:util";
import { type AttributeValue, DynamoDBClient, ScanCommand } from "@aws-sdk/client-dynamodb";
import { GetQueueUrlCommand, SQSClient } from "@aws-sdk/client-sqs";
import type { DynamoDBRecord, DynamoDBStreamEvent } from "aws-lambda";
import { kinds } from "../../functions/data/keys/kinds.ts";
import { handler as archiveAudit } from "../../functions/platform/archive-audit.ts";
import { handler as publishEvents } from "../../functions/platform/publish-events.ts";
import { purposes, queueNameOf, queueUrlNames } from "../../shared/platform/environment.ts";
import { enterStage } from "./outputs.ts";

const usage = `npm run replay-events -- --stage live --since 2026-11-20T10:00:00Z [--until 2026-11-20T11:00:00Z] [--archive]

Publishes the audit rows of a time again, for when the stream could not be read: mails, notices, search words, metrics and
badges follow from them. Workers know what they have done within sixty days, so what was published before is not done
twice. With --archive they are not published but archived again, for when the archive's bucket could not be written:
AUDIT_BUCKET names it. It reads the whole table once.

It uses the AWS credentials of the environment, and the table of the stage or the one that TABLE_NAME names.`;

async function main(): Promise<void> {
  const { stage, since, until, archive } = parseArgs({
    options: {
      stage: { type: "string", default: "" },
      since: { type: "string", default: "" },
      until: { type: "string", default: new Date().toISOString() },
      archive: { type: "boolean", default: false },
    },
  }).values;
  await enterStage(stage);
  if (!stage || !Date.parse(since) || !Date.parse(until) || !process.env.TABLE_NAME) throw new Error(usage);
  if (archive && !process.env.AUDIT_BUCKET) throw new Error(usage);
  if (!archive) await findQueues(stage);
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
    await (archive ? archiveAudit : publishEvents)({ Records } satisfies DynamoDBStreamEvent);
    published += Records.length;
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey !== undefined);
  console.log(`${published} events were ${archive ? "archived" : "published"} again.`);
}

/** What publishes reads its queues from the environment. */
async function findQueues(stage: string): Promise<void> {
  const queues = new SQSClient({});
  for (const purpose of purposes) {
    const QueueName = queueNameOf(stage, purpose);
    process.env[queueUrlNames[purpose]] = (await queues.send(new GetQueueUrlCommand({ QueueName }))).QueueUrl;
  }
}

await main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
