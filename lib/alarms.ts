import { Duration } from "aws-cdk-lib";
import type { HttpStage } from "aws-cdk-lib/aws-apigatewayv2";
import {
  Alarm,
  ComparisonOperator,
  Dashboard,
  GraphWidget,
  type IMetric,
  Metric,
  PeriodOverride,
  TextWidget,
  TreatMissingData,
} from "aws-cdk-lib/aws-cloudwatch";
import { SnsAction } from "aws-cdk-lib/aws-cloudwatch-actions";
import { FilterPattern, type ILogGroup, MetricFilter, QueryDefinition, QueryString } from "aws-cdk-lib/aws-logs";
import { Topic } from "aws-cdk-lib/aws-sns";
import { EmailSubscription } from "aws-cdk-lib/aws-sns-subscriptions";
import { Construct } from "constructs";
import { purposes } from "../shared/platform/environment.ts";
import type { DomainStack } from "./domain.ts";
import type { Running } from "./function.ts";
import type { Identity } from "./identity.ts";
import type { Jobs } from "./jobs.ts";
import type { Settings } from "./settings.ts";
import type { Storage } from "./storage.ts";

/** What the alarms watch. */
export interface Watched {
  readonly settings: Settings;
  readonly storage: Storage;
  readonly identity: Identity;
  readonly stage: HttpStage;
  readonly jobs: Jobs;
  readonly domains: readonly DomainStack[];
  /** Of the functions that are not calls. */
  readonly running: Running;
}

/** A section of lib/runbooks.md. */
type Runbook =
  | "api"
  | "latency"
  | "dead-letters"
  | "queues"
  | "payments"
  | "table"
  | "functions"
  | "attack"
  | "sign-in"
  | "mail";

interface Watch {
  readonly when: string;
  readonly runbook: Runbook;
  readonly metric: IMetric;
  /** The alarm rings at this value and above. */
  readonly atLeast: number;
  /** How many periods in a row; one unless said. */
  readonly periods?: number;
}

const five = Duration.minutes(5);
const kept = (metric: (props: { period: Duration; statistic: string }) => Metric, statistic: string) =>
  metric({ period: five, statistic });

/** Rings when people are not served, each alarm naming its runbook; and the operators' dashboard. */
export class Alarms extends Construct {
  private readonly topic: Topic;
  private readonly watched: Watched;
  private readonly namespace: string;

  constructor(scope: Construct, id: string, watched: Watched) {
    super(scope, id);
    this.watched = watched;
    this.namespace = `Laurel/${watched.settings.stage}`;
    this.topic = new Topic(this, "Topic", { displayName: `Laurel ${watched.settings.stage} alarms`, enforceSSL: true });
    const { operatorsMail } = watched.settings;
    if (operatorsMail) this.topic.addSubscription(new EmailSubscription(operatorsMail));
    for (const [name, watch] of Object.entries({
      ...this.ofApi(),
      ...this.ofJobs(),
      ...this.ofTable(),
      ...this.ofPeople(),
      ...this.ofMail(),
    })) {
      this.ring(name, watch);
    }
    this.board();
    this.queries();
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
      unforeseen: {
        when: "A function failed in a way nobody foresaw",
        runbook: "api",
        metric: this.counted("unforeseen", this.allLogs()),
        atLeast: 5,
      },
      "function-errors": {
        when: "Functions of this account fail or time out",
        runbook: "functions",
        metric: lambda("Errors"),
        atLeast: 10,
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
        runbook: "dead-letters",
        metric: queue.metricApproximateNumberOfMessagesVisible({ period: five, statistic: "Maximum" }),
        atLeast: 1,
      },
    ]);
    const waiting = purposes.map((purpose): [string, Watch] => [
      `${purpose}-waiting`,
      {
        when: `A message of the queue ${purpose} waits for more than 15 minutes`,
        runbook: purpose === "mail" ? "mail" : "queues",
        metric: jobs.queues[purpose].metricApproximateAgeOfOldestMessage({ period: five, statistic: "Maximum" }),
        atLeast: 900,
      },
    ]);
    const changes: Record<string, Watch> = jobs.announcer
      ? {
          "changes-waiting": {
            when: "Committed changes wait for more than 15 minutes to be announced",
            runbook: "queues",
            metric: jobs.announcer.metric("IteratorAge", { period: five, statistic: "Maximum" }),
            atLeast: 900_000,
          },
        }
      : {};
    return { ...Object.fromEntries([...dead, ...waiting]), ...changes };
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

  private ofPeople(): Record<string, Watch> {
    const { identity } = this.watched;
    const watch = (when: string, message: string, groups: readonly ILogGroup[], runbook: Runbook, atLeast: number) => ({
      when,
      runbook,
      metric: this.counted(message, groups),
      atLeast,
    });
    const logs = this.allLogs();
    return {
      "refused-often": watch("Calls are refused for lack of permission", "authz_fail", logs, "attack", 50),
      "sign-ins-failing": watch("Sign-ins fail", "authn_login_fail", logs, "attack", 100),
      "webhooks-forged": watch("Webhooks arrive with a bad signature", "webhook_bad_signature", logs, "payments", 5),
      "payments-differ": watch("A payment differs from what was asked", "payment_mismatch", logs, "payments", 1),
      "sign-ins-throttled": {
        when: "Cognito throttles sign-ins",
        runbook: "sign-in",
        metric: new Metric({
          namespace: "AWS/Cognito",
          metricName: "SignInThrottles",
          dimensionsMap: { UserPool: identity.pool.userPoolId, UserPoolClient: identity.client.userPoolClientId },
          period: five,
          statistic: "Sum",
        }),
        atLeast: 1,
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

  private ring(name: string, { when, runbook, metric, atLeast, periods = 1 }: Watch): void {
    const alarm = new Alarm(this, name, {
      alarmName: `laurel-${this.watched.settings.stage}-${name}`,
      alarmDescription: `${when}. Runbook: lib/runbooks.md#${runbook}`,
      metric,
      threshold: atLeast,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      evaluationPeriods: periods,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    });
    alarm.addAlarmAction(new SnsAction(this.topic));
  }

  private allLogs(): ILogGroup[] {
    return [...this.watched.domains.map(({ logGroup }) => logGroup), this.watched.running.logGroup];
  }

  /** Counts the log lines with this message over several log groups. */
  private counted(message: string, groups: readonly ILogGroup[]): Metric {
    const metricName = message.replaceAll("_", "-");
    for (const [position, logGroup] of groups.entries()) {
      new MetricFilter(this, `${metricName}-${position}`, {
        logGroup,
        metricNamespace: this.namespace,
        metricName,
        filterPattern: FilterPattern.stringValue("$.message", "=", message),
        metricValue: "1",
      });
    }
    return new Metric({ namespace: this.namespace, metricName, period: five, statistic: "Sum" });
  }

  private board(): void {
    const { settings, stage, jobs, storage } = this.watched;
    const graph = (title: string, left: IMetric[]) => new GraphWidget({ title, left, width: 8, height: 6 });
    const own = (...names: string[]) =>
      names.map((metricName) => new Metric({ namespace: this.namespace, metricName, period: five, statistic: "Sum" }));
    new Dashboard(this, "Dashboard", {
      dashboardName: `laurel-${settings.stage}`,
      periodOverride: PeriodOverride.AUTO,
      widgets: [
        [new TextWidget({ markdown: `# Laurel ${settings.stage}\nWhat to do: lib/runbooks.md`, width: 24, height: 2 })],
        [
          graph("Calls", [kept((props) => stage.metricCount(props), "Sum")]),
          graph("Refused and failed", [
            kept((props) => stage.metricClientError(props), "Sum"),
            kept((props) => stage.metricServerError(props), "Sum"),
          ]),
          graph(
            "Latency",
            ["p50", "p95", "p99"].map((each) => kept((props) => stage.metricLatency(props), each)),
          ),
        ],
        [
          graph(
            "Messages waiting",
            purposes.map((each) => jobs.queues[each].metricApproximateNumberOfMessagesVisible()),
          ),
          graph(
            "Messages given up",
            jobs.deadLetters.map((each) => each.metricApproximateNumberOfMessagesVisible()),
          ),
          graph("Unforeseen", own("unforeseen")),
        ],
        [
          graph("Table units", [
            storage.table.metricConsumedReadCapacityUnits(),
            storage.table.metricConsumedWriteCapacityUnits(),
          ]),
          graph("Sign-ins and permissions", own("authn-login-fail", "authz-fail")),
          graph("Functions", ["Errors", "Throttles", "ConcurrentExecutions"].map(lambda)),
        ],
      ],
    });
  }

  private queries(): void {
    const { settings } = this.watched;
    const save = (name: string, query: ConstructorParameters<typeof QueryString>[0]) =>
      new QueryDefinition(this, `query-${name}`, {
        queryDefinitionName: `laurel-${settings.stage}/${name}`,
        queryString: new QueryString(query),
        logGroups: this.allLogs(),
      });
    save("unforeseen", {
      fields: ["@timestamp", "call", "requestId", "error"],
      filterStatements: ['message = "unforeseen"'],
      sort: "@timestamp desc",
      limit: 100,
    });
    save("refusals-by-call", {
      fields: ["call", "code"],
      filterStatements: ['message = "authz_fail"'],
      statsStatements: ["count(*) as refusals by call, code"],
      sort: "refusals desc",
    });
  }
}

const lambda = (metricName: string) =>
  new Metric({
    namespace: "AWS/Lambda",
    metricName,
    period: five,
    statistic: metricName.startsWith("Conc") ? "Maximum" : "Sum",
  });
