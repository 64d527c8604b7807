import * as z from "zod";
import { type Resource, readAssembly } from "./assembly.ts";
import { type DistributionResource, readDistribution } from "./distribution.ts";
import { type Firewall, readFirewall } from "./firewall.ts";
import { apiHost, arnOf, letters, localNaming, nameOf, type Places, physicalName, poolId } from "./naming.ts";

/** A Lambda function as its template describes it. */
export interface FunctionResource {
  /** Its handler without the export, such as `credential/publish`: the name people know it by. */
  readonly name: string;
  readonly arn: string;
  readonly physicalName: string;
  /** The built module, relative to the folder of all built functions. */
  readonly module: string;
  readonly exportName: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly timeoutSeconds: number;
  readonly memoryMegabytes: number;
  /** How many runs it may have at a time; no limit unless the template reserves some. */
  readonly concurrencyMax: number;
}

/** A route of the HTTP API. `authorizer` is absent where the route is public. */
export interface RouteResource {
  /** Method and path, as in `POST /api/user/login`. */
  readonly key: string;
  readonly functionArn: string;
  readonly authorizer?: {
    readonly issuer: string;
    readonly audience: readonly string[];
    readonly scopes: readonly string[];
  };
}

/** A queue. Messages that failed `maxReceiveCount` times go to the dead-letter queue. */
export interface QueueResource {
  readonly name: string;
  readonly arn: string;
  readonly visibilityTimeoutSeconds: number;
  /** Messages of a group are handed over one batch after the other, and those sent twice are there once. */
  readonly isOrdered?: boolean;
  readonly redrive?: { readonly deadLetterArn: string; readonly maxReceiveCount: number };
}

/** What makes a queue or the table's stream call a function. */
export interface MappingResource {
  readonly sourceArn: string;
  readonly functionArn: string;
  readonly batchSize: number;
  /** How long the function's next records are gathered; 0 for not at all. */
  readonly windowSeconds: number;
  /** How many batches of a queue the function works on at a time; no limit unless said. */
  readonly concurrencyMax?: number;
  readonly reportsItemFailures: boolean;
  readonly retriesMax: number;
  readonly onFailureArn?: string;
  /** Event patterns, one of which must match; none means everything. */
  readonly patterns: readonly unknown[];
}

/** A rule of EventBridge that starts a function: with each event that fits its pattern. */
export interface RuleResource {
  readonly pattern: unknown;
  readonly functionArn: string;
}

/**
 * A schedule of EventBridge Scheduler. `input` is the event it gives to a function, or what it asks a service with, whose
 * operation its target then names, as in `arn:aws:scheduler:::aws-sdk:dynamodb:exportTableToPointInTime`.
 */
export interface ScheduleResource {
  readonly name: string;
  readonly expression: string;
  readonly targetArn: string;
  readonly input: unknown;
}

/** A DynamoDB table, in the words of CreateTable. */
export interface TableResource {
  readonly name: string;
  readonly arn: string;
  readonly streamArn: string;
  /** It can be had as it was at any moment, and so exported. */
  readonly recoverable: boolean;
  readonly keySchema: readonly { readonly AttributeName: string; readonly KeyType: "HASH" | "RANGE" }[];
  readonly attributes: readonly { readonly AttributeName: string; readonly AttributeType: "S" | "N" | "B" }[];
  readonly streamView?: "NEW_AND_OLD_IMAGES" | "NEW_IMAGE" | "OLD_IMAGE" | "KEYS_ONLY";
  readonly ttlAttribute?: string;
}

/** A user pool with the function that fills its tokens. */
export interface PoolResource {
  readonly id: string;
  readonly passwordPolicy: Readonly<Record<string, unknown>>;
  readonly customAttributes: readonly string[];
  /** Those of the custom attributes that stay as they were first set. */
  readonly immutableAttributes: readonly string[];
  readonly preTokenFunctionArn?: string;
}

/** A client of a user pool; the rest of its settings in the template's own words. */
export interface ClientResource {
  readonly id: string;
  readonly poolId: string;
  readonly authFlows: readonly string[];
  /** The attributes that its ID tokens carry and that triggers are handed. */
  readonly readableAttributes: readonly string[];
  readonly accessTokenSeconds: number;
  readonly idTokenSeconds: number;
  readonly refreshTokenSeconds: number;
  readonly rotatesRefreshTokens: boolean;
  readonly rotationGraceSeconds: number;
  /** An unknown user looks like a wrong password. */
  readonly hidesMissingUsers: boolean;
}

/** A bucket with its CORS rules in the template's words. `id` tells which of the app's buckets it is. */
export interface BucketResource {
  readonly id: string;
  readonly name: string;
  readonly cors: readonly CorsRule[];
  /** Its policy denies reading an object that is not tagged as scanned and clean. */
  readonly deniesUnscanned: boolean;
  /** The same of a version that is asked for by its id. */
  readonly deniesUnscannedVersions: boolean;
  /** A malware protection plan looks at what is written to it below these prefixes. */
  readonly scans: readonly string[];
  /** What is replaced or removed stays as a former version. */
  readonly versioned: boolean;
}
/** One CORS rule of a bucket. */
export type CorsRule = z.infer<typeof CorsRule>;

/** A secret of Secrets Manager, by its name and with the ARN functions may know it by. */
export interface SecretResource {
  readonly name: string;
  readonly arn: string;
}

/** An encryption key, by the ARN functions know it by. */
export interface KeyResource {
  readonly arn: string;
  /** What kind of key it is; by default one that encrypts. */
  readonly spec?: string;
  readonly disabled?: boolean;
}

/** The whole app, flat, with every value as it is on this machine. */
export interface CloudTemplate {
  readonly functions: readonly FunctionResource[];
  readonly routes: readonly RouteResource[];
  readonly tables: readonly TableResource[];
  readonly pools: readonly PoolResource[];
  readonly clients: readonly ClientResource[];
  readonly buckets: readonly BucketResource[];
  /** The identities at SES that functions may use. */
  readonly mailIdentities: readonly string[];
  readonly queues: readonly QueueResource[];
  readonly mappings: readonly MappingResource[];
  /** The queue to which Lambda gives what it gave up, by the physical name of the function that was started. */
  readonly givenUp: ReadonlyMap<string, string>;
  readonly schedules: readonly ScheduleResource[];
  readonly rules: readonly RuleResource[];
  readonly secrets: readonly SecretResource[];
  readonly keys: readonly KeyResource[];
  /** What the gateway tells every function besides the request. */
  readonly stageVariables: Readonly<Record<string, string>>;
  readonly distribution: DistributionResource;
  readonly firewall: Firewall;
}

/** Reads a synthesized app. */
export function readTemplate(directory: string, places: Places): CloudTemplate {
  const resources = readAssembly(directory, localNaming(places));
  const of = (type: string) => resources.filter((resource) => resource.type === type);
  return {
    functions: of("AWS::Lambda::Function").flatMap(readFunction),
    routes: readRoutes(resources),
    tables: [...of("AWS::DynamoDB::Table"), ...of("AWS::DynamoDB::GlobalTable")].map(readTable),
    pools: of("AWS::Cognito::UserPool").map(readPool),
    clients: of("AWS::Cognito::UserPoolClient").map(readClient),
    buckets: readBuckets(
      of("AWS::S3::Bucket"),
      of("AWS::S3::BucketPolicy"),
      of("AWS::GuardDuty::MalwareProtectionPlan"),
    ),
    mailIdentities: readMailIdentities(of("AWS::IAM::Role")),
    queues: of("AWS::SQS::Queue").map(readQueue),
    mappings: of("AWS::Lambda::EventSourceMapping").map(readMapping),
    schedules: of("AWS::Scheduler::Schedule").map(readSchedule),
    givenUp: readGivenUp(of("AWS::Lambda::EventInvokeConfig")),
    rules: readRules(of("AWS::Events::Rule"), of("AWS::Lambda::Permission")),
    secrets: of("AWS::SecretsManager::Secret").map((each) => ({
      name: physicalName(each, "Name"),
      arn: arnOf(each),
    })),
    keys: of("AWS::KMS::Key").map(readKey),
    stageVariables: Object.assign({}, ...of("AWS::ApiGatewayV2::Stage").map((each) => each.properties.StageVariables)),
    distribution: readDistribution(resources, apiHost, nameOf),
    firewall: readFirewall(resources),
  };
}

const FunctionProperties = z.object({
  Handler: z.string().optional(),
  Runtime: z.string().optional(),
  Timeout: z.number().default(3),
  MemorySize: z.number().default(128),
  ReservedConcurrentExecutions: z.number().default(Number.POSITIVE_INFINITY),
  Environment: z.object({ Variables: z.record(z.string(), z.coerce.string()) }).optional(),
});

/** Only functions made of our own built code; CDK's own helpers (bucket deployment and the like) have no work here. */
function readFunction(resource: Resource): FunctionResource[] {
  const { Handler, Runtime, Timeout, MemorySize, ReservedConcurrentExecutions, Environment } = FunctionProperties.parse(
    resource.properties,
  );
  if (!Handler?.includes("/") || !Runtime?.startsWith("nodejs")) return [];
  const cut = Handler.lastIndexOf(".");
  const name = Handler.slice(0, cut);
  return [
    {
      name,
      arn: arnOf(resource),
      physicalName: nameOf(resource),
      module: `${name}.mjs`,
      exportName: Handler.slice(cut + 1),
      environment: Environment?.Variables ?? {},
      timeoutSeconds: Timeout,
      memoryMegabytes: MemorySize,
      concurrencyMax: ReservedConcurrentExecutions,
    },
  ];
}

const RouteProperties = z.object({
  RouteKey: z.string(),
  Target: z.string(),
  AuthorizationType: z.string().optional(),
  AuthorizerId: z.string().optional(),
  AuthorizationScopes: z.array(z.string()).default([]),
});
const JwtConfiguration = z.object({ Issuer: z.string(), Audience: z.array(z.string()) });

function readRoutes(resources: readonly Resource[]): RouteResource[] {
  const integrations = new Map<string, string>();
  const authorizers = new Map<string, z.infer<typeof JwtConfiguration>>();
  for (const resource of resources) {
    const id = letters(resource.path, 8);
    if (resource.type === "AWS::ApiGatewayV2::Integration") {
      integrations.set(id, functionArnIn(String(resource.properties.IntegrationUri)));
    } else if (resource.type === "AWS::ApiGatewayV2::Authorizer") {
      authorizers.set(id, JwtConfiguration.parse(resource.properties.JwtConfiguration));
    }
  }
  return resources
    .filter(({ type }) => type === "AWS::ApiGatewayV2::Route")
    .map((resource) => {
      const route = RouteProperties.parse(resource.properties);
      const functionArn = integrations.get(route.Target.replace("integrations/", ""));
      if (functionArn === undefined) throw new Error(`The route ${route.RouteKey} leads to no function.`);
      const jwt = route.AuthorizationType === "JWT" ? authorizers.get(route.AuthorizerId ?? "") : undefined;
      return {
        key: route.RouteKey,
        functionArn,
        ...(jwt && { authorizer: { issuer: jwt.Issuer, audience: jwt.Audience, scopes: route.AuthorizationScopes } }),
      };
    });
}

/** An integration names the function by its ARN, or by API Gateway's path that contains it. */
const functionArnIn = (text: string) => /arn:aws:lambda:[^/]*:function:[\w-]+/.exec(text)?.[0] ?? text;

const TableProperties = z.object({
  PointInTimeRecoverySpecification: z.object({ PointInTimeRecoveryEnabled: z.boolean() }).optional(),
  KeySchema: z.array(z.object({ AttributeName: z.string(), KeyType: z.enum(["HASH", "RANGE"]) })),
  AttributeDefinitions: z.array(z.object({ AttributeName: z.string(), AttributeType: z.enum(["S", "N", "B"]) })),
  StreamSpecification: z
    .object({ StreamViewType: z.enum(["NEW_AND_OLD_IMAGES", "NEW_IMAGE", "OLD_IMAGE", "KEYS_ONLY"]) })
    .optional(),
  TimeToLiveSpecification: z.object({ AttributeName: z.string() }).optional(),
});

function readTable(resource: Resource): TableResource {
  const properties = TableProperties.parse(resource.properties);
  return {
    name: nameOf(resource),
    arn: arnOf(resource),
    streamArn: `${arnOf(resource)}/stream/local`,
    recoverable: properties.PointInTimeRecoverySpecification?.PointInTimeRecoveryEnabled ?? false,
    keySchema: properties.KeySchema,
    attributes: properties.AttributeDefinitions,
    streamView: properties.StreamSpecification?.StreamViewType,
    ttlAttribute: properties.TimeToLiveSpecification?.AttributeName,
  };
}

const PoolProperties = z.object({
  Policies: z.object({ PasswordPolicy: z.record(z.string(), z.unknown()).default({}) }).optional(),
  Schema: z.array(z.object({ Name: z.string(), Mutable: z.boolean().default(true) })).default([]),
  LambdaConfig: z
    .object({
      PreTokenGenerationConfig: z.object({ LambdaArn: z.string() }).optional(),
      PreTokenGeneration: z.string().optional(),
    })
    .optional(),
});

function readPool(resource: Resource): PoolResource {
  const { Policies, Schema, LambdaConfig } = PoolProperties.parse(resource.properties);
  return {
    id: poolId(resource),
    passwordPolicy: Policies?.PasswordPolicy ?? {},
    customAttributes: Schema.map(({ Name }) => Name),
    immutableAttributes: Schema.filter(({ Mutable }) => !Mutable).map(({ Name }) => Name),
    preTokenFunctionArn: LambdaConfig?.PreTokenGenerationConfig?.LambdaArn ?? LambdaConfig?.PreTokenGeneration,
  };
}

const unitSeconds = { seconds: 1, minutes: 60, hours: 3600, days: 86_400 } as const;
const Unit = z.enum(["seconds", "minutes", "hours", "days"]);
const ClientProperties = z.object({
  UserPoolId: z.string(),
  ExplicitAuthFlows: z.array(z.string()).default([]),
  ReadAttributes: z.array(z.string()).default([]),
  AccessTokenValidity: z.number().default(1),
  IdTokenValidity: z.number().default(1),
  RefreshTokenValidity: z.number().default(30),
  TokenValidityUnits: z
    .object({ AccessToken: Unit.default("hours"), IdToken: Unit.default("hours"), RefreshToken: Unit.default("days") })
    .default({ AccessToken: "hours", IdToken: "hours", RefreshToken: "days" }),
  PreventUserExistenceErrors: z.string().optional(),
  RefreshTokenRotation: z.object({ Feature: z.string(), RetryGracePeriodSeconds: z.number().default(0) }).optional(),
});

function readClient(resource: Resource): ClientResource {
  const client = ClientProperties.parse(resource.properties);
  const units = client.TokenValidityUnits;
  return {
    id: letters(resource.path, 26),
    poolId: client.UserPoolId,
    authFlows: client.ExplicitAuthFlows,
    readableAttributes: client.ReadAttributes,
    accessTokenSeconds: client.AccessTokenValidity * unitSeconds[units.AccessToken],
    idTokenSeconds: client.IdTokenValidity * unitSeconds[units.IdToken],
    refreshTokenSeconds: client.RefreshTokenValidity * unitSeconds[units.RefreshToken],
    rotatesRefreshTokens: client.RefreshTokenRotation?.Feature === "ENABLED",
    rotationGraceSeconds: client.RefreshTokenRotation?.RetryGracePeriodSeconds ?? 0,
    hidesMissingUsers: client.PreventUserExistenceErrors === "ENABLED",
  };
}

const CorsRule = z.object({
  AllowedOrigins: z.array(z.string()),
  AllowedMethods: z.array(z.string()),
  AllowedHeaders: z.array(z.string()).default([]),
  ExposedHeaders: z.array(z.string()).default([]),
  MaxAge: z.number().optional(),
});
const BucketProperties = z.object({
  CorsConfiguration: z.object({ CorsRules: z.array(CorsRule) }).optional(),
  VersioningConfiguration: z.object({ Status: z.string() }).optional(),
});
const PolicyProperties = z.object({
  Bucket: z.string(),
  PolicyDocument: z.object({
    Statement: z.array(
      z.looseObject({ Action: z.union([z.string(), z.array(z.string())]), Condition: z.unknown().optional() }),
    ),
  }),
});

const RoleProperties = z.object({
  Policies: z
    .array(
      z.object({
        PolicyDocument: z.object({
          Statement: z.array(
            z.looseObject({
              Action: z.union([z.string(), z.array(z.string())]),
              Resource: z.union([z.string(), z.array(z.string())]),
            }),
          ),
        }),
      }),
    )
    .default([]),
});

/** The identities of SES that roles name which may send mail, as `identity/*`. */
const readMailIdentities = (roles: readonly Resource[]): string[] =>
  roles
    .flatMap(({ properties }) => RoleProperties.parse(properties).Policies)
    .flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
    .filter(({ Action }) => [Action].flat().includes("ses:SendEmail"))
    .flatMap(({ Resource }) => [Resource].flat())
    .map((arn) => arn.split(":").slice(5).join(":"));

const PlanProperties = z.object({
  ProtectedResource: z.object({
    S3Bucket: z.object({ BucketName: z.string(), ObjectPrefixes: z.array(z.string()).default([""]) }),
  }),
});

function readBuckets(
  buckets: readonly Resource[],
  policies: readonly Resource[],
  plans: readonly Resource[],
): BucketResource[] {
  const watched = plans.map(({ properties }) => PlanProperties.parse(properties).ProtectedResource.S3Bucket);
  /** Whether a bucket's policy lets an action depend on the verdict of the scan. */
  const guards = (name: string, action: string) =>
    policies.some(({ properties }) => {
      const { Bucket, PolicyDocument } = PolicyProperties.parse(properties);
      return PolicyDocument.Statement.some(
        ({ Action, Condition }) =>
          Bucket === name &&
          [Action].flat().includes(action) &&
          JSON.stringify(Condition ?? "").includes("GuardDutyMalwareScanStatus"),
      );
    });
  return buckets.map((resource) => {
    const name = nameOf(resource);
    const { CorsConfiguration, VersioningConfiguration } = BucketProperties.parse(resource.properties);
    return {
      id: resource.id,
      name,
      cors: CorsConfiguration?.CorsRules ?? [],
      deniesUnscanned: guards(name, "s3:GetObject"),
      deniesUnscannedVersions: guards(name, "s3:GetObjectVersion"),
      scans: watched.find(({ BucketName }) => BucketName === name)?.ObjectPrefixes ?? [],
      versioned: VersioningConfiguration?.Status === "Enabled",
    };
  });
}

const KeyProperties = z.object({ KeySpec: z.string().optional(), Enabled: z.boolean().default(true) });

function readKey(resource: Resource): KeyResource {
  const { KeySpec, Enabled } = KeyProperties.parse(resource.properties);
  return { arn: arnOf(resource), ...(KeySpec && { spec: KeySpec }), ...(!Enabled && { disabled: true }) };
}

const QueueProperties = z.object({
  FifoQueue: z.boolean().default(false),
  VisibilityTimeout: z.number().default(30),
  RedrivePolicy: z.object({ deadLetterTargetArn: z.string(), maxReceiveCount: z.number() }).optional(),
});

function readQueue(resource: Resource): QueueResource {
  const { VisibilityTimeout, RedrivePolicy, FifoQueue } = QueueProperties.parse(resource.properties);
  return {
    name: nameOf(resource),
    arn: arnOf(resource),
    visibilityTimeoutSeconds: VisibilityTimeout,
    ...(FifoQueue && { isOrdered: true }),
    ...(RedrivePolicy && {
      redrive: { deadLetterArn: RedrivePolicy.deadLetterTargetArn, maxReceiveCount: RedrivePolicy.maxReceiveCount },
    }),
  };
}

const MappingProperties = z.object({
  EventSourceArn: z.string(),
  FunctionName: z.string(),
  BatchSize: z.number().default(10),
  MaximumBatchingWindowInSeconds: z.number().default(0),
  FunctionResponseTypes: z.array(z.string()).default([]),
  ScalingConfig: z.object({ MaximumConcurrency: z.number() }).optional(),
  MaximumRetryAttempts: z.number().default(10),
  DestinationConfig: z.object({ OnFailure: z.object({ Destination: z.string() }) }).optional(),
  FilterCriteria: z.object({ Filters: z.array(z.object({ Pattern: z.string() })) }).optional(),
});

function readMapping(resource: Resource): MappingResource {
  const mapping = MappingProperties.parse(resource.properties);
  const place = mapping.EventSourceArn.split(":").slice(3, 5).join(":");
  return {
    sourceArn: mapping.EventSourceArn,
    functionArn: mapping.FunctionName.startsWith("arn:")
      ? mapping.FunctionName
      : `arn:aws:lambda:${place}:function:${mapping.FunctionName}`,
    batchSize: mapping.BatchSize,
    windowSeconds: mapping.MaximumBatchingWindowInSeconds,
    ...(mapping.ScalingConfig && { concurrencyMax: mapping.ScalingConfig.MaximumConcurrency }),
    reportsItemFailures: mapping.FunctionResponseTypes.includes("ReportBatchItemFailures"),
    retriesMax: mapping.MaximumRetryAttempts,
    onFailureArn: mapping.DestinationConfig?.OnFailure.Destination,
    patterns: (mapping.FilterCriteria?.Filters ?? []).map(({ Pattern }) => JSON.parse(Pattern)),
  };
}

const InvokeProperties = z.object({
  FunctionName: z.string(),
  DestinationConfig: z.object({ OnFailure: z.object({ Destination: z.string() }) }),
});

const readGivenUp = (resources: readonly Resource[]): ReadonlyMap<string, string> =>
  new Map(
    resources.map(({ properties }) => {
      const { FunctionName, DestinationConfig } = InvokeProperties.parse(properties);
      return [FunctionName, DestinationConfig.OnFailure.Destination];
    }),
  );

const ScheduleProperties = z.object({
  Name: z.string().optional(),
  ScheduleExpression: z.string(),
  Target: z.object({ Arn: z.string(), Input: z.string().optional() }),
});

function readSchedule(resource: Resource): ScheduleResource {
  const { Name, ScheduleExpression, Target } = ScheduleProperties.parse(resource.properties);
  return {
    name: Name ?? resource.id,
    expression: ScheduleExpression,
    targetArn: Target.Arn,
    input: Target.Input === undefined ? {} : JSON.parse(Target.Input),
  };
}

const RuleProperties = z.object({
  EventPattern: z.unknown(),
  Targets: z.array(z.object({ Arn: z.string() })),
});
const PermissionProperties = z.object({
  FunctionName: z.string(),
  Principal: z.string(),
  SourceArn: z.string().optional(),
});

/** Rules that may start a function of ours; those that mail operators have no work here. */
function readRules(rules: readonly Resource[], permissions: readonly Resource[]): RuleResource[] {
  const granted = permissions.map(({ properties }) => PermissionProperties.parse(properties));
  return rules.flatMap((rule) => {
    const { EventPattern: pattern, Targets } = RuleProperties.parse(rule.properties);
    const mayStart = ({ Arn }: { Arn: string }) =>
      granted.some(
        ({ FunctionName, Principal, SourceArn }) =>
          FunctionName === Arn && Principal === "events.amazonaws.com" && SourceArn === arnOf(rule),
      );
    return Targets.filter(mayStart).map(({ Arn: functionArn }) => ({ pattern, functionArn }));
  });
}
