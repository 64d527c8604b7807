/** A template as CloudFormation reads it; only the parts that quotas count. */
export interface CountedTemplate {
  readonly name: string;
  // biome-ignore lint/suspicious/noExplicitAny: the template's own JSON
  readonly Resources: Readonly<Record<string, { readonly Type: string; readonly Properties?: any }>>;
  readonly Parameters?: object;
  readonly Outputs?: object;
}

/** How much of a limit is used, and by what: the fullest of its kind where there are many. */
export interface Quota {
  readonly name: string;
  readonly used: number;
  readonly limit: number;
  readonly where: string;
}

// biome-ignore lint/suspicious/noExplicitAny: the template's own JSON
type Json = any;
interface Found {
  readonly id: string;
  readonly type: string;
  readonly properties: Json;
}

const MEGABYTE = 1024 * 1024;
/** A reference comes to an ARN or a name: none of ours is longer. */
const referenceLength = 110;

/**
 * What a stage uses of the limits that AWS sets: those that cannot be raised, and those of a new account. `codeBytes` is
 * the size of all functions' code, as it is unpacked and as it is uploaded.
 */
export function quotasOf(
  templates: readonly CountedTemplate[],
  codeBytes: { readonly unpacked: number; readonly packed: number },
): Quota[] {
  const all: Found[] = templates.flatMap(({ Resources }) =>
    Object.entries(Resources).map(([id, { Type, Properties = {} }]) => ({ id, type: Type, properties: Properties })),
  );
  const of = (type: string) => all.filter((each) => each.type === type);
  return [
    ...ofTemplates(templates),
    ofWholeStage("stacks of a region", 2000, templates.length),
    ...ofApi(of),
    ...ofRoles(of),
    ...ofFunctions(of, codeBytes),
    ...ofNames(all),
    ...ofPolicies(of),
    ...ofEdge(of),
    ...ofObservation(of),
  ];
}

type Of = (type: string) => Found[];

/** The quota of one kind of thing by its fullest member. */
function fullest<Thing>(
  name: string,
  limit: number,
  things: readonly Thing[],
  measure: (thing: Thing) => number,
  called: (thing: Thing) => string,
): Quota {
  const measured = things.map((thing) => ({ used: measure(thing), where: called(thing) }));
  const most = measured.reduce((one, other) => (other.used > one.used ? other : one), { used: 0, where: "none" });
  return { name, limit, ...most };
}
const idOf = ({ id }: Found) => id;
const ofWholeStage = (name: string, limit: number, used: number): Quota => ({
  name,
  limit,
  used,
  where: "the whole stage",
});

/** The letters of a document without white space, every reference at its longest. */
export function lengthOf(value: Json): number {
  const filled = fill(value);
  return typeof filled === "string" ? filled.length : (JSON.stringify(filled)?.length ?? 0);
}

/** The value with a text in the place of every reference. */
function fill(value: Json): Json {
  if (Array.isArray(value)) return value.map(fill);
  if (typeof value !== "object" || value === null) return value;
  const [[name, argument] = ["", undefined]] = Object.entries<Json>(value);
  if (name === "Fn::Join") return fill(argument[1]).join(argument[0]);
  if (name === "Ref" || name.startsWith("Fn::")) return "x".repeat(referenceLength);
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, fill(each)]));
}

const ofTemplates = (templates: readonly CountedTemplate[]): Quota[] => {
  const called = ({ name }: CountedTemplate) => name;
  return [
    fullest("resources of a stack", 500, templates, ({ Resources }) => Object.keys(Resources).length, called),
    fullest("parameters of a stack", 200, templates, ({ Parameters = {} }) => Object.keys(Parameters).length, called),
    fullest("outputs of a stack", 200, templates, ({ Outputs = {} }) => Object.keys(Outputs).length, called),
    fullest("bytes of a template", MEGABYTE, templates, (template) => JSON.stringify(template).length, called),
  ];
};

const ofApi = (of: Of): Quota[] => [
  ofWholeStage("routes of the API", 300, of("AWS::ApiGatewayV2::Route").length),
  ofWholeStage("integrations of the API", 300, of("AWS::ApiGatewayV2::Integration").length),
  ofWholeStage("queues' event sources", 1000, of("AWS::Lambda::EventSourceMapping").length),
];

const inlineOf = ({ properties }: Found): number =>
  (properties.Policies ?? []).reduce((sum: number, { PolicyDocument }: Json) => sum + lengthOf(PolicyDocument), 0);

function ofRoles(of: Of): Quota[] {
  const roles = of("AWS::IAM::Role");
  const managed = of("AWS::IAM::ManagedPolicy");
  return [
    ofWholeStage("roles of an account", 1000, roles.length),
    ofWholeStage("managed policies of an account", 1500, managed.length),
    fullest("letters of a role's inline policies", 10_240, roles, inlineOf, idOf),
    fullest(
      "letters of a managed policy",
      6144,
      managed,
      ({ properties }) => lengthOf(properties.PolicyDocument),
      idOf,
    ),
    fullest(
      "letters of a trust policy",
      2048,
      roles,
      ({ properties }) => lengthOf(properties.AssumeRolePolicyDocument),
      idOf,
    ),
    fullest(
      "managed policies of a role",
      10,
      roles,
      ({ properties }) => (properties.ManagedPolicyArns ?? []).length,
      idOf,
    ),
  ];
}

function ofFunctions(of: Of, { unpacked, packed }: { unpacked: number; packed: number }): Quota[] {
  const functions = of("AWS::Lambda::Function");
  const reserved = functions.reduce((sum, { properties }) => sum + (properties.ReservedConcurrentExecutions ?? 0), 0);
  const environment = ({ properties }: Found) =>
    Object.entries<Json>(properties.Environment?.Variables ?? {}).reduce(
      (sum, [name, value]) => sum + name.length + lengthOf(value),
      0,
    );
  return [
    ofWholeStage("bytes of a function's code", 250 * MEGABYTE, unpacked),
    ofWholeStage("bytes of all code of a region", 75 * 1024 * MEGABYTE, packed * functions.length),
    ofWholeStage("concurrency that can be reserved", 900, reserved),
    fullest("bytes of a function's environment", 4096, functions, environment, idOf),
  ];
}

/** The property that names a resource, and the longest name it may have. */
const nameLimits: Record<string, readonly [property: string, limit: number]> = {
  "AWS::CloudWatch::Alarm": ["AlarmName", 255],
  "AWS::IAM::Role": ["RoleName", 64],
  "AWS::Lambda::Function": ["FunctionName", 64],
  "AWS::S3::Bucket": ["BucketName", 63],
  "AWS::SQS::Queue": ["QueueName", 80],
  "AWS::WAFv2::WebACL": ["Name", 128],
};
/** What stands for the end of a stack's id. */
const creationLength = 12;

function ofNames(all: readonly Found[]): Quota[] {
  return Object.entries(nameLimits).map(([type, [property, limit]]) => {
    const named = all.filter((each) => each.type === type && each.properties[property] !== undefined);
    const length = ({ properties }: Found) => {
      const name = properties[property];
      if (typeof name === "string") return name.length;
      const [, parts] = name["Fn::Join"];
      return parts.reduce(
        (sum: number, part: Json) => sum + (typeof part === "string" ? part.length : creationLength),
        0,
      );
    };
    return fullest(`letters of ${type.split("::").slice(1).join(" ")}'s name`, limit, named, length, idOf);
  });
}

const policyLimits: Record<string, readonly [property: string, limit: number]> = {
  "AWS::S3::BucketPolicy": ["PolicyDocument", 20_480],
  "AWS::SNS::TopicPolicy": ["PolicyDocument", 30_720],
  "AWS::KMS::Key": ["KeyPolicy", 32_768],
};
const ofPolicies = (of: Of): Quota[] =>
  Object.entries(policyLimits).map(([type, [property, limit]]) =>
    fullest(
      `letters of a policy of ${type.split("::")[1]}`,
      limit,
      of(type),
      ({ properties }) => lengthOf(properties[property]),
      idOf,
    ),
  );

/** What AWS's own rule groups weigh, as their documentation says; a rate rule weighs 2 and what it looks for. */
const weights: Record<string, number> = {
  AWSManagedRulesCommonRuleSet: 700,
  AWSManagedRulesKnownBadInputsRuleSet: 200,
  AWSManagedRulesAnonymousIpList: 50,
  AWSManagedRulesAmazonIpReputationList: 25,
};
function weightOf(statement: Json): number {
  const [[kind, inner]] = Object.entries<Json>(statement) as [[string, Json]];
  if (kind === "ManagedRuleGroupStatement") {
    const weight = weights[inner.Name];
    if (weight === undefined) throw new Error(`What ${inner.Name} weighs is not known.`);
    return weight;
  }
  if (kind === "RateBasedStatement") return 2 + (inner.ScopeDownStatement ? weightOf(inner.ScopeDownStatement) : 0);
  if (kind === "ByteMatchStatement") return 2 + 10 * (inner.TextTransformations ?? []).length;
  if (kind === "LabelMatchStatement" || kind === "IPSetReferenceStatement") return 1;
  if (kind === "NotStatement") return weightOf(inner.Statement);
  if (kind === "AndStatement" || kind === "OrStatement")
    return inner.Statements.reduce((sum: number, each: Json) => sum + weightOf(each), 0);
  throw new Error(`What ${kind} weighs is not known.`);
}

function ofEdge(of: Of): Quota[] {
  const distributions = of("AWS::CloudFront::Distribution");
  const config = ({ properties }: Found) => properties.DistributionConfig;
  const policies = of("AWS::CloudFront::ResponseHeadersPolicy");
  const contentPolicy = ({ properties }: Found) =>
    lengthOf(
      properties.ResponseHeadersPolicyConfig.SecurityHeadersConfig.ContentSecurityPolicy?.ContentSecurityPolicy ?? "",
    );
  return [
    fullest("behaviours of a distribution", 75, distributions, (each) => config(each).CacheBehaviors.length + 1, idOf),
    fullest("origins of a distribution", 100, distributions, (each) => config(each).Origins.length, idOf),
    ofWholeStage("distributions of an account", 200, distributions.length),
    ofWholeStage("policies for response headers of an account", 20, policies.length),
    ofWholeStage("cache policies of an account", 20, of("AWS::CloudFront::CachePolicy").length),
    fullest("letters of a content security policy", 1783, policies, contentPolicy, idOf),
    fullest(
      "bytes of a function at the edge",
      10_240,
      of("AWS::CloudFront::Function"),
      ({ properties }) => lengthOf(properties.FunctionCode),
      idOf,
    ),
    fullest(
      "weight of a firewall",
      1500,
      of("AWS::WAFv2::WebACL"),
      ({ properties }) => properties.Rules.reduce((sum: number, rule: Json) => sum + weightOf(rule.Statement), 0),
      idOf,
    ),
  ];
}

function ofObservation(of: Of): Quota[] {
  const filters = Map.groupBy(of("AWS::Logs::MetricFilter"), ({ properties }) =>
    JSON.stringify(properties.LogGroupName),
  );
  const questions = of("AWS::Logs::QueryDefinition");
  return [
    ofWholeStage("alarms of a region", 5000, of("AWS::CloudWatch::Alarm").length),
    ofWholeStage("rules of an event bus", 300, of("AWS::Events::Rule").length),
    fullest(
      "metric filters of a log group",
      100,
      [...filters],
      ([, group]) => group.length,
      ([name]) => name,
    ),
    fullest("log groups of a query", 50, questions, ({ properties }) => properties.LogGroupNames.length, idOf),
    fullest("letters of a query", 10_000, questions, ({ properties }) => lengthOf(properties.QueryString), idOf),
  ];
}
