import { Refused, type ServiceReply, type ServiceRequest } from "./service.ts";

/** What outlives a stack besides buckets. */
export interface Kept {
  readonly tables: {
    readonly name: string;
    guarded: boolean;
    readonly items: number;
    /** What its stream shows, once it has one. */
    streams?: string;
    ends?: string;
    recoverableDays?: number;
    tags?: Record<string, string>;
    /** Who encrypts it: `KMS` for a key of the account. */
    readonly encryption?: string;
  }[];
  readonly pools: { readonly id: string; guarded: boolean; readonly people: number }[];
  readonly secrets: { readonly arn: string; value: string }[];
  readonly logGroups: string[];
  readonly keys: { readonly id: string; state: "Enabled" | "PendingDeletion"; rotations?: number }[];
}

type Operations = Record<string, (held: Kept, input: ServiceRequest["input"]) => unknown>;

const missing = () => new Refused("ResourceNotFoundException", "It is not there.");

function one<Thing>(things: readonly Thing[], fits: (thing: Thing) => boolean): Thing {
  const found = things.find(fits);
  if (found === undefined) throw missing();
  return found;
}
function drop<Thing>(things: Thing[], thing: Thing): void {
  things.splice(things.indexOf(thing), 1);
}

const table = ({ tables }: Kept, { TableName }: { TableName: string }) => one(tables, ({ name }) => name === TableName);
const arnOf = (name: string) => `arn:aws:dynamodb:us-east-1:111122223333:table/${name}`;
const tagged = ({ tables }: Kept, arn: string) => one(tables, ({ name }) => arnOf(name) === arn);
const pool = ({ pools }: Kept, { UserPoolId }: { UserPoolId: string }) => one(pools, ({ id }) => id === UserPoolId);
const secret = ({ secrets }: Kept, { SecretId }: { SecretId: string }) => one(secrets, ({ arn }) => arn === SecretId);
const key = ({ keys }: Kept, { KeyId }: { KeyId: string }) => {
  const found = keys.find(({ id }) => id === KeyId);
  if (!found) throw new Refused("NotFoundException", "It is not there.");
  return found;
};

const dynamodb: Operations = {
  DescribeTable: (held, input) => {
    const { name, guarded, streams, encryption } = table(held, input);
    const stream = streams && {
      StreamSpecification: { StreamEnabled: true, StreamViewType: streams },
      LatestStreamArn: `${arnOf(name)}/stream/1`,
    };
    const Table = {
      TableName: name,
      TableArn: arnOf(name),
      TableStatus: "ACTIVE",
      KeySchema: [
        { AttributeName: "pk", KeyType: "HASH" },
        { AttributeName: "sk", KeyType: "RANGE" },
      ],
      BillingModeSummary: { BillingMode: "PAY_PER_REQUEST" },
      ...(encryption && { SSEDescription: { Status: "ENABLED", SSEType: encryption } }),
      DeletionProtectionEnabled: guarded,
      ...stream,
    };
    return { Table };
  },
  DescribeTimeToLive: (held, input) => {
    const { ends } = table(held, input);
    const TimeToLiveDescription = ends
      ? { TimeToLiveStatus: "ENABLED", AttributeName: ends }
      : { TimeToLiveStatus: "DISABLED" };
    return { TimeToLiveDescription };
  },
  DescribeContinuousBackups: (held, input) => {
    const { recoverableDays } = table(held, input);
    const PointInTimeRecoveryDescription = recoverableDays
      ? { PointInTimeRecoveryStatus: "ENABLED", RecoveryPeriodInDays: recoverableDays }
      : { PointInTimeRecoveryStatus: "DISABLED" };
    return { ContinuousBackupsDescription: { ContinuousBackupsStatus: "ENABLED", PointInTimeRecoveryDescription } };
  },
  ListTagsOfResource: (held, { ResourceArn }) => {
    const { tags = {} } = tagged(held, ResourceArn);
    return { Tags: Object.entries(tags).map(([Key, Value]) => ({ Key, Value })) };
  },
  TagResource: (held, { ResourceArn, Tags }) => {
    const found = tagged(held, ResourceArn);
    for (const { Key, Value } of Tags) found.tags = { ...found.tags, [Key]: Value };
    return {};
  },
  Scan: (held, input) => ({ Count: Math.min(table(held, input).items, input.Limit) }),
  UpdateTable: (held, input) => {
    const found = table(held, input);
    const { StreamSpecification, DeletionProtectionEnabled } = input;
    if (StreamSpecification && found.streams)
      throw new Refused("ValidationException", "Table already has an enabled stream");
    if (StreamSpecification) found.streams = StreamSpecification.StreamViewType;
    if (DeletionProtectionEnabled !== undefined) found.guarded = DeletionProtectionEnabled;
    return {};
  },
  UpdateTimeToLive: (held, input) => {
    const found = table(held, input);
    if (found.ends) throw new Refused("ValidationException", "TimeToLive is already enabled");
    found.ends = input.TimeToLiveSpecification.AttributeName;
    return {};
  },
  UpdateContinuousBackups: (held, input) => {
    table(held, input).recoverableDays = input.PointInTimeRecoverySpecification.RecoveryPeriodInDays;
    return {};
  },
  DeleteTable: (held, input) => {
    const found = table(held, input);
    if (found.guarded) throw new Refused("ValidationException", "Resource cannot be deleted as it is protected");
    drop(held.tables, found);
    return {};
  },
};

const cognito: Operations = {
  DescribeUserPool: (held, input) => ({ UserPool: { Id: pool(held, input).id } }),
  ListUsers: (held, input) => ({
    Users: Array.from({ length: Math.min(pool(held, input).people, input.Limit) }, () => ({ Username: "somebody" })),
  }),
  UpdateUserPool: (held, input) => {
    pool(held, input).guarded = input.DeletionProtection === "ACTIVE";
    return {};
  },
  DeleteUserPool: (held, input) => {
    const found = pool(held, input);
    if (found.guarded)
      throw new Refused("InvalidParameterException", "The user pool cannot be deleted: it is protected");
    drop(held.pools, found);
    return {};
  },
};

const secretsManager: Operations = {
  GetSecretValue: (held, input) => ({ SecretString: secret(held, input).value }),
  PutSecretValue: (held, input) => {
    secret(held, input).value = input.SecretString;
    return { ARN: input.SecretId, VersionStages: ["AWSCURRENT"] };
  },
  DescribeSecret: (held, input) => {
    const { arn, value } = secret(held, input);
    const isWritten = /:"[^"]/.test(value);
    return { ARN: arn, VersionIdsToStages: { one: ["AWSCURRENT"], ...(isWritten && { two: ["AWSPREVIOUS"] }) } };
  },
  DeleteSecret: (held, input) => {
    if (!input.ForceDeleteWithoutRecovery) throw new Refused("InvalidRequestException", "It would stay for days.");
    drop(held.secrets, secret(held, input));
    return {};
  },
};

const logs: Operations = {
  DescribeLogGroups: ({ logGroups }, { logGroupNamePrefix }) => ({
    logGroups: logGroups
      .filter((name) => name.startsWith(logGroupNamePrefix))
      .map((logGroupName) => ({ logGroupName })),
  }),
  DeleteLogGroup: ({ logGroups }, { logGroupName }) => {
    drop(
      logGroups,
      one(logGroups, (name) => name === logGroupName),
    );
    return {};
  },
};

const kms: Operations = {
  DescribeKey: (held, input) => {
    const { id, state } = key(held, input);
    return { KeyMetadata: { KeyId: id, KeyState: state } };
  },
  RotateKeyOnDemand: (held, input) => {
    const found = key(held, input);
    found.rotations = (found.rotations ?? 0) + 1;
    return { KeyId: found.id };
  },
  ListKeyRotations: (held, input) => {
    const { id, rotations = 0 } = key(held, input);
    return { Rotations: Array.from({ length: rotations }, () => ({ KeyId: id, RotationType: "ON_DEMAND" })) };
  },
  ScheduleKeyDeletion: (held, input) => {
    if (input.PendingWindowInDays < 7) throw new Refused("ValidationException", "At least seven days.");
    key(held, input).state = "PendingDeletion";
    return {};
  },
};

/** By the names that {@link kept} is asked with. */
const services = {
  DynamoDB: dynamodb,
  Cognito: cognito,
  SecretsManager: secretsManager,
  Logs: logs,
  KMS: kms,
} as const;

/** The services that speak JSON by operation. */
export function kept(held: Kept, service: keyof typeof services, { operation, input }: ServiceRequest): ServiceReply {
  const work = services[service][operation];
  if (!work) throw new Refused("UnknownOperationException", `${operation} is not known here.`);
  return { json: work(held, input) };
}
