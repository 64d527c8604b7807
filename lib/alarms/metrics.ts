import { Duration } from "aws-cdk-lib";
import { type IMetric, MathExpression, Metric } from "aws-cdk-lib/aws-cloudwatch";

import type { CountedMessage, LogMetrics } from "./log-metrics.ts";
import type { Watch } from "./signals.ts";

/** The period of most metrics. */
export const five = Duration.minutes(5);

/** A metric over five minutes. */
export const kept = (metric: (props: { period: Duration; statistic: string }) => Metric, statistic: string) =>
  metric({ period: five, statistic });

/** Of how many a share says something: a handful of strangers is no fault. */
const CALLS_JUDGED = 50;

/** A share in percent, 0 of a few calls. */
export const shareOf = (some: IMetric, all: IMetric) =>
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

/** Watches a message of the logs. */
export const watchMessage = (
  logMetrics: LogMetrics,
  when: string,
  message: CountedMessage,
  atLeast: number,
): Watch => ({ when, metric: logMetrics.of(message), atLeast });
