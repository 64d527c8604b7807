import { parseArgs } from "node:util";
import {
  DescribeTableCommand,
  DynamoDBClient,
  UpdateContinuousBackupsCommand,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
  waitUntilTableExists,
} from "@aws-sdk/client-dynamodb";
import { settingsOf } from "./stage.ts";

const usage = `npm run prepare-restored -- --stage live --table <copy>

Gives a restored copy of the table what a copy lacks besides its items: the stream, the end of items that end, the way back
in time, and protection against deletion. Prints the setting by which the stage works on the copy. What the copy has already
stays; it may be run again.

It uses the AWS credentials of the environment, and its region or the one that cdk.json names.`;

const waitSecondsMax = 900;

async function main(): Promise<void> {
  const { stage, table: TableName } = parseArgs({
    options: { stage: { type: "string" }, table: { type: "string" } },
  }).values;
  if (!stage || !TableName) throw new Error(usage);
  const client = new DynamoDBClient({ region: process.env.AWS_REGION ?? settingsOf(stage).region });
  const read = async () => (await client.send(new DescribeTableCommand({ TableName }))).Table!;
  const { StreamSpecification } = await read();
  if (!StreamSpecification?.StreamEnabled) {
    const stream = { StreamEnabled: true, StreamViewType: "NEW_AND_OLD_IMAGES" as const };
    await client.send(new UpdateTableCommand({ TableName, StreamSpecification: stream }));
    await waitUntilTableExists({ client, maxWaitTime: waitSecondsMax }, { TableName });
  }
  await client.send(new UpdateTableCommand({ TableName, DeletionProtectionEnabled: true }));
  const TimeToLiveSpecification = { Enabled: true, AttributeName: "ttl" };
  await client.send(new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification })).catch((error: Error) => {
    if (!error.message.includes("already enabled")) throw error;
  });
  const PointInTimeRecoverySpecification = { PointInTimeRecoveryEnabled: true, RecoveryPeriodInDays: 35 };
  await client.send(new UpdateContinuousBackupsCommand({ TableName, PointInTimeRecoverySpecification }));
  const { LatestStreamArn: streamArn } = await read();
  console.log(`"restoredTable": ${JSON.stringify({ name: TableName, streamArn })}`);
}

await main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
