import { type ILogGroup, QueryDefinition, QueryString } from "aws-cdk-lib/aws-logs";
import { Construct } from "constructs";
import type { Watched } from "./alarms/watched.ts";
import { globalName } from "./names.ts";
import type { Settings } from "./settings.ts";

type Question = ConstructorParameters<typeof QueryString>[0];

/** What operators ask the logs, saved in Logs Insights as `laurel-<stage>/<name>`. The runbooks name them. */
export const questions = {
  unforeseen: {
    fields: ["@timestamp", "call", "requestId", "error"],
    filterStatements: ['message = "unforeseen"'],
    sort: "@timestamp desc",
    limit: 100,
  },
  "refusals-by-call": {
    fields: ["call", "code"],
    filterStatements: ['message = "authz_fail"'],
    statsStatements: ["count(*) as refusals by call, code"],
    sort: "refusals desc",
  },
  "failed-events": {
    fields: ["@timestamp", "event_type", "event_id", "error"],
    filterStatements: ['message in ["event_failed", "event_retried"]'],
    sort: "@timestamp desc",
    limit: 100,
  },
  "waiting-events": {
    fields: ["event_type", "code"],
    filterStatements: ['message = "event_waits"'],
    statsStatements: ["count(*) as times, max(count) as tries by event_type, code"],
    sort: "times desc",
  },
  money: {
    fields: ["@timestamp", "message", "organization_id", "code", "requestId", "error"],
    filterStatements: [
      'message in ["payment_mismatch", "payment_duplicate", "payment_disputed", "ledger_imbalance", "webhook_bad_signature", "reconcile_failed", "reconcile_late"]',
    ],
    sort: "@timestamp desc",
    limit: 200,
  },
  exports: {
    fields: ["@timestamp", "message", "organization_id", "error"],
    filterStatements: ['message like "export"'],
    sort: "@timestamp desc",
    limit: 100,
  },
  badges: {
    fields: ["@timestamp", "message", "organization_id", "code", "event_id"],
    filterStatements: ['message in ["badge_not_made", "badges_retried"] or code like "badgr"'],
    sort: "@timestamp desc",
    limit: 100,
  },
  "providers-unavailable": {
    fields: ["code"],
    filterStatements: ['message in ["outside_unavailable", "circuit_opened", "circuit_closed"]'],
    statsStatements: ["count(*) as times by message, code, bin(5m)"],
  },
} as const satisfies Record<string, Question>;

/** What they ask the functions' logs about who calls: a line for each call, where an address stands as `viewer`. */
export const callerQuestions = {
  callers: {
    fields: ["viewer", "user_id"],
    filterStatements: ['message = "call"'],
    statsStatements: ["count(*) as calls by viewer, user_id, call, status"],
    sort: "calls desc",
    limit: 100,
  },
  "sign-ins": {
    fields: ["viewer"],
    filterStatements: ['message in ["authn_login_fail", "authn_login_success"]'],
    statsStatements: ["count(*) as tries by viewer, message, bin(5m)"],
    sort: "tries desc",
    limit: 100,
  },
  "policy-violations": {
    fields: ["viewer"],
    filterStatements: ['message = "csp_violation"'],
    statsStatements: ["count(*) as reports, count_distinct(viewer) as viewers by page, directive, blocked"],
    sort: "reports desc",
    limit: 100,
  },
  calls: {
    fields: ["@timestamp", "viewer", "call", "status", "user_id", "edgeRequestId"],
    filterStatements: ['message = "call"'],
    sort: "@timestamp desc",
    limit: 200,
  },
} as const satisfies Record<string, Question>;

/** What they ask the firewall's log, the one place that has addresses, for a month. */
export const addressQuestions = {
  addresses: {
    fields: ["httpRequest.clientIp"],
    statsStatements: ["count(*) as requests by httpRequest.clientIp, httpRequest.uri, action"],
    sort: "requests desc",
    limit: 100,
  },
  refused: {
    fields: ["@timestamp", "httpRequest.clientIp", "httpRequest.uri", "terminatingRuleId", "httpRequest.requestId"],
    filterStatements: ['action = "BLOCK"'],
    sort: "@timestamp desc",
    limit: 200,
  },
  "address-of": {
    fields: ["@timestamp", "httpRequest.clientIp", "httpRequest.country", "httpRequest.uri", "httpRequest.args"],
    filterStatements: ['httpRequest.requestId = "the edgeRequestId of a line"'],
    limit: 1,
  },
} as const satisfies Record<string, Question>;

/** What they ask the access log, which has a line for each call. */
export const accessQuestions = {
  "slow-calls": {
    fields: ["route"],
    statsStatements: ["count(*) as calls, pct(latencyMs, 95) as p95, pct(integrationLatencyMs, 95) as own95 by route"],
    sort: "p95 desc",
    limit: 50,
  },
  "refused-calls": {
    fields: ["route", "status"],
    filterStatements: ["status >= 400"],
    statsStatements: ["count(*) as refusals by route, status"],
    sort: "refusals desc",
    limit: 50,
  },
} as const satisfies Record<string, Question>;

/** Saves questions over some log groups in the console's folder of the stage. */
function save(scope: Construct, folder: string, asked: Record<string, Question>, logGroups: ILogGroup[]): void {
  for (const [name, question] of Object.entries(asked)) {
    new QueryDefinition(scope, name, {
      queryDefinitionName: `${folder}/${name}`,
      queryString: new QueryString(question),
      logGroups,
    });
  }
}

/** Saves the questions over every log group of the stage. */
export class Queries extends Construct {
  constructor(scope: Construct, id: string, { settings, domains, running, accessLog }: Watched) {
    super(scope, id);
    const folder = `laurel-${settings.stage}`;
    const logs = [...domains.map(({ logGroup }) => logGroup), running.logGroup];
    save(this, folder, { ...questions, ...callerQuestions }, logs);
    save(this, folder, accessQuestions, [accessLog]);
  }
}

/** Saves the questions about addresses over the firewall's log. */
export class AddressQueries extends Construct {
  constructor(scope: Construct, id: string, settings: Settings, firewallLog: ILogGroup) {
    super(scope, id);
    save(this, globalName(settings, ""), addressQuestions, [firewallLog]);
  }
}
