import { datapointsOf, type Sample, type StatisticsAsked } from "../../faults/alarm-board.ts";
import { backup, type Vault } from "./backup.ts";
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
  /** The role that its credentials may take, and whose keys they are given for it, with the token `session`. */
  readonly smokeRole?: { readonly arn: string; readonly keyId: string; readonly secret: string };
  /** The servers of hosted zones, by their ids. */
  readonly zones: Readonly<Record<string, readonly string[]>>;
  /** The alarms that have no data, with the moment since when. */
  readonly withoutData: Readonly<Record<string, string>>;
  /** What its own metrics were told. */
  readonly samples: () => Promise<readonly Sample[]>;
  /** The alarms that may be made to ring: whether their topic takes it, and when they rang, in epoch milliseconds. */
  readonly alarms: ReadonlyMap<string, { topic: string; isTaken: boolean; rang?: number }>;
  readonly subscriptions: readonly {
    readonly region: string;
    readonly topic: string;
    readonly mail: string;
    readonly confirmed: boolean;
  }[];
  readonly front: Front;
  /** Where AWS Backup copies to. */
  readonly vault?: Vault;
  /** What was done to functions' feeding (by mapping) and concurrency (by function), as it stands. */
  readonly held: Map<string, string>;
  /** The functions that have an alias, with their published versions and the one that it names. */
  readonly versions: Map<string, { published: readonly number[]; called: number }>;
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
  zones: {},
  withoutData: {},
  samples: async () => [],
  alarms: new Map(),
  subscriptions: [],
  front: new Front("", ""),
  held: new Map(),
  versions: new Map(),
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
  "route53",
  "monitoring",
  "backup",
] as const;
type Service = (typeof detailServices)[number];

const defaults: Readonly<Record<string, number>> = {
  "L-65B5C802": 300,
  "L-0485CB21": 2000,
  "L-24B04930": 200,
  "L-7D134442": 20,
  "L-CF0D4FC5": 20,
};

type Answering = (details: AccountDetails, request: ServiceRequest) => ServiceReply | Promise<ServiceReply>;

const services: Record<Service, Answering> = {
  sts: ({ account, smokeRole }, { operation, input }) => {
    if (operation === "AssumeRole") {
      if (input.RoleArn !== smokeRole?.arn)
        throw new Refused("AccessDenied", "Not authorized to perform sts:AssumeRole.", 403);
      const Expiration = "2099-01-01T00:00:00Z";
      const keys = { AccessKeyId: smokeRole?.keyId, SecretAccessKey: smokeRole?.secret };
      const Credentials = { ...keys, SessionToken: "session", Expiration };
      return reply("AssumeRole", { Credentials });
    }
    return reply("GetCallerIdentity", { Account: account, UserId: "operator", Arn: "arn:aws:iam::operator" });
  },
  ssm: ({ bootstrapped }, { region, input }) => {
    const version = bootstrapped[region];
    if (input.Name !== "/cdk-bootstrap/hnb659fds/version" || version === undefined)
      throw new Refused("ParameterNotFound", "It is not there.");
    return { json: { Parameter: { Name: input.Name, Value: version } } };
  },
  lambda: ({ concurrency, answers, held, versions }, request) => {
    const { method, url, body } = request;
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
    const [, called, asked] = /\/functions\/([^/]+)\/(versions|aliases\/live)$/.exec(url.pathname) ?? [];
    if (called !== undefined) return { json: versioned(versions.get(called), asked!, request) };
    if (method === "GET") return { json: { AccountLimit: { ConcurrentExecutions: concurrency }, AccountUsage: {} } };
    const [, name] = /\/functions\/([^/]+)\/invocations$/.exec(url.pathname) ?? [];
    JSON.parse(body);
    const qualifier = url.searchParams.get("Qualifier");
    if (qualifier !== null && !versions.has(name!)) throw new Refused("ResourceNotFoundException", "No alias.", 404);
    const { error, body: answered } = answers[decodeURIComponent(name!)] ?? { body: '{"statusCode":400}' };
    return { text: answered, headers: { ...(error && { "x-amz-function-error": error }) } };
  },
  backup: ({ vault }, request) => backup(vault, request),
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
  route53: ({ zones }, { url }) => {
    const servers = zones[url.pathname.split("/").at(-1)!];
    if (servers === undefined) throw new Refused("NoSuchHostedZone", "There is no such zone.", 404);
    return { xml: element("GetHostedZoneResponse", { DelegationSet: { NameServers: { NameServer: servers } } }) };
  },
  monitoring: async ({ withoutData, samples, alarms }, { operation, input }) => {
    if (operation === "GetMetricStatistics") return { json: statistics(input, await samples()) };
    if (operation === "SetAlarmState") return { json: setAlarm(alarms.get(input.AlarmName), input) };
    if (operation === "DescribeAlarmHistory") return { json: historyOf(alarms.get(input.AlarmName), input) };
    const { AlarmNames } = input;
    const [AlarmName = ""] = AlarmNames;
    const StateUpdatedTimestamp = Date.parse(withoutData[AlarmName] ?? "2026-01-01T00:00:00.000Z") / 1000;
    const StateValue = AlarmName in withoutData ? "INSUFFICIENT_DATA" : "OK";
    return { json: { MetricAlarms: [{ AlarmName, StateUpdatedTimestamp, StateValue }] } };
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

/** CloudWatch counts in whole minutes, and answers so many datapoints at a time. */
function statistics(asked: StatisticsAsked, samples: readonly Sample[]): object {
  const { MetricName, StartTime, EndTime, Period, Statistics } = asked;
  const refuse = (message: string) => new Refused("InvalidParameterCombination", message);
  if (Period % 60 !== 0) throw refuse("The period is no whole minute.");
  if (!(StartTime < EndTime)) throw refuse("The start is not before the end.");
  if ((EndTime - StartTime) / Period > 1440) throw refuse("That is more than 1,440 datapoints.");
  if (!Statistics?.length) throw refuse("No statistic is asked for.");
  return { Label: MetricName, Datapoints: datapointsOf(asked, samples) };
}

type Alarm = typeof newAccount.alarms extends ReadonlyMap<string, infer Each> ? Each : never;

/** An alarm acts when its state changes, and is back in its own after the next look at its metric: a minute. */
const isRinging = ({ rang = 0 }: Alarm) => Date.now() - rang < 60_000;

function setAlarm(alarm: Alarm | undefined, input: { StateValue: string; StateReason?: string }): object {
  if (alarm === undefined) throw new Refused("ResourceNotFound", "There is no such alarm.", 404);
  if (input.StateValue !== "ALARM" || !input.StateReason)
    throw new Refused("ValidationError", "A state, or its reason, is missing or not known here.");
  if (!isRinging(alarm)) alarm.rang = Date.now();
  return {};
}

/** What an alarm did, in the words of CloudWatch. */
function historyOf(alarm: Alarm | undefined, { AlarmName, HistoryItemType }: Record<string, string>): object {
  if (alarm?.rang === undefined || HistoryItemType !== "Action") return { AlarmHistoryItems: [] };
  const HistorySummary = `${alarm.isTaken ? "Successfully executed" : "Failed to execute"} action ${alarm.topic}`;
  return { AlarmHistoryItems: [{ AlarmName, HistoryItemType, HistorySummary, Timestamp: alarm.rang / 1000 }] };
}

/** What Lambda says of a function's versions and its alias; a page holds two, as a real one holds fifty. */
function versioned(
  known: { published: readonly number[]; called: number } | undefined,
  asked: string,
  { method, url, body }: ServiceRequest,
): object {
  if (known === undefined) throw new Refused("ResourceNotFoundException", "Function not found.", 404);
  const revision = () => `revision-${known.called}`;
  if (asked === "versions") {
    const all = ["$LATEST", ...known.published.map(String)];
    const from = Number(url.searchParams.get("Marker") ?? 0);
    const Versions = all.slice(from, from + 2).map((Version) => {
      return { Version, LastModified: `2026-11-${Version.padStart(2, "0")}T10:00:00.000+0000` };
    });
    return { Versions, NextMarker: from + 2 < all.length ? String(from + 2) : undefined };
  }
  if (method === "PUT") {
    const { FunctionVersion, RevisionId } = JSON.parse(body);
    if (RevisionId !== undefined && RevisionId !== revision())
      throw new Refused("PreconditionFailedException", "The revision is another one.", 412);
    if (!known.published.includes(Number(FunctionVersion)))
      throw new Refused("ResourceNotFoundException", `Function not found: ${FunctionVersion}.`, 404);
    known.called = Number(FunctionVersion);
  }
  return { Name: "live", FunctionVersion: String(known.called), RevisionId: revision() };
}

/** Answers what one of the services is asked about the account. */
export function details(
  all: AccountDetails,
  service: Service,
  request: ServiceRequest,
): ServiceReply | Promise<ServiceReply> {
  if (all.denied.includes(service)) throw new Refused("AccessDeniedException", "Not authorized to perform it.", 403);
  return services[service](all, request);
}

const reply = (operation: string, result: object): ServiceReply => ({
  xml: element(`${operation}Response`, { [`${operation}Result`]: result }),
});
