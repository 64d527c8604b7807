import { partCountOf } from "../../shared/file/rules.ts";
import type { CountedTemplate } from "./quotas.ts";

/** One line of a bill: so many units at a price in US dollars. */
export interface Cost {
  readonly what: string;
  readonly units: number;
  readonly dollarsPerUnit: number;
}

/** What one learner's way from the sign-in to the certificate asks of AWS, their reviewer's part included. */
export interface JourneyUse {
  readonly calls: number;
  /** Runs of functions for calls and messages; the stream starts few, for it hands on many rows at once. */
  readonly runs: number;
  /** Units of the table: a transaction's step writes two. */
  readonly writeUnits: number;
  readonly readUnits: number;
  readonly messages: number;
  readonly mails: number;
}

/** The uploads that are scanned in the table of what that costs: how many, and how large each is. */
const scanned = { files: 1000, gigabytesEach: 5 / 1000 };

/** The list prices of us-east-1 in November 2026, without free tiers. */
const prices = {
  alarm: 0.1,
  metric: 0.3,
  dashboard: 3,
  key: 1,
  secret: 0.4,
  firewall: 5,
  firewallRule: 1,
  apiCall: 1 / 1e6,
  /** Of CloudFront, with its function. */
  edgeRequest: 1 / 1e6 + 0.1 / 1e6,
  functionRun: 0.2 / 1e6,
  /** Of arm64. */
  gigabyteSecond: 0.0000133334,
  writeUnit: 0.625 / 1e6,
  readUnit: 0.125 / 1e6,
  queueRequest: 0.4 / 1e6,
  schedulerRun: 1 / 1e6,
  mail: 0.1 / 1e3,
  /** Taken in by CloudWatch Logs. */
  logGigabyte: 0.5,
  firewallRequest: 0.6 / 1e6,
  /** Of GuardDuty, for an object it looks at, with the tag it writes; and for what it reads. */
  scannedObject: 0.215 / 1e3 + 0.005 / 1e3,
  scannedGigabyte: 0.09,
  /** Of S3: a request that writes or lists, and a gigabyte kept for a month. */
  writingRequest: 0.005 / 1e3,
  keptGigabyte: 0.023,
  /** Of the table, for a gigabyte and month: itself, its way back in time, a copy; and for one that is exported. */
  tableGigabyte: 0.25,
  recoverableGigabyte: 0.2,
  copiedGigabyte: 0.1,
  exportedGigabyte: 0.1,
  /** What leaves AWS, to whoever plays or downloads it. */
  sentGigabyte: 0.09,
  /** Of Cognito's plan Essentials, in a month in which they sign in. */
  person: 0.015,
};

const SECONDS_PER_MONTH = 30 * 24 * 3600;
/** Lambda asks a queue with five connections, each waiting for twenty seconds, whether there is anything or not. */
const POLLS_PER_QUEUE = 5 * (SECONDS_PER_MONTH / 20);
/** What a function takes and writes on the average, as measured: half a gigabyte for 40 ms, and a line of 350 bytes. */
const GIGABYTE_SECONDS_PER_RUN = 0.5 * 0.04;
const LOG_GIGABYTES_PER_RUN = 350 / 1e9;
/** A line in the access log, and one in the firewall's with the request's headers. */
const LOG_GIGABYTES_PER_CALL = (300 + 1800) / 1e9;

const unitSeconds: Readonly<Record<string, number>> = { minute: 60, hour: 3600, day: 86_400 };
/** How often a schedule starts in a month. */
export function runsPerMonth(expression: string): number {
  const [, count, unit] = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(expression) ?? [];
  if (count) return SECONDS_PER_MONTH / (Number(count) * unitSeconds[unit!]!);
  if (/^cron\(\d+ \d+ \? \* [A-Z]{3} \*\)$/.test(expression)) return 30 / 7;
  const [, hours, days] = /^cron\(\d+ ([\d,]+) (\*|[\d,]+) \* \? \*\)$/.exec(expression) ?? [];
  if (!hours || !days) throw new Error(`How often ${expression} starts is not known here.`);
  return hours.split(",").length * (days === "*" ? 30 : days.split(",").length);
}

/** A metric costs for the hours in which its line was written; with nobody there these are. */
const clockMetrics = ["payments-reconciled", "invariants-checked"];

const sumOfMetrics = (alarms: readonly { readonly Properties?: { readonly Metrics?: readonly object[] } }[]) =>
  alarms.reduce(
    (sum, { Properties }) =>
      sum + (Properties?.Metrics ?? [{ MetricStat: {} }]).filter((each) => "MetricStat" in each).length,
    0,
  );

/** What a stage costs in a month in which nobody comes: what is there, and the work of the clock. */
export function idleCosts(templates: readonly CountedTemplate[]): Cost[] {
  const of = (type: string) =>
    templates.flatMap(({ Resources }) => Object.values(Resources).filter(({ Type }) => Type === type));
  const count = (type: string) => of(type).length;
  const metrics = new Set(
    of("AWS::Logs::MetricFilter").map(({ Properties }) => Properties.MetricTransformations[0].MetricName),
  );
  const filled = clockMetrics.filter((name) => metrics.has(name)).length;
  const rules = of("AWS::WAFv2::WebACL").flatMap(({ Properties }) => Properties.Rules).length;
  const starts = of("AWS::Scheduler::Schedule").reduce(
    (sum, { Properties }) => sum + runsPerMonth(Properties.ScheduleExpression),
    0,
  );
  const polled = of("AWS::Lambda::EventSourceMapping").filter(({ Properties }) => !Properties.StartingPosition).length;
  return [
    { what: "the firewall", units: count("AWS::WAFv2::WebACL"), dollarsPerUnit: prices.firewall },
    { what: "its rules", units: rules, dollarsPerUnit: prices.firewallRule },
    { what: "dashboards", units: count("AWS::CloudWatch::Dashboard"), dollarsPerUnit: prices.dashboard },
    { what: "metrics that the clock fills", units: filled, dollarsPerUnit: prices.metric },
    {
      what: "alarms, by the metrics that they look at",
      units: sumOfMetrics(of("AWS::CloudWatch::Alarm")),
      dollarsPerUnit: prices.alarm,
    },
    { what: "keys", units: count("AWS::KMS::Key"), dollarsPerUnit: prices.key },
    { what: "secrets", units: count("AWS::SecretsManager::Secret"), dollarsPerUnit: prices.secret },
    { what: "asking queues for messages", units: polled * POLLS_PER_QUEUE, dollarsPerUnit: prices.queueRequest },
    { what: "what the clock starts", units: starts, dollarsPerUnit: prices.schedulerRun + runPrice },
  ];
}

/** What each gigabyte of the table costs a month as long as it is kept, whether anybody comes or not. */
export function keptCosts(templates: readonly CountedTemplate[]): Cost[] {
  const resources = templates.flatMap(({ Resources }) => Object.values(Resources));
  const [plan] = resources.filter(({ Type }) => Type === "AWS::Backup::BackupPlan");
  const copies = plan!.Properties.BackupPlan.BackupPlanRule.reduce(
    (
      sum: number,
      { ScheduleExpression, Lifecycle }: { ScheduleExpression: string; Lifecycle: { DeleteAfterDays: number } },
    ) => sum + (runsPerMonth(ScheduleExpression) * Lifecycle.DeleteAfterDays) / 30,
    0,
  );
  const exporting = resources.find(
    ({ Type, Properties }) =>
      Type === "AWS::Scheduler::Schedule" && JSON.stringify(Properties.Target).includes("exportTableToPointInTime"),
  );
  return [
    { what: "the table itself", units: 1, dollarsPerUnit: prices.tableGigabyte },
    { what: "the way back to any moment of 35 days", units: 1, dollarsPerUnit: prices.recoverableGigabyte },
    { what: "copies in the vault", units: copies, dollarsPerUnit: prices.copiedGigabyte },
    {
      what: "exports for the check",
      units: runsPerMonth(exporting!.Properties.ScheduleExpression),
      dollarsPerUnit: prices.exportedGigabyte,
    },
  ];
}

const runPrice =
  prices.functionRun + GIGABYTE_SECONDS_PER_RUN * prices.gigabyteSecond + LOG_GIGABYTES_PER_RUN * prices.logGigabyte;

/** What a thousand journeys themselves ask of AWS. */
export function journeyCosts(use: JourneyUse): Cost[] {
  return [
    {
      what: "calls at the edge, the firewall and the gateway, with their lines in the logs",
      units: 1000 * use.calls,
      dollarsPerUnit:
        prices.edgeRequest + prices.apiCall + prices.firewallRequest + LOG_GIGABYTES_PER_CALL * prices.logGigabyte,
    },
    { what: "runs of functions", units: 1000 * use.runs, dollarsPerUnit: runPrice },
    { what: "units written to the table", units: 1000 * use.writeUnits, dollarsPerUnit: prices.writeUnit },
    { what: "units read from the table", units: 1000 * use.readUnits, dollarsPerUnit: prices.readUnit },
    // sent, received, deleted
    { what: "requests to queues", units: 3000 * use.messages, dollarsPerUnit: prices.queueRequest },
  ];
}

/** What comes with a thousand journeys of as many people: the fee for each who signs in, and mails. */
export function peopleCosts({ mails }: JourneyUse): Cost[] {
  return [
    { what: "people who sign in (the first 10,000 a month are free)", units: 1000, dollarsPerUnit: prices.person },
    { what: "mails", units: 1000 * mails, dollarsPerUnit: prices.mail },
  ];
}

/** What scanning a thousand uploads for malware costs: nothing where a stage's setting turns it off. */
export function scanCosts(): Cost[] {
  return [
    { what: "objects that are scanned and tagged", units: scanned.files, dollarsPerUnit: prices.scannedObject },
    {
      what: "gigabytes of theirs, 5 MB each",
      units: scanned.files * scanned.gigabytesEach,
      dollarsPerUnit: prices.scannedGigabyte,
    },
  ];
}

/** How long a recording is kept in the table of what it costs, and how often a reviewer plays it. */
const recording = { gigabytes: 1, months: 12, plays: 1, copyMonths: 2 / 30 };
/** What its worker is taken to read a second with a gigabyte of memory: an assumption, not a measure. */
const GIGABYTES_READ_PER_SECOND = 0.05;

/** What a gigabyte of recordings costs that comes in parts, is read through, scanned, played once and kept for a year. */
export function recordingCosts(): Cost[] {
  const { gigabytes, months, plays, copyMonths } = recording;
  const parts = partCountOf(gigabytes * 1024 ** 3);
  return [
    { what: "parts, with what begins and joins them", units: parts + 2, dollarsPerUnit: prices.writingRequest },
    {
      what: "seconds of the worker that reads it through",
      units: gigabytes / GIGABYTES_READ_PER_SECOND,
      dollarsPerUnit: prices.gigabyteSecond,
    },
    { what: "gigabytes that are scanned", units: gigabytes, dollarsPerUnit: prices.scannedGigabyte },
    { what: "gigabytes played by a reviewer", units: gigabytes * plays, dollarsPerUnit: prices.sentGigabyte },
    {
      what: "gigabytes and months, with the reviewer's copy of two days",
      units: gigabytes * (months + copyMonths),
      dollarsPerUnit: prices.keptGigabyte,
    },
  ];
}

/** What lines come to, in dollars. */
export const sumOf = (costs: readonly Cost[]): number =>
  costs.reduce((total, { units, dollarsPerUnit }) => total + units * dollarsPerUnit, 0);

/** The lines and their sum as lib/README.md shows them, those of a part first, with a sum of its own. */
export function tableOf(
  costs: readonly Cost[],
  part?: { readonly what: string; readonly costs: readonly Cost[] },
): string {
  const row = ({ what, units, dollarsPerUnit }: Cost) =>
    `| ${what} | ${Math.round(units).toLocaleString("en-US")} | ${(units * dollarsPerUnit).toFixed(2)} |`;
  const sum = (what: string, of: readonly Cost[]) => `| **${what}** | | **${sumOf(of).toFixed(2)}** |`;
  return [
    "| | Units | US$ |",
    "|---|--:|--:|",
    ...(part ? [...part.costs.map(row), sum(part.what, part.costs)] : []),
    ...costs.map(row),
    sum("together", [...(part?.costs ?? []), ...costs]),
  ].join("\n");
}
