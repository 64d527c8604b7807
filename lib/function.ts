import { join } from "node:path";
import { Arn, Duration, RemovalPolicy, Stack } from "aws-cdk-lib";
import type { ITable } from "aws-cdk-lib/aws-dynamodb";
import {
  Effect,
  type IManagedPolicy,
  ManagedPolicy,
  PolicyDocument,
  PolicyStatement,
  Role,
  ServicePrincipal,
} from "aws-cdk-lib/aws-iam";
import {
  ApplicationLogLevel,
  Architecture,
  Code,
  Function as Lambda,
  LoggingFormat,
  Runtime,
  SystemLogLevel,
} from "aws-cdk-lib/aws-lambda";
import { LogGroup, RetentionDays } from "aws-cdk-lib/aws-logs";
import type { ISecret } from "aws-cdk-lib/aws-secretsmanager";
import type { IQueue } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import type { AnyEnvironmentName, EnvironmentName, Purpose, SigningKey } from "../shared/platform/environment.ts";
import { explain } from "./explain.ts";
import { letLook } from "./malware.ts";
import { namesIn } from "./names.ts";
import type { Need } from "./needs.ts";
import type { PayoutOriginator, Settings } from "./settings.ts";

/** The folder that holds each built handler in a folder of its path, or `inline` where none is deployed. */
export type FunctionsCode = { readonly directory: string } | "inline";

/** What exists for functions to reach, and what they are told of it. */
export interface StageContext {
  readonly stage: string;
  readonly code: FunctionsCode;
  /** Besides the names of buckets and secrets. */
  readonly environment: Readonly<
    Partial<Record<EnvironmentName | "UPLOADS_UNSCANNED" | "INVITATIONS_PER_MINUTE" | "FACTOR_REQUIRED", string>>
  >;
  readonly table: ITable;
  readonly userPoolArn: string;
  readonly secrets: Readonly<Record<"stripe" | "paypal", ISecret>>;
  /** Encrypts fields of the table. */
  readonly fieldsKeyArn: string;
  readonly queues?: Readonly<Record<Purpose, IQueue>>;
  readonly mailFrom: string;
  /** What signs certificates; none where the stage has no address of its own. */
  readonly signingKeys: readonly SigningKey[];
  /** Where uploads are fetched from: a certificate's page compares published ones. */
  readonly filesOrigin: string;
  /** Who sends the files of payouts; without it the bank's file is left out. */
  readonly payouts?: PayoutOriginator;
  /** How often the table is exported. */
  readonly tableExported: NonNullable<Settings["checked"]>;
  readonly reserveConcurrency: boolean;
}

/** What the functions of one domain share: its log group, and the right to write there. */
export interface Running {
  readonly logGroup: LogGroup;
  readonly policies: readonly IManagedPolicy[];
}

/** Makes the log group of a domain and the policy each of its functions' roles has. */
export function makeRunning(scope: Construct): Running {
  const logGroup = new LogGroup(scope, "Logs", {
    retention: RetentionDays.THREE_MONTHS,
    removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
  });
  const writing = new ManagedPolicy(scope, "Logging", {
    description: "Write log lines",
    statements: [
      new PolicyStatement({
        actions: ["logs:CreateLogStream", "logs:PutLogEvents"],
        resources: [logGroup.logGroupArn],
      }),
    ],
  });
  return { logGroup, policies: [writing] };
}

const reads = ["dynamodb:GetItem", "dynamodb:BatchGetItem", "dynamodb:Query"];
const writes = ["dynamodb:PutItem", "dynamodb:UpdateItem", "dynamodb:DeleteItem", "dynamodb:ConditionCheckItem"];

/** The keys below which an organization's calls are counted. */
export const countedCallsPattern = "RATE#callsPerOrganization#*";

/** The keys below which an API key's calls are counted. */
export const countedKeysPattern = "RATE#callsPerKey#*";

/** One function to make: its handler below functions/, what it does with the table, and what else it needs. */
export interface FunctionProps {
  /** `credential/publish` */
  readonly path: string;
  readonly description: string;
  readonly table: "none" | "read" | "write";
  /** Answers people within their organization, whose calls are counted together. */
  readonly countsCalls?: boolean;
  /** Answers programs with a key, whose calls are counted. */
  readonly countsKeys?: boolean;
  readonly need?: Need;
  readonly environment?: Partial<Record<AnyEnvironmentName, string>>;
  readonly statements?: readonly PolicyStatement[];
}

/** Makes a function with a role of its own that holds explicit actions and nothing that its need does not name. */
export function makeFunction(
  scope: Construct,
  context: Pick<StageContext, "stage" | "code"> & Partial<StageContext>,
  running: Running,
  {
    path,
    description,
    table,
    countsCalls = false,
    countsKeys = false,
    need = {},
    environment = {},
    statements = [],
  }: FunctionProps,
): Lambda {
  const [domain, name] = path.split("/") as [string, string];
  const own = new Construct(scope, name);
  const counting = countsCalls && table === "read" ? countingStatements(context, countsKeys) : [];
  const granted = [
    ...tableStatements(context, table),
    ...counting,
    ...needStatements(scope, context, need),
    ...statements,
  ];
  const role = new Role(own, "Role", {
    assumedBy: new ServicePrincipal("lambda.amazonaws.com"),
    description: `Runs ${domain}-${name}`,
    managedPolicies: [...running.policies],
    ...(granted.length > 0 && { inlinePolicies: { own: new PolicyDocument({ statements: granted }) } }),
  });
  explainObjects(role, context, need);
  if (need.mail) {
    explain(role, {
      [`IAM5[Resource::${identities(scope)}]`]:
        "In its sandbox SES asks for the recipients' identities too; the sender is fixed.",
    });
  }
  if (need.looksAtUploads) letLook(role);
  return new Lambda(own, "Function", {
    functionName: `laurel-${context.stage}-${domain}-${name}`,
    description,
    runtime: Runtime.NODEJS_24_X,
    architecture: Architecture.ARM_64,
    code:
      context.code === "inline"
        ? Code.fromInline("inline")
        : Code.fromAsset(join(context.code.directory, path), { exclude: ["**/*.map"] }),
    handler: `${path}.handler`,
    role: role.withoutPolicyUpdates(),
    memorySize: need.memoryMb ?? 512,
    timeout: Duration.seconds(need.timeoutSeconds ?? 10),
    environment: {
      ...(context.environment && { ...context.environment, ...named(scope, context.stage) }),
      NODE_OPTIONS: "--disable-proto=delete",
      ...(need.signs && { SIGNING_KEYS: JSON.stringify(context.signingKeys), FILES_ORIGIN: context.filesOrigin! }),
      ...environment,
    },
    // an aliased call goes back to one; what a deployment made that went back is none to go to
    currentVersionOptions: { removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE },
    logGroup: running.logGroup,
    loggingFormat: LoggingFormat.JSON,
    applicationLogLevelV2: ApplicationLogLevel.INFO,
    systemLogLevelV2: SystemLogLevel.WARN,
    ...(context.reserveConcurrency &&
      need.reservedConcurrency && { reservedConcurrentExecutions: need.reservedConcurrency }),
  });
}

function tableStatements({ table }: Partial<StageContext>, use: FunctionProps["table"]): PolicyStatement[] {
  if (use === "none" || !table) return [];
  return [
    new PolicyStatement({ actions: use === "write" ? [...reads, ...writes] : reads, resources: [table.tableArn] }),
  ];
}

/** The only things that a reading function writes; it needs no other item for that. */
function countingStatements({ table }: Partial<StageContext>, countsKeys: boolean): PolicyStatement[] {
  if (!table) return [];
  const counted = [countedCallsPattern, ...(countsKeys ? [countedKeysPattern] : [])];
  const conditions = {
    "ForAllValues:StringLike": { "dynamodb:LeadingKeys": counted },
    Null: { "dynamodb:LeadingKeys": "false" }, // a request without keys would fit all values of none
  };
  return [new PolicyStatement({ actions: ["dynamodb:UpdateItem"], resources: [table.tableArn], conditions })];
}

function needStatements(
  scope: Construct,
  context: Pick<StageContext, "stage"> & Partial<StageContext>,
  need: Need,
): PolicyStatement[] {
  const allow = (
    actions: readonly string[],
    resources: string[],
    conditions?: Record<string, Record<string, string>>,
  ) => new PolicyStatement({ effect: Effect.ALLOW, actions: [...actions], resources, conditions });
  const { cognito, signs, secrets = [], encryption = {}, objects = [], queues = [], mail } = need;
  const names = namesIn(scope, context.stage);
  return [
    ...(cognito ? [allow(cognito, [context.userPoolArn!])] : []),
    ...secrets.map((name) => allow(["secretsmanager:GetSecretValue"], [context.secrets![name].secretArn])),
    ...Object.entries(encryption).map(([purpose, actions]) =>
      allow(actions, [context.fieldsKeyArn!], { StringEquals: { "kms:EncryptionContext:purpose": purpose } }),
    ),
    ...objects.flatMap(({ bucket, prefixes, actions, lists, listsVersions }) => [
      allow(
        actions,
        prefixes.map((prefix) => objectsArn(scope, names[bucket], prefix)),
      ),
      ...(lists ? [allow(["s3:ListBucket"], [bucketArn(scope, names[bucket])])] : []),
      ...(listsVersions ? [allow(["s3:ListBucketVersions"], [bucketArn(scope, names[bucket])])] : []),
    ]),
    ...queues.map((purpose) => allow(["sqs:SendMessage"], [context.queues![purpose].queueArn])),
    ...(signs && context.signingKeys!.length > 0
      ? [
          allow(
            ["kms:Sign", "kms:GetPublicKey"],
            context.signingKeys!.map(({ keyId }) => keyId),
          ),
        ]
      : []),
    ...(mail
      ? [
          allow(["ses:SendEmail"], [identities(scope)], {
            StringEquals: { "ses:FromAddress": context.mailFrom! },
          }),
        ]
      : []),
  ];
}

/** The environment that tells a function the names of buckets and secrets. */
function named(scope: Construct, stage: string): Partial<Record<EnvironmentName, string>> {
  const { files, media, exports, signed, stripe, paypal } = namesIn(scope, stage);
  return {
    FILES_BUCKET: files,
    MEDIA_BUCKET: media,
    EXPORTS_BUCKET: exports,
    SIGNED_BUCKET: signed,
    STRIPE_SECRET_NAME: stripe,
    PAYPAL_SECRET_NAME: paypal,
  };
}

const bucketArn = (scope: Construct, name: string) => `arn:${Stack.of(scope).partition}:s3:::${name}`;
const objectsArn = (scope: Construct, name: string, prefix: string) => `${bucketArn(scope, name)}/${prefix}*`;

function explainObjects(role: Role, { stage }: Pick<StageContext, "stage">, { objects = [] }: Need): void {
  const names = namesIn(role, stage);
  for (const { bucket, prefixes } of objects) {
    for (const prefix of prefixes) {
      explain(role, {
        [`IAM5[Resource::${objectsArn(role, names[bucket], prefix)}]`]: `Objects below ${prefix} of the bucket ${bucket} get their names at run time; nothing else can be reached.`,
      });
    }
  }
}

/**
 * Every identity, not the sender's alone: SES asks for the recipients' ones as well while an account is in its sandbox.
 * Who is written from is told by the statement's condition.
 */
const identities = (scope: Construct): string =>
  Arn.format({ service: "ses", resource: "identity", resourceName: "*" }, Stack.of(scope));
