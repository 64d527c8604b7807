import type { CfnWebACL } from "aws-cdk-lib/aws-wafv2";

type Rule = CfnWebACL.RuleProperty;
type Statement = CfnWebACL.StatementProperty;

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

const perAddress = (name: string, limit: number, scopeDownStatement?: Statement) => ({
  name,
  statement: {
    rateBasedStatement: {
      limit,
      aggregateKeyType: "IP",
      evaluationWindowSec: 300,
      ...(scopeDownStatement && { scopeDownStatement }),
    },
  },
  action: { block: { customResponse: { responseCode: 429 } } },
  visibilityConfig: seen(name),
});

const signIn = any(...["/api/user/login", "/api/user/password", "/api/user/selfinvite"].map(pathStarts));

const bodyLabels = ["SizeRestrictions_Body", "CrossSiteScripting_Body"].map(
  (rule) => `awswaf:managed:aws:core-rule-set:${rule}`,
);

const rules: Omit<Rule, "priority">[] = [
  perAddress("requests-per-address", 2000),
  perAddress("sign-ins-per-address", 100, signIn),
  managed("AWSManagedRulesAmazonIpReputationList"),
  managed("AWSManagedRulesAnonymousIpList", {}, true),
  managed("AWSManagedRulesKnownBadInputsRuleSet"),
  managed("AWSManagedRulesCommonRuleSet", {
    // Counted here and decided below: our own calls take pictures and rich text, and check both themselves.
    ruleActionOverrides: ["SizeRestrictions_BODY", "CrossSiteScripting_BODY"].map((name) => ({
      name,
      actionToUse: { count: {} },
    })),
  }),
  {
    name: "bodies-outside-the-api",
    statement: all(any(...bodyLabels.map(labelled)), not(pathStarts("/api/"))),
    action: { block: {} },
    visibilityConfig: seen("bodies-outside-the-api"),
  },
];

/** The firewall's rules in order. */
export const firewallRules: Rule[] = rules.map((rule, priority) => ({ ...rule, priority }));
