import { Duration } from "aws-cdk-lib";
import { MathExpression } from "aws-cdk-lib/aws-cloudwatch";
import { Construct } from "constructs";
import { type Purpose, purposes } from "../../shared/platform/environment.ts";
import { hearAws } from "./aws-events.ts";
import { five, kept, lambda, shareOf } from "./metrics.ts";
import { moneyAlarms } from "./money.ts";
import { mailAlarms, peopleAlarms } from "./people.ts";
import { Signals, type Watch } from "./signals.ts";
import type { Watched } from "./watched.ts";

/** Rings when people are not served, each alarm naming its page of the runbooks. */
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
      ...peopleAlarms(watched),
      ...moneyAlarms(watched),
      ...mailAlarms(),
    })) {
      this.signals.ring(name, watch);
    }
    hearAws(this, this.signals, watched.settings.stage);
  }

  private ofApi(): Record<string, Watch> {
    const { stage } = this.watched;
    return {
      "api-errors": {
        when: "The API answers 5xx",
        metric: kept((props) => stage.metricServerError(props), "Sum"),
        atLeast: 5,
      },
      "api-latency": {
        when: "One call in twenty takes longer than 1.5 s",
        metric: kept((props) => stage.metricLatency(props), "p95"),
        atLeast: 1500,
        periods: 2,
      },
      "calls-refused": {
        when: "More than half of the calls are refused",
        metric: shareOf(
          kept((props) => stage.metricClientError(props), "Sum"),
          kept((props) => stage.metricCount(props), "Sum"),
        ),
        atLeast: 50,
        periods: 2,
      },
      "tokens-refused": {
        when: "People sign in, and no call of anybody's who has signed in comes through",
        metric: this.tokensInVain(),
        atLeast: 1,
      },
      "calls-throttled": {
        when: "The gateway turns calls away, for there are more than it lets through",
        metric: this.watched.logMetrics.throttled,
        atLeast: 20,
      },
      "portal-unwell": {
        when: "The portal or the API does not come through the distribution",
        metric: this.watched.logMetrics.of("portal_unwell"),
        atLeast: 1,
        periods: 2,
      },
      unforeseen: {
        when: "A function failed in a way nobody foresaw",
        metric: this.watched.logMetrics.of("unforeseen"),
        atLeast: 5,
      },
      "unforeseen-again": {
        when: "Functions failed again and again within an hour, each time in a way nobody foresaw",
        metric: this.watched.logMetrics.of("unforeseen", Duration.hours(1)),
        atLeast: 3,
      },
      "function-errors": {
        when: "Functions of this stage fail or time out",
        metric: this.watched.logMetrics.failedRuns,
        atLeast: 10,
      },
      "clock-fails": {
        when: "Something that was due could not be done, and is tried again at each run",
        metric: this.watched.logMetrics.of("scheduled_failed"),
        atLeast: 1,
      },
      "clock-behind": {
        when: "A run of the clock's work ended before all that was due was done",
        metric: this.watched.logMetrics.of("scheduled_behind", Duration.hours(1)),
        atLeast: 1,
      },
      "function-throttles": {
        when: "Functions of this account are throttled",
        metric: lambda("Throttles"),
        atLeast: 1,
      },
    };
  }

  /**
   * Says what no share of a few calls can: whoever has just signed in asks with the new token at once, so that all of them are
   * refused by the gateway or fail. Two sign-ins, for one may come just as a period ends.
   */
  private tokensInVain(): MathExpression {
    const period = Duration.minutes(15);
    const { given, taken } = this.watched.logMetrics.tokens(period);
    return new MathExpression({
      expression: "IF(FILL(given, 0) >= 2, FILL(taken, 0) < 1, 0)",
      usingMetrics: { given, taken },
      period,
    });
  }

  private ofJobs(): Record<string, Watch> {
    const { jobs } = this.watched;
    const dead = jobs.deadLetters.map((queue): [string, Watch] => [
      queue.node.id,
      {
        when: `A message was given up (${queue.node.id})`,
        metric: queue.metricApproximateNumberOfMessagesVisible({ period: five, statistic: "Maximum" }),
        atLeast: 1,
      },
    ]);
    const waiting = purposes.map((purpose): [string, Watch] => [
      `${purpose}-waiting`,
      {
        when: `A message of the queue ${purpose} waits for more than ${waitingMinutes(purpose)} minutes`,
        metric: jobs.queues[purpose].metricApproximateAgeOfOldestMessage({ period: five, statistic: "Maximum" }),
        atLeast: waitingMinutes(purpose) * 60,
      },
    ]);
    const changes = jobs.followers.map((follower): [string, Watch] => [
      follower === jobs.publisher ? "changes-waiting" : "archive-waiting",
      {
        when: `Committed changes wait for more than 15 minutes to be ${follower === jobs.publisher ? "published" : "archived"}`,
        metric: follower.metric("IteratorAge", { period: five, statistic: "Maximum" }),
        atLeast: 900_000,
      },
    ]);
    const late: Record<string, Watch> = {
      "events-late": {
        when: "What follows from changes waits for more than 15 minutes for a service that does not answer",
        metric: this.watched.logMetrics.of("event_late", Duration.minutes(15)),
        atLeast: 1,
      },
    };
    return { ...Object.fromEntries([...dead, ...waiting, ...changes]), ...late };
  }

  private ofData(): Record<string, Watch> {
    const { logMetrics } = this.watched;
    return {
      "status-list-late": {
        when: "A status list of certificates was last signed more than a day ago",
        metric: logMetrics.of("status_list_late", Duration.hours(1)),
        atLeast: 1,
      },
      "invariants-violated": {
        when: "The check of the table found items that contradict each other",
        metric: logMetrics.of("invariant_violated"),
        atLeast: 1,
      },
      "invariants-unchecked": {
        when: "The check of the table was not done for a day",
        metric: logMetrics.of("invariants_checked", Duration.days(1)),
        below: 1,
      },
    };
  }

  private ofTable(): Record<string, Watch> {
    const { table } = this.watched.storage;
    const watch = (when: string, metricName: string, atLeast: number): Watch => ({
      when,
      // An alarm on a metric of DynamoDB's own ignores what is missing, so that it would never be over: a zero is said.
      metric: new MathExpression({
        expression: "FILL(events, 0)",
        usingMetrics: { events: table.metric(metricName, { period: five, statistic: "Sum" }) },
        period: five,
      }),
      atLeast,
    });
    return {
      "table-reads-throttled": watch("Reads of the table are throttled", "ReadThrottleEvents", 1),
      "table-writes-throttled": watch("Writes of the table are throttled", "WriteThrottleEvents", 1),
      "table-conflicts": watch("Transactions meet on one item", "TransactionConflict", 50),
    };
  }
}

/** Somebody who has just earned a certificate looks at its page: what is not signed by then is late. */
const waitingMinutes = (purpose: Purpose): number => (purpose === "signatures" ? 5 : 15);
