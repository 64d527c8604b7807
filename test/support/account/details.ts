import { apiStage, distribution, Front } from "./front.ts";
import { element, Refused, type ServiceReply, type ServiceRequest } from "./service.ts";

/** What an account is and may, and what its functions say when they are asked. */
export interface AccountDetails {
  readonly account: string;
  /** Services that refuse these credentials, by their names in a signature. */
  readonly denied: readonly string[];
  /** The version of CDK's bootstrap, by region. */
  readonly bootstrapped: Readonly<Record<string, string>>;
  readonly concurrency: number;
  readonly distributions: number;
  /** Those of response headers, of the account itself: other stages', too. */
  readonly headerPolicies: number;
  readonly mail: { readonly sends: boolean; readonly production: boolean; readonly verified: readonly string[] };
  /** Quotas that were applied, by code; every other is the default. */
  readonly quotas: Readonly<Record<string, number>>;
  readonly roles: number;
  readonly subscriptions: readonly {
    readonly region: string;
    readonly topic: string;
    readonly mail: string;
    readonly confirmed: boolean;
  }[];
  readonly front: Front;
  /** What was done to functions' feeding (by mapping) and concurrency (by function), as it stands. */
  readonly held: Map<string, string>;
  /** What a function answers, by its name; every other answers a refusal. */
  readonly answers: Readonly<Record<string, { readonly error?: string; readonly body: string }>>;
}

/** An account as somebody opens it. */
export const newAccount: AccountDetails = {
  account: "111122223333",
  denied: [],
  bootstrapped: {},
  concurrency: 10,
  distributions: 0,
  headerPolicies: 0,
  mail: { sends: true, production: false, verified: [] },
  quotas: {},
  roles: 0,
  subscriptions: [],
  front: new Front("", ""),
  held: new Map(),
  answers: {},
};

/** The services that are asked about the account, by their names in a signature. */
export const detailServices = [
  "sts",
  "ssm",
  "lambda",
  "apigateway",
  "cloudfront",
  "ses",
  "servicequotas",
  "iam",
  "sns",
] as const;
type Service = (typeof detailServices)[number];

const defaults: Readonly<Record<string, number>> = {
  "L-65B5C802": 300,
  "L-0485CB21": 2000,
  "L-24B04930": 200,
  "L-7D134442": 20,
  "L-CF0D4FC5": 20,
};

const services: Record<Service, (details: AccountDetails, request: ServiceRequest) => ServiceReply> = {
  sts: ({ account }) =>
    reply("GetCallerIdentity", { Account: account, UserId: "operator", Arn: "arn:aws:iam::operator" }),
  ssm: ({ bootstrapped }, { region, input }) => {
    const version = bootstrapped[region];
    if (input.Name !== "/cdk-bootstrap/hnb659fds/version" || version === undefined)
      throw new Refused("ParameterNotFound", "It is not there.");
    return { json: { Parameter: { Name: input.Name, Value: version } } };
  },
  lambda: ({ concurrency, answers, held }, { method, url, body }) => {
    const [, mapped] = /\/event-source-mappings\/([^/]+)$/.exec(url.pathname) ?? [];
    if (mapped !== undefined) {
      held.set(mapped, JSON.parse(body).Enabled ? "on" : "off");
      return { json: { UUID: mapped } };
    }
    if (url.pathname.endsWith("/event-source-mappings/") || url.pathname.endsWith("/event-source-mappings"))
      return { json: { EventSourceMappings: [{ UUID: `of-${url.searchParams.get("FunctionName")}` }] } };
    const [, reserved] = /\/functions\/([^/]+)\/concurrency$/.exec(url.pathname) ?? [];
    if (reserved !== undefined) {
      held.set(reserved, method === "DELETE" ? "on" : String(JSON.parse(body).ReservedConcurrentExecutions));
      return method === "DELETE" ? { status: 204, text: "" } : { json: { ReservedConcurrentExecutions: 0 } };
    }
    if (method === "GET") return { json: { AccountLimit: { ConcurrentExecutions: concurrency }, AccountUsage: {} } };
    const [, name] = /\/functions\/([^/]+)\/invocations$/.exec(url.pathname) ?? [];
    JSON.parse(body);
    const { error, body: answered } = answers[decodeURIComponent(name!)] ?? { body: '{"statusCode":400}' };
    return { text: answered, headers: { ...(error && { "x-amz-function-error": error }) } };
  },
  apigateway: ({ front }, request) => apiStage(front, request),
  cloudfront: ({ distributions, headerPolicies, front }, request) => {
    const { pathname } = request.url;
    if (/\/distribution\/[^/]/.test(pathname)) return distribution(front, request);
    if (pathname.endsWith("/cache-policy")) return { xml: element("CachePolicyList", { MaxItems: 100, Quantity: 0 }) };
    if (pathname.endsWith("/response-headers-policy"))
      return { xml: element("ResponseHeadersPolicyList", { MaxItems: 100, Quantity: headerPolicies }) };
    return {
      xml: element("DistributionList", { Marker: "", MaxItems: 1, IsTruncated: false, Quantity: distributions }),
    };
  },
  ses: ({ mail }, { url }) => {
    if (url.pathname === "/v2/email/account")
      return { json: { SendingEnabled: mail.sends, ProductionAccessEnabled: mail.production } };
    if (url.pathname.endsWith("/dkim/signing")) return { json: { DkimStatus: "SUCCESS", DkimTokens: [] } };
    const identity = decodeURIComponent(url.pathname.split("/").at(-1)!);
    if (!mail.verified.includes(identity)) throw new Refused("NotFoundException", "It is not there.", 404);
    return { json: { IdentityType: "DOMAIN", VerifiedForSendingStatus: true } };
  },
  servicequotas: ({ quotas }, { operation, input }) => {
    const { QuotaCode } = input;
    const Value = operation === "GetServiceQuota" ? quotas[QuotaCode] : defaults[QuotaCode];
    if (Value === undefined) throw new Refused("NoSuchResourceException", `There is no quota ${QuotaCode}.`);
    return { json: { Quota: { QuotaCode, Value } } };
  },
  iam: ({ roles }) => {
    const summary = { Roles: roles, RolesQuota: 1000, Policies: 0, PoliciesQuota: 1500 };
    return reply("GetAccountSummary", {
      SummaryMap: { entry: Object.entries(summary).map(([key, value]) => ({ key, value })) },
    });
  },
  sns: ({ subscriptions, account }, { region }) =>
    reply("ListSubscriptions", {
      Subscriptions: {
        member: subscriptions
          .filter((each) => each.region === region)
          .map(({ topic, mail, confirmed }) => {
            const TopicArn = `arn:aws:sns:${region}:${account}:${topic}`;
            const SubscriptionArn = confirmed ? `${TopicArn}:one` : "PendingConfirmation";
            return { TopicArn, Protocol: "email", Endpoint: mail, SubscriptionArn, Owner: account };
          }),
      },
    }),
};

/** Answers what one of the services is asked about the account. */
export function details(all: AccountDetails, service: Service, request: ServiceRequest): ServiceReply {
  if (all.denied.includes(service)) throw new Refused("AccessDeniedException", "Not authorized to perform it.", 403);
  return services[service](all, request);
}

const reply = (operation: string, result: object): ServiceReply => ({
  xml: element(`${operation}Response`, { [`${operation}Result`]: result }),
});
