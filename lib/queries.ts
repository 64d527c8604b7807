import { type ILogGroup, QueryDefinition, QueryString } from "aws-cdk-lib/aws-logs";
import { Construct } from "constructs";
import type { Watched } from "./alarms.ts";

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

/** What they ask the access log, which has a line for each call. */
export const accessQuestions = {
  "slow-calls": {
    fields: ["route"],
    statsStatements: ["count(*) as calls, pct(latencyMs, 95) as p95, pct(integrationLatencyMs, 95) as own95 by route"],
    sort: "p95 desc",
    limit: 50,
  },
  callers: {
    fields: ["user_id", "sourceIp"],
    statsStatements: ["count(*) as calls by user_id, sourceIp, route, status"],
    sort: "calls desc",
    limit: 100,
  },
} as const satisfies Record<string, Question>;

/** Saves the questions over every log group of the stage. */
export class Queries extends Construct {
  constructor(scope: Construct, id: string, { settings, domains, running, accessLog }: Watched) {
    super(scope, id);
    const save = (asked: Record<string, Question>, logGroups: ILogGroup[]) => {
      for (const [name, question] of Object.entries(asked)) {
        new QueryDefinition(this, name, {
          queryDefinitionName: `laurel-${settings.stage}/${name}`,
          queryString: new QueryString(question),
          logGroups,
        });
      }
    };
    save(questions, [...domains.map(({ logGroup }) => logGroup), running.logGroup]);
    save(accessQuestions, [accessLog]);
  }
}
