import { parseArgs } from "node:util";
import {
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
  ListTagsOfResourceCommand,
  TagResourceCommand,
  UpdateContinuousBackupsCommand,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
  waitUntilTableExists,
} from "@aws-sdk/client-dynamodb";
import { differences, type TableProperties, tableOfStage } from "./restore/template.ts";
import { settingsOf } from "./stage.ts";

const usage = `npm run prepare-restored -- --stage live --table <copy>

Gives a restored copy of the table what a copy lacks besides its items, as the stage's template has it: the stream, the end
of items that end, the way back in time, protection against deletion, and its tags. Compares the
whole with the template, and prints the setting by which the stage works on the copy: its alarms and rights follow from
that. What the copy has already stays; it may be run again.

It uses the AWS credentials of the environment, and its region or the one that cdk.json names.`;

const waitSecondsMax = 900;

async function main(): Promise<void> {
  const { stage, table: TableName } = parseArgs({
    options: { stage: { type: "string" }, table: { type: "string" } },
  }).values;
  if (!stage || !TableName) throw new Error(usage);
  const settings = settingsOf(stage);
  const wanted = tableOfStage(settings);
  const client = new DynamoDBClient({ region: process.env.AWS_REGION ?? settings.region });
  await complete(client, TableName, wanted);
  const { streamArn, ...is } = await read(client, TableName);
  const different = differences(wanted, is);
  for (const line of different) console.log(`differs from the template: ${line}`);
  console.log(`"restoredTable": ${JSON.stringify({ name: TableName, streamArn })}`);
  if (different.length > 0) process.exitCode = 1;
}

async function complete(client: DynamoDBClient, TableName: string, wanted: TableProperties): Promise<void> {
  const { streamView, ttlAttribute, recoverableDays, isProtected, tags } = wanted;
  const before = await read(client, TableName);
  if (before.streamView === undefined && streamView) {
    const StreamSpecification = { StreamEnabled: true, StreamViewType: streamView };
    await client.send(new UpdateTableCommand({ TableName, StreamSpecification }));
    await waitUntilTableExists({ client, maxWaitTime: waitSecondsMax }, { TableName });
  }
  await client.send(new UpdateTableCommand({ TableName, DeletionProtectionEnabled: isProtected }));
  if (before.ttlAttribute === undefined && ttlAttribute) {
    const TimeToLiveSpecification = { Enabled: true, AttributeName: ttlAttribute };
    await client.send(new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification }));
  }
  const PointInTimeRecoverySpecification = { PointInTimeRecoveryEnabled: true, RecoveryPeriodInDays: recoverableDays };
  await client.send(new UpdateContinuousBackupsCommand({ TableName, PointInTimeRecoverySpecification }));
  const Tags = Object.entries(tags).map(([Key, Value]) => ({ Key, Value }));
  await client.send(new TagResourceCommand({ ResourceArn: before.arn, Tags }));
}

/** A table as it is, in the words of {@link TableProperties}. */
async function read(
  client: DynamoDBClient,
  TableName: string,
): Promise<TableProperties & { readonly arn: string; readonly streamArn: string | undefined }> {
  const { Table: table = {} } = await client.send(new DescribeTableCommand({ TableName }));
  const { TimeToLiveDescription: life } = await client.send(new DescribeTimeToLiveCommand({ TableName }));
  const { ContinuousBackupsDescription: backups } = await client.send(
    new DescribeContinuousBackupsCommand({ TableName }),
  );
  const { Tags = [] } = await client.send(new ListTagsOfResourceCommand({ ResourceArn: table.TableArn }));
  const recovery = backups?.PointInTimeRecoveryDescription;
  return {
    arn: table.TableArn!,
    streamArn: table.LatestStreamArn,
    keys: (table.KeySchema ?? []).map(({ AttributeName, KeyType }) => `${AttributeName} ${KeyType}`),
    billing: table.BillingModeSummary?.BillingMode ?? "PROVISIONED",
    encryption: table.SSEDescription?.SSEType ?? "none",
    streamView: table.StreamSpecification?.StreamEnabled ? table.StreamSpecification.StreamViewType : undefined,
    ttlAttribute: /^ENABL/.test(life?.TimeToLiveStatus ?? "") ? life?.AttributeName : undefined,
    recoverableDays: recovery?.PointInTimeRecoveryStatus === "ENABLED" ? (recovery.RecoveryPeriodInDays ?? 35) : 0,
    isProtected: table.DeletionProtectionEnabled ?? false,
    tags: Object.fromEntries(Tags.map(({ Key, Value }) => [Key, Value])) as Record<string, string>,
  };
}

await main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
