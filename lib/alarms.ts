import { Duration } from "aws-cdk-lib";
import type { HttpStage } from "aws-cdk-lib/aws-apigatewayv2";
import { type IMetric, MathExpression, Metric } from "aws-cdk-lib/aws-cloudwatch";
import { Match } from "aws-cdk-lib/aws-events";
import type { ILogGroup } from "aws-cdk-lib/aws-logs";
import { Construct } from "constructs";
import { type Purpose, purposes } from "../shared/platform/environment.ts";
import type { DomainStack } from "./domain.ts";
import type { Running } from "./function.ts";
import type { Identity } from "./identity.ts";
import type { Jobs } from "./jobs.ts";
import type { CountedMessage, LogMetrics } from "./log-metrics.ts";
import { scanEvents, scanResults } from "./malware.ts";
import { namesIn } from "./names.ts";
import type { Settings } from "./settings.ts";
import { type Runbook, Signals, type Watch } from "./signals.ts";
import type { Storage } from "./storage.ts";

/** What the alarms watch. */
export interface Watched {
  readonly settings: Settings;
  readonly storage: Storage;
  readonly identity: Identity;
  readonly stage: HttpStage;
  /** A line for each call: who called what, and how long it took. */
  readonly accessLog: ILogGroup;
  readonly jobs: Jobs;
  readonly domains: readonly DomainStack[];
  /** Of the functions that are not calls. */
  readonly running: Running;
  readonly logMetrics: LogMetrics;
}

/** The period of most metrics. */
export const five = Duration.minutes(5);
/** A metric over five minutes. */
export const kept = (metric: (props: { period: Duration; statistic: string }) => Metric, statistic: string) =>
  metric({ period: five, statistic });

/** Rings when people are not served, each alarm naming its runbook. */
export class Alarms extends Construct {
  /** How what else watches reaches the operators. */
  readonly signals: Signals;
  private readonly watched: Watched;

  constructor(scope: Construct, id: string, watched: Watched) {
    super(scope, id);
    this.watched = watched;
    this.signals = new Signals(this, "Signals", watched.settings);
    for (const [name, watch] of Object.entries({
      ...this.ofApi(),
      ...this.ofJobs(),
      ...this.ofTable(),
      ...this.ofData(),
      ...this.ofPeople(),
      ...this.ofMoney(),
      ...this.ofMail(),
      ...this.ofCertificates(),
    })) {
      this.signals.ring(name, watch);
    }
    this.hear(this.signals);
  }

  private ofApi(): Record<string, Watch> {
    const { stage } = this.watched;
    return {
      "api-errors": {
        when: "The API answers 5xx",
        runbook: "api",
        metric: kept((props) => stage.metricServerError(props), "Sum"),
        atLeast: 5,
      },
      "api-latency": {
        when: "One call in twenty takes longer than 1.5 s",
        runbook: "latency",
        metric: kept((props) => stage.metricLatency(props), "p95"),
        atLeast: 1500,
        periods: 2,
      },
      "calls-refused": {
        when: "More than half of the calls are refused",
        runbook: "sign-in",
        metric: shareOf(
          kept((props) => stage.metricClientError(props), "Sum"),
          kept((props) => stage.metricCount(props), "Sum"),
        ),
        atLeast: 50,
        periods: 2,
      },
      "calls-throttled": {
        when: "The gateway turns calls away, for there are more than it lets through",
        runbook: "attack",
        metric: this.watched.logMetrics.throttled,
        atLeast: 20,
      },
      "portal-unwell": {
        when: "The portal or the API does not come through the distribution",
        runbook: "portal",
        metric: this.watched.logMetrics.of("portal_unwell"),
        atLeast: 1,
        periods: 2,
      },
      unforeseen: {
        when: "A function failed in a way nobody foresaw",
        runbook: "api",
        metric: this.watched.logMetrics.of("unforeseen"),
        atLeast: 5,
      },
      "function-errors": {
        when: "Functions of this stage fail or time out",
        runbook: "functions",
        metric: this.watched.logMetrics.failedRuns,
        atLeast: 10,
      },
      "clock-fails": {
        when: "Something that was due could not be done, and is tried again at each run",
        runbook: "functions",
        metric: this.watched.logMetrics.of("scheduled_failed"),
        atLeast: 1,
      },
      "clock-behind": {
        when: "A run of the clock's work ended before all that was due was done",
        runbook: "functions",
        metric: this.watched.logMetrics.of("scheduled_behind", Duration.hours(1)),
        atLeast: 1,
      },
      "function-throttles": {
        when: "Functions of this account are throttled",
        runbook: "functions",
        metric: lambda("Throttles"),
        atLeast: 1,
      },
    };
  }

  private ofJobs(): Record<string, Watch> {
    const { jobs } = this.watched;
    const dead = jobs.deadLetters.map((queue): [string, Watch] => [
      queue.node.id,
      {
        when: `A message was given up (${queue.node.id})`,
        runbook: queue.node.id === "changes-dead" ? "lost-changes" : "dead-letters",
        metric: queue.metricApproximateNumberOfMessagesVisible({ period: five, statistic: "Maximum" }),
        atLeast: 1,
      },
    ]);
    const waiting = purposes.map((purpose): [string, Watch] => [
      `${purpose}-waiting`,
      {
        when: `A message of the queue ${purpose} waits for more than ${waitingMinutes(purpose)} minutes`,
        runbook: ownRunbook(purpose) ?? "queues",
        metric: jobs.queues[purpose].metricApproximateAgeOfOldestMessage({ period: five, statistic: "Maximum" }),
        atLeast: waitingMinutes(purpose) * 60,
      },
    ]);
    const changes = jobs.followers.map((follower): [string, Watch] => [
      follower === jobs.publisher ? "changes-waiting" : "archive-waiting",
      {
        when: `Committed changes wait for more than 15 minutes to be ${follower === jobs.publisher ? "published" : "archived"}`,
        runbook: "queues",
        metric: follower.metric("IteratorAge", { period: five, statistic: "Maximum" }),
        atLeast: 900_000,
      },
    ]);
    const late: Record<string, Watch> = {
      "events-late": {
        when: "What follows from changes waits for more than 15 minutes for a service that does not answer",
        runbook: "queues",
        metric: this.watched.logMetrics.of("event_late", Duration.minutes(15)),
        atLeast: 1,
      },
    };
    return { ...Object.fromEntries([...dead, ...waiting, ...changes]), ...late };
  }

  private ofData(): Record<string, Watch> {
    const { logMetrics } = this.watched;
    return {
      "invariants-violated": {
        when: "The nightly check found items that contradict each other",
        runbook: "invariants",
        metric: logMetrics.of("invariant_violated"),
        atLeast: 1,
      },
      "invariants-unchecked": {
        when: "The nightly check of the table was not done for a day",
        runbook: "invariants",
        metric: logMetrics.of("invariants_checked", Duration.days(1)),
        below: 1,
      },
    };
  }

  private ofTable(): Record<string, Watch> {
    const { table } = this.watched.storage;
    const watch = (when: string, metricName: string, atLeast: number): Watch => ({
      when,
      runbook: "table",
      metric: table.metric(metricName, { period: five, statistic: "Sum" }),
      atLeast,
    });
    return {
      "table-reads-throttled": watch("Reads of the table are throttled", "ReadThrottleEvents", 1),
      "table-writes-throttled": watch("Writes of the table are throttled", "WriteThrottleEvents", 1),
      "table-conflicts": watch("Transactions meet on one item", "TransactionConflict", 50),
    };
  }

  /** Watches a message of the logs. */
  private ofMessage(when: string, message: CountedMessage, runbook: Runbook, atLeast: number): Watch {
    return { when, runbook, metric: this.watched.logMetrics.of(message), atLeast };
  }

  private ofPeople(): Record<string, Watch> {
    const { identity } = this.watched;
    const throttles = (metricName: string) =>
      new Metric({
        namespace: "AWS/Cognito",
        metricName,
        dimensionsMap: { UserPool: identity.pool.userPoolId, UserPoolClient: identity.client.userPoolClientId },
        period: five,
        statistic: "Sum",
      });
    return {
      "refused-often": this.ofMessage("Calls are refused for lack of permission", "authz_fail", "attack", 50),
      "malware-found": this.ofMessage("Somebody asked for an upload that holds malware", "upload_malware", "attack", 1),
      "policy-violated": this.ofMessage("Pages try to load or run what they may not", "csp_violation", "attack", 50),
      "sign-ins-failing": this.ofMessage("Sign-ins fail", "authn_login_fail", "attack", 100),
      "sign-ins-throttled": {
        when: "Cognito throttles sign-ins, or the renewal of tokens",
        runbook: "sign-in",
        metric: new MathExpression({
          expression: "FILL(signIns, 0) + FILL(renewals, 0)",
          usingMetrics: { signIns: throttles("SignInThrottles"), renewals: throttles("TokenRefreshThrottles") },
          period: five,
        }),
        atLeast: 1,
      },
    };
  }

  private ofCertificates(): Record<string, Watch> {
    return {
      "status-list-late": {
        when: "A status list of certificates was last signed more than a day ago",
        runbook: "signatures",
        metric: this.watched.logMetrics.of("status_list_late", Duration.hours(1)),
        atLeast: 1,
      },
    };
  }

  private ofMoney(): Record<string, Watch> {
    return {
      "webhooks-forged": this.ofMessage("Webhooks arrive with a bad signature", "webhook_bad_signature", "payments", 5),
      "payments-differ": this.ofMessage("A payment differs from what was asked", "payment_mismatch", "payments", 1),
      "payments-twice": this.ofMessage("Something was paid for twice", "payment_duplicate", "payments", 1),
      "payments-disputed": this.ofMessage("A payer disputes a payment", "payment_disputed", "disputes", 1),
      "ledger-uneven": this.ofMessage("An entry of the ledger does not sum to zero", "ledger_imbalance", "ledger", 1),
      "reconciliation-late": {
        when: "Open payments have not been reconciled for half an hour",
        runbook: "reconciliation",
        metric: this.watched.logMetrics.of("payments_reconciled", Duration.minutes(30)),
        below: 1,
      },
      "payments-late": this.ofMessage(
        "A payment stays open although it was asked about",
        "reconcile_late",
        "reconciliation",
        1,
      ),
      "payouts-failing": {
        when: "A run of payouts failed",
        runbook: "payouts",
        metric: new Metric({
          namespace: "AWS/Lambda",
          metricName: "Errors",
          dimensionsMap: { FunctionName: `laurel-${this.watched.settings.stage}-payment-export-payouts` },
          period: five,
          statistic: "Sum",
        }),
        atLeast: 1,
      },
      "exports-failing": {
        when: "An export could not be written",
        runbook: "exports",
        metric: this.watched.logMetrics.of("export_failed"),
        atLeast: 1,
      },
      "providers-unavailable": {
        when: "A provider (cards, PayPal, badges or mail) does not answer",
        runbook: "providers",
        metric: this.watched.logMetrics.of("circuit_opened"),
        atLeast: 3,
      },
      "badges-refused": {
        when: "A badge could not be made",
        runbook: "badges",
        metric: this.watched.logMetrics.of("badge_not_made"),
        atLeast: 5,
      },
    };
  }

  private ofMail(): Record<string, Watch> {
    const watch = (when: string, metricName: string, atLeast: number): Watch => ({
      when,
      runbook: "mail",
      metric: new Metric({ namespace: "AWS/SES", metricName, period: Duration.hours(1), statistic: "Average" }),
      atLeast,
    });
    return {
      "mail-bounces": watch("More than 4 % of the mails bounce", "Reputation.BounceRate", 0.04),
      "mail-complaints": watch(
        "More than 0.08 % of the mails are reported as spam",
        "Reputation.ComplaintRate",
        0.0008,
      ),
    };
  }

  /** What AWS itself reports as an event. */
  private hear(signals: Signals): void {
    const { files } = namesIn(this, this.watched.settings.stage);
    signals.hear("scans-endangered", {
      when: "The malware scan of uploads has changed its state; while it does not work, nobody can read new uploads",
      runbook: "uploads",
      // GuardDuty's own guide writes the last word of this type in two ways.
      pattern: {
        source: ["aws.guardduty"],
        detailType: Match.prefix(scanEvents.status),
        detail: { s3BucketDetails: { bucketName: [files] } },
      },
      field: "$.detail-type",
    });
    signals.hear("malware", {
      when: "GuardDuty found malware in an upload, which nobody can read therefore",
      runbook: "uploads",
      pattern: scanResults(files, ["THREATS_FOUND"]),
      field: "$.detail.s3ObjectDetails.objectKey",
    });
    signals.hear("scans-fail", {
      when: "GuardDuty could not look at an upload, which nobody can read therefore",
      runbook: "uploads",
      pattern: scanResults(files, ["FAILED", "ACCESS_DENIED"]),
      field: "$.detail.s3ObjectDetails.objectKey",
    });
    signals.hear("verdicts-lost", {
      when: "GuardDuty could not write its verdict on an upload, which nobody can read therefore",
      runbook: "uploads",
      pattern: {
        source: ["aws.guardduty"],
        detailType: [scanEvents.failedTag],
        detail: { s3ObjectDetails: { bucketName: [files] } },
      },
      field: "$.detail.s3ObjectDetails.objectKey",
    });
    signals.hear("aws-health", {
      when: "AWS reports a fault of its own in this region",
      runbook: "region",
      pattern: {
        source: ["aws.health"],
        detailType: ["AWS Health Event"],
        detail: { service: servicesUsed, eventTypeCategory: ["issue", "investigation"] },
      },
      field: "$.detail.eventTypeCode",
    });
  }
}

/** What the product stands on, in the words of AWS Health. */
const servicesUsed = [
  "APIGATEWAY",
  "CLOUDFRONT",
  "CLOUDWATCH",
  "COGNITO",
  "DYNAMODB",
  "EVENTS",
  "GUARDDUTY",
  "IAM",
  "KMS",
  "LAMBDA",
  "ROUTE53",
  "S3",
  "SECRETSMANAGER",
  "SES",
  "SNS",
  "SQS",
  "STS",
  "WAF",
];

/** Of how many a share says something: a handful of strangers is no fault. */
const CALLS_JUDGED = 50;
/** A share in percent, 0 of a few calls. */
const shareOf = (some: IMetric, all: IMetric) =>
  new MathExpression({
    expression: `IF(calls >= ${CALLS_JUDGED}, 100 * some / calls, 0)`,
    usingMetrics: { some, calls: all },
    period: five,
  });

/** A metric over all functions of the account. */
export const lambda = (metricName: string) =>
  new Metric({
    namespace: "AWS/Lambda",
    metricName,
    period: five,
    statistic: metricName.startsWith("Conc") ? "Maximum" : "Sum",
  });

/** Somebody who has just earned a certificate looks at its page: what is not signed by then is late. */
const waitingMinutes = (purpose: Purpose): number => (purpose === "signatures" ? 5 : 15);

const ownRunbook = (purpose: Purpose): Runbook | undefined =>
  purpose === "mail" || purpose === "exports" || purpose === "badges" || purpose === "signatures" ? purpose : undefined;
