import { Refused, type ServiceReply, type ServiceRequest } from "./service.ts";

/** What outlives a stack besides buckets. */
export interface Kept {
  readonly tables: { readonly name: string; guarded: boolean; readonly items: number }[];
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
const pool = ({ pools }: Kept, { UserPoolId }: { UserPoolId: string }) => one(pools, ({ id }) => id === UserPoolId);
const secret = ({ secrets }: Kept, { SecretId }: { SecretId: string }) => one(secrets, ({ arn }) => arn === SecretId);
const key = ({ keys }: Kept, { KeyId }: { KeyId: string }) => {
  const found = keys.find(({ id }) => id === KeyId);
  if (!found) throw new Refused("NotFoundException", "It is not there.");
  return found;
};

const operations: Record<string, Operations> = {
  DynamoDB: {
    DescribeTable: (held, input) => {
      const { name, guarded } = table(held, input);
      return { Table: { TableName: name, TableStatus: "ACTIVE", DeletionProtectionEnabled: guarded } };
    },
    Scan: (held, input) => ({ Count: Math.min(table(held, input).items, input.Limit) }),
    UpdateTable: (held, input) => {
      table(held, input).guarded = input.DeletionProtectionEnabled;
      return {};
    },
    DeleteTable: (held, input) => {
      const found = table(held, input);
      if (found.guarded) throw new Refused("ValidationException", "Resource cannot be deleted as it is protected");
      drop(held.tables, found);
      return {};
    },
  },
  Cognito: {
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
  },
  SecretsManager: {
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
  },
  Logs: {
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
  },
  KMS: {
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
  },
};

/** The services that speak JSON by operation. */
export function kept(held: Kept, service: keyof typeof operations, { operation, input }: ServiceRequest): ServiceReply {
  const work = operations[service]?.[operation];
  if (!work) throw new Refused("UnknownOperationException", `${operation} is not known here.`);
  return { json: work(held, input) };
}
