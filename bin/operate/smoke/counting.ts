import { CloudWatchClient, GetMetricStatisticsCommand } from "@aws-sdk/client-cloudwatch";
import { metricNameOf, metricsNamespaceOf } from "../../../lib/alarms/metric-names.ts";
import { absentLocally, type Step } from "./step.ts";

const message = "authn_login_fail";

/** Stands late among the steps, for CloudWatch takes a minute or two, and most of them are over by then. */
export const count: Step = {
  name: "count",
  proves: "CloudWatch counts the log line of a wrong password, as alarms and dashboards want it",
  otherwise: `the saved query sign-ins: without the line ${message} the function's log group or its rights, with it the metric filters of lib/alarms/log-metrics.ts`,
  absent: ({ refusedAt }) =>
    absentLocally("CLOUDWATCH", "counts no log lines") ??
    (refusedAt === undefined ? "no wrong password was refused" : undefined),
  async look({ stage, region, refusedAt, wait }) {
    const client = new CloudWatchClient({ region });
    const asked = {
      Namespace: metricsNamespaceOf(stage),
      MetricName: metricNameOf(message),
      StartTime: new Date(refusedAt!), // of which CloudWatch takes the whole minute
      Period: 60,
      Statistics: ["Sum" as const],
    };
    const isCounted = async () => {
      const EndTime = new Date(Date.now() + 60_000);
      const { Datapoints = [] } = await client.send(new GetMetricStatisticsCommand({ ...asked, EndTime }));
      return Datapoints.some(({ Sum = 0 }) => Sum >= 1) || undefined;
    };
    await wait(`${asked.MetricName} of ${asked.Namespace}`, 180, isCounted, refusedAt);
  },
};
