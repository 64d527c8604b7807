import { readAssembly } from "../../bin/local/cloud/assembly.ts";
import { localNaming } from "../../bin/local/cloud/naming.ts";
import { synthesizedApp } from "../../bin/local/prepare.ts";

/** What an alarm looks at, or counts with. */
interface MetricProperties {
  readonly Id: string;
  readonly Expression?: string;
  readonly MetricStat?: { readonly Metric: Looked; readonly Period: number; readonly Stat: string };
}
interface Looked {
  readonly Namespace: string;
  readonly MetricName: string;
  readonly Dimensions?: readonly { readonly Value: string }[];
}
/** An alarm as the template has it: of one metric, or of an expression of several. */
export interface AlarmProperties extends Partial<Looked> {
  readonly AlarmName: string;
  readonly AlarmDescription: string;
  readonly Metrics?: readonly MetricProperties[];
  readonly Period?: number;
  readonly EvaluationPeriods: number;
  readonly Statistic?: string;
  readonly ExtendedStatistic?: string;
  readonly EvaluateLowSampleCountPercentile?: "ignore" | "evaluate";
  readonly Threshold: number;
  readonly ComparisonOperator: string;
  readonly TreatMissingData?: "notBreaching" | "breaching" | "ignore" | "missing";
  readonly AlarmActions?: readonly unknown[];
  readonly OKActions?: readonly unknown[];
  readonly InsufficientDataActions?: readonly unknown[];
}
/** What a log line counts for. */
export interface FilterProperties {
  readonly FilterPattern: string;
  readonly MetricTransformations: readonly { readonly MetricNamespace: string; readonly MetricName: string }[];
}
/** A value that a metric was given, in which second from the beginning; of every dimension unless said. */
export interface Sample {
  readonly namespace: string;
  readonly metricName: string;
  readonly dimension?: string;
  readonly second: number;
  readonly value: number;
}

/** What GetMetricStatistics is asked. */
export interface StatisticsAsked {
  readonly Namespace: string;
  readonly MetricName: string;
  readonly StartTime: number;
  readonly EndTime: number;
  readonly Period: number;
  readonly Statistics: readonly string[];
}

/** The properties of the template's resources of a type, as the local cloud reads them. */
export async function propertiesOf<Properties>(type: string): Promise<Properties[]> {
  const nowhere = { queuesUrl: "", filesOrigin: "", portalOrigin: "" };
  return readAssembly(await synthesizedApp(), localNaming(nowhere))
    .filter((each) => each.type === type)
    .map(({ properties }) => properties as unknown as Properties);
}

/** Which of the alarms tell the operators of a fault at some time until then: until the last sample unless said. */
export const ringing = (
  alarms: readonly AlarmProperties[],
  samples: readonly Sample[],
  untilSecond = Math.max(0, ...samples.map(({ second }) => second)) + 1,
): string[] =>
  alarms
    .filter((alarm) => {
      const periods = Math.ceil(untilSecond / periodOf(alarm));
      return toldOf(alarm, samples, periods).some((state) => state !== "OK");
    })
    .map(({ AlarmName }) => AlarmName);

/** What an alarm says of itself. */
export type AlarmState = "ALARM" | "OK" | "INSUFFICIENT_DATA";

/**
 * The states that an alarm tells the operators, in their order, by CloudWatch's own rules: a statistic a period, as many
 * periods in a row as it asks for, what is missing as it says, and a percentile of few samples only where it does not ignore
 * it. It begins without data, which is no change and tells nobody.
 */
export function toldOf(alarm: AlarmProperties, samples: readonly Sample[], periods: number): AlarmState[] {
  const told: AlarmState[] = [];
  let state: AlarmState = "INSUFFICIENT_DATA";
  const seen: (boolean | undefined)[] = [];
  for (let period = 0; period < periods; period++) {
    const next = stateAfter(period);
    const actions = { ALARM: "AlarmActions", OK: "OKActions", INSUFFICIENT_DATA: "InsufficientDataActions" } as const;
    if (next !== state && alarm[actions[next]]?.length) told.push(next);
    state = next;
  }
  return told;

  function stateAfter(period: number): AlarmState {
    const value = valueIn(alarm, samples, period);
    if (value === "few") return state;
    if (value === undefined && isMissingIgnored(alarm)) return state;
    const missing = { breaching: true, notBreaching: false }[alarm.TreatMissingData as string];
    seen.push(value === undefined ? missing : isBreach(alarm, value));
    const range = seen.slice(-alarm.EvaluationPeriods);
    const known = range.filter((each) => each !== undefined);
    if (known.length === 0) return range.length < alarm.EvaluationPeriods ? state : "INSUFFICIENT_DATA";
    return range.length === alarm.EvaluationPeriods && known.every(Boolean) ? "ALARM" : "OK";
  }
}

/** PutMetricAlarm: of metrics of DynamoDB what is missing is ignored, whatever the alarm asks for. */
const isMissingIgnored = ({ Namespace, TreatMissingData }: AlarmProperties): boolean =>
  TreatMissingData === "ignore" || Namespace === "AWS/DynamoDB";

function isBreach({ AlarmName, ComparisonOperator, Threshold }: AlarmProperties, value: number): boolean {
  if (ComparisonOperator === "GreaterThanOrEqualToThreshold") return value >= Threshold;
  if (ComparisonOperator === "LessThanThreshold") return value < Threshold;
  throw new Error(`${AlarmName}: ${ComparisonOperator} is not known here.`);
}

/** The seconds of an alarm's period. */
export const periodOf = ({ Period, Metrics = [] }: AlarmProperties): number =>
  Period ?? Metrics.find(({ MetricStat }) => MetricStat)!.MetricStat!.Period;

/** What an alarm sees in a period: nothing where nothing came, and `few` where that is too little to say. */
export function valueIn(
  alarm: AlarmProperties,
  samples: readonly Sample[],
  period: number,
): number | "few" | undefined {
  const seconds = periodOf(alarm);
  const valuesOf = (looked: Looked) =>
    samples
      .filter((sample) => Math.floor(sample.second / seconds) === period && isOf(sample, looked))
      .map(({ value }) => value);
  if (alarm.Metrics === undefined) {
    const values = valuesOf(alarm as Looked);
    return isTooFew(alarm, values.length)
      ? "few"
      : statisticOf(alarm.ExtendedStatistic ?? alarm.Statistic ?? "", values);
  }
  const known: Record<string, number | undefined> = {};
  for (const { Id, MetricStat } of alarm.Metrics)
    if (MetricStat) known[Id] = statisticOf(MetricStat.Stat, valuesOf(MetricStat.Metric));
  const [{ Expression } = { Expression: undefined }, ...others] = alarm.Metrics.filter((each) => each.Expression);
  if (Expression === undefined || others.length > 0) throw new Error(`${alarm.AlarmName} has not one expression.`);
  return resultOf(Expression, known);
}

const isOf = ({ namespace, metricName, dimension }: Sample, { Namespace, MetricName, Dimensions = [] }: Looked) =>
  namespace === Namespace &&
  metricName === MetricName &&
  (dimension === undefined || Dimensions.some(({ Value }) => Value === dimension));

const shareOf = (percentile: string): number => Number(percentile.slice(1)) / 100;

/** A percentile above the middle says something from 10 / (1 - percentile) samples on. */
const isTooFew = ({ EvaluateLowSampleCountPercentile, ExtendedStatistic = "p0" }: AlarmProperties, count: number) =>
  EvaluateLowSampleCountPercentile === "ignore" && count < Math.round(10 / (1 - shareOf(ExtendedStatistic)));

function statisticOf(statistic: string, values: readonly number[]): number | undefined {
  if (values.length === 0) return undefined;
  if (statistic === "Sum") return values.reduce((sum, each) => sum + each, 0);
  if (statistic === "Maximum") return Math.max(...values);
  if (statistic === "Average") return values.reduce((sum, each) => sum + each, 0) / values.length;
  if (!/^p\d+$/.test(statistic)) throw new Error(`The statistic ${statistic} is not known here.`);
  return values.toSorted((one, other) => one - other)[Math.ceil(values.length * shareOf(statistic)) - 1]!;
}

const operators: Readonly<Record<string, (one: number, other: number) => number>> = {
  "+": (one, other) => one + other,
  "-": (one, other) => one - other,
  "*": (one, other) => one * other,
  "/": (one, other) => one / other,
  ">=": (one, other) => Number(one >= other),
  "<": (one, other) => Number(one < other),
};
const ranks = [
  [">=", "<"],
  ["+", "-"],
  ["*", "/"],
] as const;

/** Metric math, as much of it as the template has. What is counted with something missing is missing. */
export function resultOf(expression: string, known: Readonly<Record<string, number | undefined>>): number | undefined {
  const words = expression.match(/\w+|>=|[-+*/<(),]/g) ?? [];
  const next = () => words[0];
  const take = (wanted: string) => {
    const word = words.shift();
    if (word !== wanted) throw new Error(`${expression}: ${wanted} is not where it is expected, but ${word}.`);
  };
  function ranked(rank: number): number | undefined {
    if (rank === ranks.length) return single();
    let left = ranked(rank + 1);
    while ((ranks[rank] as readonly string[]).includes(next()!)) {
      const operator = operators[words.shift()!]!;
      const right = ranked(rank + 1);
      left = left === undefined || right === undefined ? undefined : operator(left, right);
    }
    return left;
  }
  function single(): number | undefined {
    const word = words.shift()!;
    if (word === "(") {
      const inner = ranked(0);
      take(")");
      return inner;
    }
    if (/^\d+$/.test(word)) return Number(word);
    if (next() !== "(") {
      if (!(word in known)) throw new Error(`${expression}: there is no ${word}.`);
      return known[word];
    }
    const given: (number | undefined)[] = [];
    while (next() !== ")") {
      words.shift(); // the bracket, or the comma between two
      given.push(ranked(0));
    }
    take(")");
    const [first, second, third] = given;
    if (word === "FILL") return first ?? second;
    if (word === "IF") return first === undefined ? undefined : first === 0 ? third : second;
    throw new Error(`${expression}: ${word} is not known here.`);
  }
  const result = ranked(0);
  if (words.length > 0) throw new Error(`${expression}: ${words[0]} is left over.`);
  return result;
}

/** What GetMetricStatistics answers about a metric without dimensions, with times in epoch seconds. */
export function datapointsOf(
  { Namespace, MetricName, StartTime, EndTime, Period, Statistics }: StatisticsAsked,
  samples: readonly Sample[],
): Record<string, number>[] {
  const beginning = Math.floor(StartTime / 60) * 60;
  const ofMetric = samples.filter((sample) => isOf(sample, { Namespace, MetricName }) && sample.second >= beginning);
  const periods = Map.groupBy(ofMetric, ({ second }) => Math.floor(second / Period) * Period);
  return [...periods]
    .filter(([Timestamp]) => Timestamp < EndTime)
    .map(([Timestamp, within]) => {
      const values = within.map(({ value }) => value);
      return { Timestamp, ...Object.fromEntries(Statistics.map((name) => [name, statisticOf(name, values)!])) };
    });
}

/** What log lines count for by the template's filters. */
export function logSamples(filters: readonly FilterProperties[], lines: readonly string[], second: number): Sample[] {
  const written = lines.filter((line) => line.startsWith("{")).map((line) => JSON.parse(line));
  const counted = new Map(
    filters.map(({ FilterPattern, MetricTransformations }) => {
      const each = { FilterPattern, MetricTransformations };
      return [JSON.stringify(each), each]; // there is a filter for each group
    }),
  );
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
    const fieldOf = (line: unknown) =>
      path!.split(".").reduce((within, name) => (within as Record<string, unknown> | undefined)?.[name], line);
    const fits = (field: unknown) =>
      value!.endsWith("*") ? String(field ?? "").startsWith(value!.slice(0, -1)) : field === value;
    return (line: unknown) => fits(fieldOf(line)) === (operator === "=");
  });
  return (line) => terms.every((holds) => holds(line));
}
