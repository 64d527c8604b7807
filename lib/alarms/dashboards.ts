import { Stack } from "aws-cdk-lib";
import {
  Dashboard,
  GraphWidget,
  type IMetric,
  type IWidget,
  Metric,
  PeriodOverride,
  TextWidget,
} from "aws-cdk-lib/aws-cloudwatch";
import { Construct } from "constructs";
import { type Purpose, purposes } from "../../shared/platform/environment.ts";
import type { BackgroundName } from "../background.ts";
import { globalName, namesIn } from "../names.ts";
import { firewallMetric } from "../portal/firewall.ts";
import type { CountedMessage } from "./log-metrics.ts";
import { five, kept, lambda } from "./metrics.ts";
import { runbookLink } from "./signals.ts";
import type { Watched } from "./watched.ts";

/** What operators look at in the console: a page whose parts are the whole product, money, mail, exports and badges. */
export class Dashboards extends Construct {
  private readonly watched: Watched;

  constructor(scope: Construct, id: string, watched: Watched) {
    super(scope, id);
    this.watched = watched;
    const mail = this.queueOf("mail", "Mail", [
      this.graph("Bounces and complaints", [this.ses("Reputation.BounceRate"), this.ses("Reputation.ComplaintRate")]),
      this.graph("Handed to the mail server", [this.ses("Send", "Sum"), this.ses("Delivery", "Sum")]),
      this.graph("Put off or failed", this.counted("event_waits", "event_retried", "event_failed")),
    ]);
    const exports = this.queueOf("exports", "Exports", [
      this.graph("Failed", this.counted("export_failed")),
      this.graph("Time taken", [this.worker("platform/write-exports", "Duration", "Maximum")]),
      this.graph("Errors", [
        this.worker("platform/write-exports", "Errors"),
        this.worker("organization/start-monthly-exports", "Errors"),
      ]),
    ]);
    const badges = this.queueOf("badges", "Badge service", [
      this.graph("The badge service does not answer", this.counted("circuit_opened", "outside_unavailable")),
      this.graph("Badges not made", this.counted("badge_not_made")),
      this.graph("Time taken", [this.worker("platform/award-badges", "Duration", "Maximum")]),
    ]);
    new Dashboard(this, "general", {
      dashboardName: globalName(watched.settings, ""),
      periodOverride: PeriodOverride.AUTO,
      widgets: [...this.general(), ...this.money(), ...mail, ...exports, ...badges],
    });
  }

  private general(): IWidget[][] {
    const { settings, stage, jobs, storage } = this.watched;
    return this.part("The whole product", [
      [
        this.graph("Calls", [kept((props) => stage.metricCount(props), "Sum")]),
        this.graph("Refused and failed", [
          kept((props) => stage.metricClientError(props), "Sum"),
          kept((props) => stage.metricServerError(props), "Sum"),
        ]),
        this.graph(
          "Latency",
          ["p50", "p95", "p99"].map((each) => kept((props) => stage.metricLatency(props), each)),
        ),
      ],
      [
        this.graph(
          "Messages waiting",
          purposes.map((each) => jobs.queues[each].metricApproximateNumberOfMessagesVisible()),
        ),
        this.graph(
          "Messages given up",
          jobs.deadLetters.map((each) => each.metricApproximateNumberOfMessagesVisible()),
        ),
        this.graph("Unforeseen", this.counted("unforeseen")),
      ],
      [
        this.graph("Table units", [
          storage.table.metricConsumedReadCapacityUnits(),
          storage.table.metricConsumedWriteCapacityUnits(),
        ]),
        this.graph("Sign-ins and permissions", this.counted("authn_login_fail", "authz_fail")),
        this.graph("Functions", ["Errors", "Throttles", "ConcurrentExecutions"].map(lambda)),
      ],
      [
        this.graph("Refused by the firewall", [firewallMetric(settings, "BlockedRequests")]),
        this.graph("Let through to the API, and refused elsewhere", [
          firewallMetric(settings, "CountedRequests", "typed-to-the-api"),
          firewallMetric(settings, "BlockedRequests", "typed-elsewhere"),
        ]),
      ],
    ]);
  }

  private money(): IWidget[][] {
    const { exports } = namesIn(this, this.watched.settings.stage);
    const payouts = `https://s3.console.aws.amazon.com/s3/buckets/${exports}?region=${Stack.of(this).region}&prefix=payouts/`;
    const calls = ["charge", "read-card-secret", "stripe-webhook", "paypal-webhook", "refund"];
    return this.part(
      "Money",
      [
        [
          this.graph(
            "Ought to stay at zero",
            this.counted("payment_mismatch", "payment_duplicate", "ledger_imbalance"),
          ),
          this.graph("Webhooks with a bad signature", this.counted("webhook_bad_signature")),
          this.graph("Reconciliations (one in ten minutes)", this.counted("payments_reconciled")),
        ],
        [
          this.graph(
            "Calls about money",
            calls.map((each) => this.function(`payment-${each}`, "Invocations")),
          ),
          this.graph(
            "Their errors",
            calls.map((each) => this.function(`payment-${each}`, "Errors")),
          ),
          this.graph("Providers that do not answer", this.counted("circuit_opened", "outside_unavailable")),
        ],
      ],
      ` · files of payouts: [${exports}](${payouts})`,
    );
  }

  /** A part about one queue: how long it is, how old, what was given up, and its worker's own graphs. */
  private queueOf(purpose: Purpose, title: string, own: IWidget[]): IWidget[][] {
    const { jobs } = this.watched;
    const queue = jobs.queues[purpose];
    const dead = jobs.deadLetters.filter(({ node }) => node.id === `${purpose}-dead`);
    return this.part(title, [
      [
        this.graph("Waiting", [queue.metricApproximateNumberOfMessagesVisible()]),
        this.graph("Age of the oldest, in seconds", [queue.metricApproximateAgeOfOldestMessage()]),
        this.graph(
          "Given up",
          dead.map((each) => each.metricApproximateNumberOfMessagesVisible()),
        ),
      ],
      own,
    ]);
  }

  private part(title: string, rows: IWidget[][], more = ""): IWidget[][] {
    const { settings } = this.watched;
    const markdown = `# ${title} (${settings.stage})\nWhat to do: ${runbookLink(settings, "README")} · saved queries: Logs Insights, \`laurel-${settings.stage}/…\`${more}`;
    return [[new TextWidget({ markdown, width: 24, height: 2 })], ...rows];
  }

  private graph(title: string, left: IMetric[]): GraphWidget {
    return new GraphWidget({ title, left, width: 8, height: 6, region: Stack.of(this).region });
  }

  private counted(...messages: CountedMessage[]): Metric[] {
    return messages.map((message) => this.watched.logMetrics.of(message));
  }

  private worker(name: BackgroundName, metricName: string, statistic = "Sum"): Metric {
    return this.function(name.replace("/", "-"), metricName, statistic);
  }

  private function(name: string, metricName: string, statistic = "Sum"): Metric {
    const FunctionName = `laurel-${this.watched.settings.stage}-${name}`;
    return new Metric({
      namespace: "AWS/Lambda",
      metricName,
      dimensionsMap: { FunctionName },
      label: name,
      period: five,
      statistic,
    });
  }

  private ses(metricName: string, statistic = "Average"): Metric {
    return new Metric({ namespace: "AWS/SES", metricName, period: five, statistic });
  }
}
