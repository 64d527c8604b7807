import { Duration } from "aws-cdk-lib";
import { Metric } from "aws-cdk-lib/aws-cloudwatch";
import type { CfnWebACL } from "aws-cdk-lib/aws-wafv2";
import { globalName } from "../names.ts";
import { edgeRegion, type Settings } from "../settings.ts";

type Rule = CfnWebACL.RuleProperty;
type Statement = CfnWebACL.StatementProperty;
type CustomKey = CfnWebACL.RateBasedStatementCustomKeyProperty;

/** How a rule is counted and sampled. */
export const seen = (metricName: string): CfnWebACL.VisibilityConfigProperty => ({
  metricName,
  cloudWatchMetricsEnabled: true,
  sampledRequestsEnabled: true,
});

const pathStarts = (searchString: string): Statement => ({
  byteMatchStatement: {
    fieldToMatch: { uriPath: {} },
    positionalConstraint: "STARTS_WITH",
    searchString,
    textTransformations: [{ priority: 0, type: "NORMALIZE_PATH" }],
  },
});
const labelled = (key: string): Statement => ({ labelMatchStatement: { scope: "LABEL", key } });
const all = (...statements: Statement[]): Statement => ({ andStatement: { statements } });
const any = (...statements: Statement[]): Statement => ({ orStatement: { statements } });
const not = (statement: Statement): Statement => ({ notStatement: { statement } });

const managed = (name: string, more: Partial<CfnWebACL.ManagedRuleGroupStatementProperty> = {}, counted = false) => ({
  name,
  statement: { managedRuleGroupStatement: { vendorName: "AWS", name, ...more } },
  overrideAction: counted ? { count: {} } : { none: {} },
  visibilityConfig: seen(name),
});

const windowSeconds = 300;
const refusedAbove = (name: string, limit: number, scopeDownStatement: Statement, customKeys?: CustomKey[]) => ({
  name,
  statement: {
    rateBasedStatement: {
      limit,
      ...(customKeys ? { aggregateKeyType: "CUSTOM_KEYS", customKeys } : { aggregateKeyType: "IP" }),
      evaluationWindowSec: windowSeconds,
      scopeDownStatement,
    },
  },
  action: {
    block: {
      customResponse: {
        responseCode: 429,
        responseHeaders: [{ name: "Retry-After", value: String(windowSeconds) }],
      },
    },
  },
  visibilityConfig: seen(name),
});

const signIn = any(...["/api/user/login", "/api/user/password", "/api/user/selfinvite"].map(pathStarts));

/** Rules of AWS's groups about what people write, by the group's name in labels; the end of each says where they look. */
const typed = {
  "core-rule-set": [
    "SizeRestrictions_BODY",
    "SizeRestrictions_QUERYSTRING",
    "CrossSiteScripting_BODY",
    "CrossSiteScripting_QUERYARGUMENTS",
    "GenericLFI_BODY",
    "GenericLFI_QUERYARGUMENTS",
    "GenericRFI_BODY",
    "GenericRFI_QUERYARGUMENTS",
    "RestrictedExtensions_QUERYARGUMENTS",
    "EC2MetaDataSSRF_BODY",
    "EC2MetaDataSSRF_QUERYARGUMENTS",
  ],
  "known-bad-inputs": [
    "JavaDeserializationRCE_BODY",
    "JavaDeserializationRCE_QUERYSTRING",
    "Log4JRCE_BODY",
    "Log4JRCE_QUERYSTRING",
  ],
} as const;

const ends: Record<string, string> = {
  BODY: "Body",
  QUERYSTRING: "QueryString",
  QUERYARGUMENTS: "QueryArguments",
};
/** The label by which a rule that only counts is known to the rules after it. */
const labelOf = (group: string, rule: string): string => {
  const [name, end] = rule.split("_") as [string, string];
  return `awswaf:managed:aws:${group}:${name}_${ends[end]}`;
};
const typedLabels = any(
  ...Object.entries(typed).flatMap(([group, rules]) => rules.map((rule) => labelled(labelOf(group, rule)))),
);
/** Counted here, and decided below by where it was written to. */
const counted = (group: keyof typeof typed) => ({
  ruleActionOverrides: typed[group].map((name) => ({ name, actionToUse: { count: {} } })),
});

const api = pathStarts("/api/");

const rulesAfter = (blocked: readonly string[]): Omit<Rule, "priority">[] => [
  {
    name: "blocked-addresses",
    statement: any(...blocked.map((arn) => ({ ipSetReferenceStatement: { arn } }))),
    action: { block: {} },
    visibilityConfig: seen("blocked-addresses"),
  },
  // Many people share an address: a school, a mobile carrier. What is static is not counted; a token has its own share,
  // and tokens that change all the time meet the address's.
  refusedAbove("requests-per-token", 2000, api, [
    { ip: {} },
    { header: { name: "authorization", textTransformations: [{ priority: 0, type: "NONE" }] } },
  ]),
  refusedAbove("requests-per-address", 20_000, api),
  refusedAbove("sign-ins-per-address", 1000, signIn),
  managed("AWSManagedRulesAmazonIpReputationList"),
  managed("AWSManagedRulesAnonymousIpList", {}, true),
  managed("AWSManagedRulesKnownBadInputsRuleSet", counted("known-bad-inputs")),
  managed("AWSManagedRulesCommonRuleSet", counted("core-rule-set")),
  {
    name: "typed-elsewhere",
    statement: all(typedLabels, not(api)),
    action: { block: {} },
    visibilityConfig: seen("typed-elsewhere"),
  },
  {
    // Our calls take pictures, rich text and whatever people write about programs, and check all of it themselves.
    name: "typed-to-the-api",
    statement: all(typedLabels, api),
    action: { count: {} },
    visibilityConfig: seen("typed-to-the-api"),
  },
];

/** The firewall's rules in order; `blocked` are the sets of addresses that are refused. */
export const firewallRules = (blocked: readonly string[]): Rule[] =>
  rulesAfter(blocked).map((rule, priority) => ({ ...rule, priority }));

/** How often the firewall refused or counted, by one of its rules or by all; CloudFront's numbers are in us-east-1 alone. */
export const firewallMetric = (settings: Settings, metricName: "BlockedRequests" | "CountedRequests", rule = "ALL") =>
  new Metric({
    namespace: "AWS/WAFV2",
    metricName,
    dimensionsMap: { WebACL: globalName(settings, ""), Rule: rule },
    region: edgeRegion,
    period: Duration.minutes(5),
    statistic: "Sum",
  });
