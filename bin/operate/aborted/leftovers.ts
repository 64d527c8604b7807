import { CloudWatchLogsClient, DeleteLogGroupCommand, DescribeLogGroupsCommand } from "@aws-sdk/client-cloudwatch-logs";
import {
  CognitoIdentityProviderClient,
  DeleteUserPoolCommand,
  DescribeUserPoolCommand,
  ListUsersCommand,
  ResourceNotFoundException as PoolNotFound,
  UpdateUserPoolCommand,
} from "@aws-sdk/client-cognito-identity-provider";
import {
  DeleteTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  ScanCommand,
  ResourceNotFoundException as TableNotFound,
  UpdateTableCommand,
  waitUntilTableExists,
} from "@aws-sdk/client-dynamodb";
import {
  DescribeKeyCommand,
  NotFoundException as KeyNotFound,
  KMSClient,
  ScheduleKeyDeletionCommand,
} from "@aws-sdk/client-kms";
import {
  DeleteBucketCommand,
  DeleteObjectsCommand,
  HeadBucketCommand,
  ListObjectVersionsCommand,
  NotFound,
  S3Client,
} from "@aws-sdk/client-s3";
import {
  DeleteSecretCommand,
  GetSecretValueCommand,
  ResourceNotFoundException as SecretNotFound,
  SecretsManagerClient,
} from "@aws-sdk/client-secrets-manager";
import type { LeftBehind } from "./attempts.ts";

/** What a thing is found to be: gone, there and of no worth, or there and holding something. */
export type Found = "gone" | "empty" | { readonly holds: string };

/** How one kind of resource is looked at and removed. */
interface Kind {
  /** What people call it. */
  readonly called: string;
  look(left: LeftBehind): Promise<Found>;
  remove(left: LeftBehind): Promise<void>;
}

/** Days a key stays restorable after its removal was asked for: the fewest that AWS takes. */
const keyDays = 7;
/** What services put into a bucket by themselves, and the portal's files, which every deployment uploads. */
const ofNoWorth = {
  keys: ["malware-protection-resource-validation-object"],
  buckets: /^Storage(AccessLogs|DistributionLogs|Portal)/,
};

/** The kinds of resources that outlive their stack, in the order in which they are removed: keys after what they open. */
export function kindsIn(region: string): Readonly<Record<string, Kind>> {
  return {
    "AWS::DynamoDB::Table": tables(new DynamoDBClient({ region })),
    "AWS::Cognito::UserPool": pools(new CognitoIdentityProviderClient({ region })),
    "AWS::S3::Bucket": buckets(new S3Client({ region })),
    "AWS::SecretsManager::Secret": secrets(new SecretsManagerClient({ region })),
    "AWS::Logs::LogGroup": logGroups(new CloudWatchLogsClient({ region })),
    "AWS::KMS::Key": keys(new KMSClient({ region })),
  };
}

/** Asks for something and answers undefined when there is no such thing. */
async function unless<Result>(
  missing: new (...parts: never[]) => Error,
  asking: Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await asking;
  } catch (error) {
    if (error instanceof missing) return undefined;
    throw error;
  }
}

const tables = (client: DynamoDBClient): Kind => ({
  called: "table",
  async look({ physicalId: TableName }) {
    if (!(await unless(TableNotFound, client.send(new DescribeTableCommand({ TableName }))))) return "gone";
    const { Count } = await client.send(new ScanCommand({ TableName, Limit: 1 }));
    return Count === 0 ? "empty" : { holds: "items" };
  },
  async remove({ physicalId: TableName }) {
    const { Table } = await client.send(new DescribeTableCommand({ TableName }));
    if (Table?.DeletionProtectionEnabled) {
      await client.send(new UpdateTableCommand({ TableName, DeletionProtectionEnabled: false }));
      await waitUntilTableExists({ client, maxWaitTime: 300, minDelay: 1 }, { TableName });
    }
    await client.send(new DeleteTableCommand({ TableName }));
  },
});

const pools = (client: CognitoIdentityProviderClient): Kind => ({
  called: "user pool",
  async look({ physicalId: UserPoolId }) {
    if (!(await unless(PoolNotFound, client.send(new DescribeUserPoolCommand({ UserPoolId }))))) return "gone";
    const { Users = [] } = await client.send(new ListUsersCommand({ UserPoolId, Limit: 1 }));
    return Users.length === 0 ? "empty" : { holds: "people" };
  },
  async remove({ physicalId: UserPoolId }) {
    await client.send(new UpdateUserPoolCommand({ UserPoolId, DeletionProtection: "INACTIVE" }));
    await client.send(new DeleteUserPoolCommand({ UserPoolId }));
  },
});

const buckets = (client: S3Client): Kind => ({
  called: "bucket",
  async look({ physicalId: Bucket, logicalId }) {
    if (!(await unless(NotFound, client.send(new HeadBucketCommand({ Bucket }))))) return "gone";
    if (ofNoWorth.buckets.test(logicalId)) return "empty";
    const { Versions = [] } = await client.send(new ListObjectVersionsCommand({ Bucket }));
    return Versions.every(({ Key }) => ofNoWorth.keys.includes(Key!)) ? "empty" : { holds: "objects" };
  },
  async remove({ physicalId: Bucket }) {
    for (;;) {
      const { Versions = [], DeleteMarkers = [] } = await client.send(new ListObjectVersionsCommand({ Bucket }));
      const Objects = [...Versions, ...DeleteMarkers].map(({ Key, VersionId }) => ({ Key, VersionId }));
      if (Objects.length === 0) break;
      const { Errors = [] } = await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects } }));
      if (Errors.length > 0) throw new Error(`${Bucket}: ${Errors[0]!.Key} cannot be removed: ${Errors[0]!.Message}`);
    }
    await client.send(new DeleteBucketCommand({ Bucket }));
  },
});

const secrets = (client: SecretsManagerClient): Kind => ({
  called: "secret",
  async look({ physicalId: SecretId }) {
    const found = await unless(SecretNotFound, client.send(new GetSecretValueCommand({ SecretId })));
    if (!found) return "gone";
    const values = Object.values(JSON.parse(found.SecretString ?? "{}"));
    return values.every((value) => value === "") ? "empty" : { holds: "keys" };
  },
  async remove({ physicalId: SecretId }) {
    await client.send(new DeleteSecretCommand({ SecretId, ForceDeleteWithoutRecovery: true }));
  },
});

const logGroups = (client: CloudWatchLogsClient): Kind => ({
  called: "log group",
  async look({ physicalId }) {
    const { logGroups: groups = [] } = await client.send(
      new DescribeLogGroupsCommand({ logGroupNamePrefix: physicalId }),
    );
    return groups.some(({ logGroupName }) => logGroupName === physicalId) ? "empty" : "gone";
  },
  async remove({ physicalId: logGroupName }) {
    await client.send(new DeleteLogGroupCommand({ logGroupName }));
  },
});

const keys = (client: KMSClient): Kind => ({
  called: "key",
  async look({ physicalId: KeyId }) {
    const found = await unless(KeyNotFound, client.send(new DescribeKeyCommand({ KeyId })));
    return !found || found.KeyMetadata?.KeyState === "PendingDeletion" ? "gone" : "empty";
  },
  async remove({ physicalId: KeyId }) {
    await client.send(new ScheduleKeyDeletionCommand({ KeyId, PendingWindowInDays: keyDays }));
  },
});
