import * as z from "zod";
import type { Resource } from "./assembly.ts";

/** What the firewall looks at. */
export interface Inspected {
  readonly method: string;
  /** Path with its query, as it came. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
  /** Who sent it, and when. Without that no rule counts it. */
  readonly sent?: { readonly address: string; readonly atMs: number };
}

/** What the firewall found; `rule` refused it. */
export interface Verdict {
  readonly rule?: string;
  readonly labels: readonly string[];
}

/** The firewall of a template. */
export interface Firewall {
  judge(request: Inspected): Verdict;
}

interface Statement {
  readonly ManagedRuleGroupStatement?: {
    readonly Name: string;
    readonly RuleActionOverrides?: readonly { readonly Name: string; readonly ActionToUse: object }[];
  };
  readonly RateBasedStatement?: RateBasedStatement;
  readonly IPSetReferenceStatement?: object;
  readonly ByteMatchStatement?: { readonly SearchString: string; readonly PositionalConstraint: string };
  readonly LabelMatchStatement?: { readonly Key: string };
  readonly AndStatement?: { readonly Statements: readonly Statement[] };
  readonly OrStatement?: { readonly Statements: readonly Statement[] };
  readonly NotStatement?: { readonly Statement: Statement };
}
interface RateBasedStatement {
  readonly Limit: number;
  readonly EvaluationWindowSec: number;
  readonly CustomKeys?: readonly { readonly IP?: object; readonly Header?: { readonly Name: string } }[];
  readonly ScopeDownStatement: Statement;
}
const Statement: z.ZodType<Statement> = z.lazy(() =>
  z.strictObject({
    ManagedRuleGroupStatement: z
      .strictObject({
        VendorName: z.literal("AWS"),
        Name: z.string(),
        RuleActionOverrides: z
          .array(z.strictObject({ Name: z.string(), ActionToUse: z.strictObject({ Count: z.object({}) }) }))
          .optional(),
      })
      .optional(),
    RateBasedStatement: z
      .strictObject({
        Limit: z.number(),
        EvaluationWindowSec: z.number(),
        AggregateKeyType: z.enum(["IP", "CUSTOM_KEYS"]),
        CustomKeys: z
          .array(
            z.strictObject({ IP: z.object({}).optional(), Header: z.looseObject({ Name: z.string() }).optional() }),
          )
          .optional(),
        ScopeDownStatement: Statement,
      })
      .optional(),
    IPSetReferenceStatement: z.object({}).optional(),
    ByteMatchStatement: z
      .object({
        FieldToMatch: z.strictObject({ UriPath: z.object({}) }),
        PositionalConstraint: z.literal("STARTS_WITH"),
        SearchString: z.string(),
      })
      .optional(),
    LabelMatchStatement: z.strictObject({ Scope: z.literal("LABEL"), Key: z.string() }).optional(),
    AndStatement: z.strictObject({ Statements: z.array(Statement) }).optional(),
    OrStatement: z.strictObject({ Statements: z.array(Statement) }).optional(),
    NotStatement: z.strictObject({ Statement }).optional(),
  }),
);
const Rules = z.array(
  z.object({
    Name: z.string(),
    Priority: z.number(),
    Statement,
    Action: z.object({ Block: z.object({}).optional(), Count: z.object({}).optional() }).optional(),
    OverrideAction: z.object({ None: z.object({}).optional(), Count: z.object({}).optional() }).optional(),
  }),
);

/**
 * Reads the firewall of a template. Everybody here calls from this machine: rules about sets of addresses find nothing, and
 * what is counted is only what says who sent it. Throws at a rule, or a part of one, that is not known here.
 */
export function readFirewall(resources: readonly Resource[]): Firewall {
  const [acl] = resources.filter(({ type }) => type === "AWS::WAFv2::WebACL");
  const rules = Rules.parse(acl?.properties.Rules).sort((one, other) => one.Priority - other.Priority);
  for (const { Statement } of rules) checkGroup(Statement);
  const counters = new Map(rules.map(({ Name }) => [Name, new Map<string, number[]>()]));
  return {
    judge(request) {
      const seen = look(request);
      const labels: string[] = [];
      for (const { Name, Statement: statement, Action, OverrideAction } of rules) {
        if (statement.RateBasedStatement) {
          const isOver = isAbove(statement.RateBasedStatement, request, { seen, labels, times: counters.get(Name)! });
          if (isOver && Action?.Block) return { rule: Name, labels };
          continue;
        }
        if (statement.ManagedRuleGroupStatement) {
          const found = judgeGroup(statement.ManagedRuleGroupStatement, seen, labels);
          if (found && !OverrideAction?.Count) return { rule: `${Name} ${found}`, labels };
        } else if (holds(statement, seen, labels) && Action?.Block) return { rule: Name, labels };
      }
      return { labels };
    },
  };
}

/**
 * Counts a request, and says whether it is above the limit of its window. One without a header that is part of the key is
 * not counted, as AWS's page "Rate-based rule aggregation options and keys" says.
 */
function isAbove(
  { Limit, EvaluationWindowSec, CustomKeys = [{ IP: {} }], ScopeDownStatement }: RateBasedStatement,
  { headers, sent }: Inspected,
  { seen, labels, times }: { seen: Seen; labels: readonly string[]; times: Map<string, number[]> },
): boolean {
  if (sent === undefined || !holds(ScopeDownStatement, seen, labels)) return false;
  const parts = CustomKeys.map(({ Header }) => (Header ? headers[Header.Name] : sent.address));
  if (parts.includes(undefined)) return false;
  const key = parts.join(" ");
  const within = (times.get(key) ?? []).filter((at) => at > sent.atMs - 1000 * EvaluationWindowSec);
  within.push(sent.atMs);
  times.set(key, within);
  return within.length > Limit;
}

interface Seen {
  readonly method: string;
  readonly path: string;
  readonly rawPath: string;
  readonly query: string;
  readonly queryValues: readonly string[];
  readonly body: string;
  readonly cookie: string;
  readonly agent: string | undefined;
  readonly otherHeaders: string;
}

function look({ method, url, headers, body }: Inspected): Seen {
  const [rawPath, query = ""] = url.split(/\?(.*)/s) as [string, string?];
  const { cookie = "", "user-agent": agent, ...rest } = headers;
  return {
    method,
    rawPath,
    path: new URL(rawPath, "http://localhost").pathname,
    query,
    queryValues: [...new URLSearchParams(query)].flat(),
    body,
    cookie: String(cookie),
    agent: agent === undefined ? undefined : String(agent),
    otherHeaders: Object.values(rest).flat().join("\n"),
  };
}

function holds(statement: Statement, seen: Seen, labels: readonly string[]): boolean {
  const inner = (each: Statement) => holds(each, seen, labels);
  const { ByteMatchStatement, LabelMatchStatement, AndStatement, OrStatement, NotStatement } = statement;
  if (ByteMatchStatement) return seen.path.startsWith(ByteMatchStatement.SearchString);
  if (LabelMatchStatement) return labels.includes(LabelMatchStatement.Key);
  if (AndStatement) return AndStatement.Statements.every(inner);
  if (OrStatement) return OrStatement.Statements.some(inner);
  if (NotStatement) return !inner(NotStatement.Statement);
  return false; // a set of addresses: everybody here calls from this machine
}

type Rule = readonly [name: string, label: string, sees: (seen: Seen) => boolean];

/** The rule of a group that refuses the request, if any; what the group's rules found is added to the labels. */
function judgeGroup(
  { Name, RuleActionOverrides = [] }: NonNullable<Statement["ManagedRuleGroupStatement"]>,
  seen: Seen,
  labels: string[],
): string | undefined {
  const group = groups[Name]!;
  let refusing: string | undefined;
  for (const [rule, label, sees] of group.rules) {
    if (!sees(seen)) continue;
    labels.push(`awswaf:managed:aws:${group.label}:${label}`);
    if (!RuleActionOverrides.some((each) => each.Name === rule)) refusing ??= rule;
  }
  return refusing;
}

function checkGroup({ ManagedRuleGroupStatement: group }: Statement): void {
  if (group === undefined) return;
  const known = groups[group.Name];
  if (known === undefined) throw new Error(`The firewall's group ${group.Name} is not known here.`);
  for (const { Name } of group.RuleActionOverrides ?? []) {
    if (!known.rules.some(([rule]) => rule === Name)) throw new Error(`${group.Name} has no rule ${Name}.`);
  }
}

/** What a rule looks for, in each of the places where AWS's group looks for it. */
function inPlaces(
  name: string,
  finds: RegExp,
  places: readonly ("BODY" | "COOKIE" | "HEADER" | "QUERYARGUMENTS" | "QUERYSTRING" | "URIPATH")[],
): Rule[] {
  const read = {
    BODY: ["Body", ({ body }: Seen) => body],
    COOKIE: ["Cookie", ({ cookie }: Seen) => cookie],
    HEADER: ["Header", ({ otherHeaders, agent }: Seen) => `${agent}\n${otherHeaders}`],
    QUERYARGUMENTS: ["QueryArguments", ({ queryValues }: Seen) => queryValues.join("\n")],
    QUERYSTRING: ["QueryString", ({ query, queryValues }: Seen) => `${query}\n${queryValues.join("\n")}`],
    URIPATH: ["URIPath", ({ rawPath }: Seen) => `${rawPath}\n${decoded(rawPath)}`],
  } as const;
  return places.map((place) => {
    const [label, text] = read[place];
    return [`${name}_${place}`, `${name}_${label}`, (seen) => finds.test(text(seen))];
  });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const everywhere = ["BODY", "COOKIE", "QUERYARGUMENTS", "URIPATH"] as const;
const inInput = ["BODY", "QUERYARGUMENTS", "URIPATH"] as const;
const java = ["BODY", "HEADER", "QUERYSTRING", "URIPATH"] as const;
const larger = (name: string, label: string, size: (seen: Seen) => number, limit: number): Rule => [
  `SizeRestrictions_${name}`,
  `SizeRestrictions_${label}`,
  (seen) => size(seen) > limit,
];

/**
 * AWS's groups. What their rules look for is not published beyond a sentence each; what stands here finds at least what
 * that sentence names, so that whatever passes by its own merits here has the better chance there.
 */
const groups: Readonly<Record<string, { readonly label: string; readonly rules: readonly Rule[] }>> = {
  // Who calls is not known here: these two know addresses.
  AWSManagedRulesAmazonIpReputationList: { label: "amazon-ip-list", rules: [] },
  AWSManagedRulesAnonymousIpList: { label: "anonymous-ip-list", rules: [] },
  AWSManagedRulesKnownBadInputsRuleSet: {
    label: "known-bad-inputs",
    rules: [
      ...inPlaces("JavaDeserializationRCE", /\(java\.|java\.lang\.(?:Runtime|ProcessBuilder)/i, java),
      ["PROPFIND_METHOD", "Propfind_Method", ({ method }) => method === "PROPFIND"],
      ...inPlaces("ExploitablePaths", /web-inf|\/\.git\b|\/\.env\b|wp-admin|phpmyadmin/i, ["URIPATH"]),
      ...inPlaces("Log4JRCE", /\$\{[^}]*\}/, java),
    ],
  },
  AWSManagedRulesCommonRuleSet: {
    label: "core-rule-set",
    rules: [
      ["NoUserAgent_HEADER", "NoUserAgent_Header", ({ agent }) => !agent],
      ["UserAgent_BadBots_HEADER", "BadBots_Header", ({ agent = "" }) => /nessus|nmap|nikto|sqlmap/i.test(agent)],
      larger("QUERYSTRING", "QueryString", ({ query }) => query.length, 2048),
      larger("Cookie_HEADER", "Cookie_Header", ({ cookie }) => cookie.length, 10_240),
      larger("BODY", "Body", ({ body }) => Buffer.byteLength(body), 8192),
      larger("URIPATH", "URIPath", ({ rawPath }) => rawPath.length, 1024),
      ...inPlaces("EC2MetaDataSSRF", /169\.254\.169\.254|fd00:ec2::254/i, everywhere),
      ...inPlaces("GenericLFI", /\.\.[\\/]|\/etc\/passwd|\/proc\/self/, inInput),
      ...inPlaces("RestrictedExtensions", /\.(?:log|ini|bak|sql|env|pem|htaccess|htpasswd)$/im, [
        "URIPATH",
        "QUERYARGUMENTS",
      ]),
      ...inPlaces("GenericRFI", /\b(?:https?|ftps?|file):\/\/\d{1,3}(?:\.\d{1,3}){3}/i, inInput),
      ...inPlaces("CrossSiteScripting", /<\/?[a-z][^>]*>|javascript:|\bon\w+\s*=/i, everywhere),
    ],
  },
};

/** What CloudFront answers for its firewall: a page, whatever was asked for. */
export const blockedPage = (requestId: string) => `<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN">
<HTML><HEAD><TITLE>ERROR: The request could not be satisfied</TITLE></HEAD><BODY>
<H1>403 ERROR</H1><H2>The request could not be satisfied.</H2>
Request blocked. We can't connect to the server for this app or website at this time.
<PRE>Generated by cloudfront (CloudFront)
Request ID: ${requestId}</PRE></BODY></HTML>`;
