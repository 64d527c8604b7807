import { readAssembly } from "../../bin/local/cloud/assembly.ts";
import { localNaming } from "../../bin/local/cloud/naming.ts";
import { synthesizedApp } from "../../bin/local/prepare.ts";

/** An alarm as the template has it. */
export interface AlarmProperties {
  readonly AlarmName: string;
  readonly AlarmDescription: string;
  readonly Namespace: string;
  readonly MetricName: string;
  readonly Dimensions?: readonly { readonly Value: string }[];
  readonly Period: number;
  readonly EvaluationPeriods: number;
  readonly Statistic?: string;
  readonly ExtendedStatistic?: string;
  readonly EvaluateLowSampleCountPercentile?: "ignore" | "evaluate";
  readonly Threshold: number;
}
/** What a log line counts for. */
export interface FilterProperties {
  readonly FilterPattern: string;
  readonly MetricTransformations: readonly { readonly MetricNamespace: string; readonly MetricName: string }[];
}
/** A value that a metric was given, in which second from the beginning. */
export interface Sample {
  readonly namespace: string;
  readonly metricName: string;
  readonly second: number;
  readonly value: number;
}

/** The properties of the template's resources of a type, as the local cloud reads them. */
export async function propertiesOf<Properties>(type: string): Promise<Properties[]> {
  const nowhere = { queuesUrl: "", filesOrigin: "", portalOrigin: "" };
  return readAssembly(await synthesizedApp(), localNaming(nowhere))
    .filter((each) => each.type === type)
    .map(({ properties }) => properties as unknown as Properties);
}

/**
 * Which of the alarms ring at some time, by CloudWatch's own rules: a statistic a period, as many periods in a row as the
 * alarm asks for, none where nothing came, and a percentile of few samples only where the alarm does not ignore it.
 */
export const ringing = (alarms: readonly AlarmProperties[], samples: readonly Sample[]): string[] =>
  alarms.filter((alarm) => rings(alarm, samples)).map(({ AlarmName }) => AlarmName);

function rings(alarm: AlarmProperties, samples: readonly Sample[]): boolean {
  const own = samples.filter(
    ({ namespace, metricName }) => namespace === alarm.Namespace && metricName === alarm.MetricName,
  );
  const periods = Map.groupBy(own, ({ second }) => Math.floor(second / alarm.Period));
  let breaching = 0;
  for (let period = 0; period <= Math.max(0, ...periods.keys()); period++) {
    const values = periods.get(period)?.map(({ value }) => value) ?? [];
    if (isTooFew(alarm, values.length)) continue; // the alarm stays as it was
    breaching = values.length > 0 && statisticOf(alarm, values) >= alarm.Threshold ? breaching + 1 : 0;
    if (breaching >= alarm.EvaluationPeriods) return true;
  }
  return false;
}

const shareOf = ({ ExtendedStatistic = "p0" }: AlarmProperties): number => Number(ExtendedStatistic.slice(1)) / 100;

/** A percentile above the middle says something from 10 / (1 - percentile) samples on. */
const isTooFew = (alarm: AlarmProperties, count: number): boolean =>
  alarm.EvaluateLowSampleCountPercentile === "ignore" && count < Math.round(10 / (1 - shareOf(alarm)));

function statisticOf(alarm: AlarmProperties, values: readonly number[]): number {
  if (alarm.Statistic === "Sum") return values.reduce((sum, each) => sum + each, 0);
  if (alarm.ExtendedStatistic === undefined)
    throw new Error(`${alarm.AlarmName}: ${alarm.Statistic} is not known here.`);
  return values.toSorted((one, other) => one - other)[Math.ceil(values.length * shareOf(alarm)) - 1]!;
}

/** What log lines count for by the template's filters. */
export function logSamples(filters: readonly FilterProperties[], lines: readonly string[], second: number): Sample[] {
  const written = lines.filter((line) => line.startsWith("{")).map((line) => JSON.parse(line));
  const counted = new Map(filters.map((each) => [JSON.stringify(each.MetricTransformations), each])); // a group's filter each
  return [...counted.values()].flatMap(({ FilterPattern, MetricTransformations: [metric] }) =>
    written.filter(matcherOf(FilterPattern)).map(() => ({
      namespace: metric!.MetricNamespace,
      metricName: metric!.MetricName,
      second,
      value: 1,
    })),
  );
}

function matcherOf(pattern: string): (line: Record<string, unknown>) => boolean {
  const terms = [...pattern.matchAll(/\$\.([\w.]+) (!?=) "([^"]+)"/g)].map(([, path, operator, value]) => {
    const valueIn = (line: unknown) =>
      path!.split(".").reduce((within, name) => (within as Record<string, unknown> | undefined)?.[name], line);
    return (line: unknown) => (valueIn(line) === value) === (operator === "=");
  });
  return (line) => terms.every((holds) => holds(line));
}
