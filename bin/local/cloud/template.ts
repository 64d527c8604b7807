import * as z from "zod";
import { type Resource, readAssembly } from "./assembly.ts";
import { type DistributionResource, readDistribution } from "./distribution.ts";
import { type Firewall, readFirewall } from "./firewall.ts";
import { apiHost, arnOf, localNaming, nameOf, type Places, physicalName } from "./naming.ts";
import { type RouteResource, readRoutes } from "./resources/api-gateway.ts";
import { type ClientResource, type PoolResource, readClient, readPool } from "./resources/cognito.ts";
import { readTable, type TableResource } from "./resources/dynamodb.ts";
import { type RuleResource, readRules, readSchedule, type ScheduleResource } from "./resources/events.ts";
import {
  type FunctionResource,
  type MappingResource,
  readFunction,
  readGivenUp,
  readMapping,
  withAliases,
} from "./resources/lambda.ts";
import { type BucketResource, readBuckets } from "./resources/s3.ts";
import { type QueueResource, readQueue } from "./resources/sqs.ts";

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
    functions: withAliases(
      of("AWS::Lambda::Function").flatMap(readFunction),
      of("AWS::Lambda::Alias"),
      of("AWS::Lambda::Version"),
    ),
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

const KeyProperties = z.object({ KeySpec: z.string().optional(), Enabled: z.boolean().default(true) });

function readKey(resource: Resource): KeyResource {
  const { KeySpec, Enabled } = KeyProperties.parse(resource.properties);
  return { arn: arnOf(resource), ...(KeySpec && { spec: KeySpec }), ...(!Enabled && { disabled: true }) };
}

/** What a setting of the app’s functions says, the same for all that have it. */
export function environmentOf({ functions }: CloudTemplate, name: string): string {
  const value = functions.find(({ environment }) => environment[name])?.environment[name];
  if (value === undefined) throw new Error(`No function of the template has the setting ${name}.`);
  return value;
}
