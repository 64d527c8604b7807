import { Duration, NestedStack } from "aws-cdk-lib";
import { Metric } from "aws-cdk-lib/aws-cloudwatch";
import {
  FilterPattern,
  type IFilterPattern,
  type ILogGroup,
  type JsonPattern,
  MetricFilter,
} from "aws-cdk-lib/aws-logs";
import type { Construct } from "constructs";
import { login, refresh } from "../../shared/auth/calls.ts";
import { wire } from "../../shared/http/call.ts";
import type { DomainStack } from "../domain.ts";
import type { Running } from "../function.ts";
import type { Settings } from "../settings.ts";
import { metricNameOf, metricsNamespaceOf } from "./metric-names.ts";

/** Whose log lines count: all functions', those that write money, that ask providers, the background's, the platform's. */
type Writers = "all" | "money" | "providers" | "background" | "platform";

/** The messages that are counted, and who writes them. */
const messages = {
  authn_login_fail: "all",
  authz_fail: "all",
  unforeseen: "all",
  upload_malware: "all",
  ledger_imbalance: "money",
  payment_disputed: "money",
  payment_duplicate: "money",
  payment_mismatch: "money",
  reconcile_late: "money",
  webhook_bad_signature: "money",
  csp_violation: "platform",
  portal_unwell: "background",
  circuit_opened: "providers",
  outside_unavailable: "providers",
  badge_not_made: "background",
  event_failed: "background",
  event_late: "background",
  event_retried: "background",
  event_waits: "background",
  export_failed: "background",
  invariant_violated: "background",
  invariants_checked: "background",
  payments_reconciled: "background",
  scheduled_behind: "background",
  scheduled_failed: "background",
  status_list_late: "background",
} as const satisfies Record<string, Writers>;

/** A message that is counted. */
export type CountedMessage = keyof typeof messages;

interface Logs {
  readonly domains: readonly DomainStack[];
  readonly running: Running;
  readonly accessLog: ILogGroup;
}

/**
 * Counts log lines by their message; alarms and dashboards look at the same counts. A stack of its own: there is a filter for
 * each message and domain, and a stack holds 500 resources.
 */
export class LogMetrics extends NestedStack {
  private readonly namespace: string;

  constructor(scope: Construct, id: string, { stage }: Settings, { domains, running, accessLog }: Logs) {
    super(scope, id);
    this.namespace = metricsNamespaceOf(stage);
    const of = (...names: string[]) =>
      domains.filter(({ node }) => names.includes(node.id)).map(({ logGroup }) => logGroup);
    const groups: Record<Writers, ILogGroup[]> = {
      all: [...domains.map(({ logGroup }) => logGroup), running.logGroup],
      money: [...of("Payment", "Job"), running.logGroup],
      providers: [...of("Payment", "Job", "Badgr"), running.logGroup],
      background: [running.logGroup],
      platform: of("Platform"),
    };
    new MetricFilter(this, "throttled", {
      logGroup: accessLog,
      metricNamespace: this.namespace,
      metricName: "throttled",
      filterPattern: FilterPattern.stringValue("$.status", "=", "429"),
      metricValue: "1",
    });
    for (const [metricName, pattern] of tokensSeen) {
      new MetricFilter(this, `tokens-${pattern.logPatternString.replace(/\W+/g, "-")}`, {
        logGroup: accessLog,
        metricNamespace: this.namespace,
        metricName,
        filterPattern: pattern,
        metricValue: "1",
      });
    }
    for (const [position, logGroup] of groups.all.entries()) {
      new MetricFilter(this, `functions-failed-${position}`, {
        logGroup,
        metricNamespace: this.namespace,
        metricName: "functions-failed",
        filterPattern: failedRuns,
        metricValue: "1",
      });
    }
    for (const [message, writers] of Object.entries(messages)) {
      for (const [position, logGroup] of groups[writers].entries()) {
        const metricName = metricNameOf(message);
        new MetricFilter(this, `${metricName}-${position}`, {
          logGroup,
          metricNamespace: this.namespace,
          metricName,
          filterPattern: FilterPattern.stringValue("$.message", "=", message),
          metricValue: "1",
        });
      }
    }
  }

  /** How many calls the gateway turned away: it does that itself, and none of our functions hears of it. */
  get throttled(): Metric {
    return this.metric("throttled");
  }

  /** How many tokens were given, and how many calls with one were answered well. */
  tokens(period: Duration): { readonly given: Metric; readonly taken: Metric } {
    return { given: this.metric("tokens-given", period), taken: this.metric("tokens-taken", period) };
  }

  /** How many runs of our functions threw, ran out of time or did not load. Lambda's own count is of the whole account. */
  get failedRuns(): Metric {
    return this.metric("functions-failed");
  }

  /** How often a message was written in each period. */
  of(message: CountedMessage, period = Duration.minutes(5)): Metric {
    return this.metric(metricNameOf(message), period);
  }

  private metric(metricName: string, period = Duration.minutes(5)): Metric {
    return new Metric({ namespace: this.namespace, metricName, period, statistic: "Sum" });
  }
}

/** What the access log tells of tokens: calls that give one by their routes, and those of somebody whom one names. */
const tokensSeen: readonly (readonly [metricName: string, pattern: IFilterPattern])[] = [
  ...[login, refresh].map((call): [string, IFilterPattern] => {
    const { method, path } = wire(call);
    return ["tokens-given", answeredWell(FilterPattern.stringValue("$.route", "=", `${method} /api${path}`))];
  }),
  ["tokens-taken", answeredWell(FilterPattern.stringValue("$.user_id", "=", "usr_*"))],
];

function answeredWell(whose: JsonPattern): JsonPattern {
  return FilterPattern.all(whose, FilterPattern.stringValue("$.status", "=", "2*"));
}

/** Lambda's own line at the end of a run, written at our level of logging where the run failed. */
const failedRuns = FilterPattern.all(
  FilterPattern.stringValue("$.type", "=", "platform.report"),
  FilterPattern.stringValue("$.record.status", "!=", "success"),
);
