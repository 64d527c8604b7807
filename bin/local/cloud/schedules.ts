import { background } from "../../../lib/background.ts";
import type { LocalQueues } from "../aws/sqs/sqs.ts";
import type { LocalFunctions } from "./functions.ts";
import type { ScheduleResource } from "./resources/events.ts";
import type { CloudTemplate } from "./template.ts";

/** The template's schedules: each runs when its time comes, and whenever asked; and what operators start, whenever asked. */
export interface LocalSchedules {
  readonly names: readonly string[];
  /**
   * Runs one now, named by its function: `review/release-idle-jobs`, or the last part of that. Answers what the
   * function does: what an operator starts reports to them.
   */
  run(name: string, options?: { clockOffsetMs?: number }): Promise<unknown>;
  stop(): void;
}

/** Lambda tries what was started and not waited for twice more. */
const TRIES_MAX = 3;

/** Starts the schedules of a template; without `timers` they run only when asked. */
export function startSchedules(options: {
  template: Pick<CloudTemplate, "schedules" | "functions" | "givenUp">;
  functions: LocalFunctions;
  /** Take what was started three times and failed each time, as Lambda gives it to the function's destination. */
  queues: Pick<LocalQueues, "send">;
  /** Services that schedules ask without a function, by the end of their targets' ARNs: `dynamodb:exportTableToPointInTime`. */
  services: Readonly<Record<string, (input: unknown) => Promise<unknown>>>;
  timers: boolean;
  log: (line: string) => void;
}): LocalSchedules {
  const { template } = options;
  const byArn = new Map(template.functions.map((each) => [each.arn, each]));
  const schedules = template.schedules.map((each) => ({
    ...each,
    name: byArn.get(each.targetArn)?.name ?? each.targetArn.split(":").at(-1)!,
  }));
  const operatorsFunctions = Object.entries(background).flatMap(([name, { runs }]) =>
    runs.on === "operator" ? [name] : [],
  );
  const giveUp = (functionArn: string, requestPayload: unknown) => {
    const queueArn = template.givenUp.get(byArn.get(functionArn)?.physicalName ?? "");
    const requestContext = { functionArn, condition: "RetriesExhausted", approximateInvokeCount: 3 };
    if (queueArn !== undefined) options.queues.send(queueArn, JSON.stringify({ requestContext, requestPayload }));
  };
  async function start(functionArn: string, event: unknown, clockOffsetMs: number): Promise<unknown> {
    for (let tries = 1; ; tries++) {
      try {
        return await options.functions.invoke(functionArn, event, { clockOffsetMs });
      } catch (error) {
        if (tries < TRIES_MAX) continue;
        giveUp(functionArn, event);
        throw error;
      }
    }
  }
  const run = (schedule: ScheduleResource, clockOffsetMs = 0) => {
    const [, operation] = schedule.targetArn.split(":scheduler:::aws-sdk:");
    if (operation === undefined) {
      return start(schedule.targetArn, schedule.input, clockOffsetMs);
    }
    const service = options.services[operation];
    if (service === undefined) throw new Error(`The local cloud has no ${operation} for schedules.`);
    return service(schedule.input);
  };
  const stops = options.timers
    ? schedules.map((schedule) =>
        every(schedule.expression, () =>
          run(schedule).catch((error: Error) => options.log(`schedule ${schedule.name}: ${error.stack}`)),
        ),
      )
    : [];
  return {
    names: schedules.map(({ name }) => name),
    async run(name, { clockOffsetMs } = {}) {
      const meant = schedules.find((each) => each.name === name || each.name.endsWith(`/${name}`));
      const operated = operatorsFunctions.find((each) => each === name || each.endsWith(`/${name}`));
      if (operated !== undefined) return options.functions.invoke(operated, {}, { clockOffsetMs });
      if (meant === undefined) {
        const known = [...schedules.map((each) => each.name), ...operatorsFunctions].join(", ");
        throw new Error(`There is no schedule ${name}; there are: ${known}.`);
      }
      return run(meant, clockOffsetMs);
    },
    stop: () => {
      for (const stop of stops) stop();
    },
  };
}

/** Calls `work` whenever the expression says, looking once a minute; gives the function that ends it. */
function every(expression: string, work: () => unknown): () => void {
  const due = dueAt(expression);
  const startedAt = Math.floor(Date.now() / 60_000);
  const timer = setInterval(() => {
    if (due(new Date(), Math.floor(Date.now() / 60_000) - startedAt)) work();
  }, 60_000);
  timer.unref();
  return () => clearInterval(timer);
}

const unitMinutes = { minute: 1, hour: 60, day: 1440 } as const;

/** Reads `rate(n unit)` and `cron(minute hour day-of-month month day-of-week year)`: is it due in this minute? */
function dueAt(expression: string): (now: Date, minutesSinceStart: number) => boolean {
  const rate = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(expression);
  if (rate) {
    const length = Number(rate[1]) * unitMinutes[rate[2] as keyof typeof unitMinutes];
    return (_, minutes) => minutes > 0 && minutes % length === 0;
  }
  const cron = /^cron\((\S+) (\S+) (\S+) (\S+) (\S+) (\S+)\)$/.exec(expression)?.slice(1);
  if (cron === undefined) throw new Error(`The schedule expression ${expression} is not one the local cloud reads.`);
  return (now) => {
    const parts = [
      now.getUTCMinutes(),
      now.getUTCHours(),
      now.getUTCDate(),
      now.getUTCMonth() + 1,
      now.getUTCDay() + 1,
    ];
    return parts.every((value, index) => cron[index]!.split(",").some((field) => matchesField(field, value)));
  };
}

function matchesField(field: string, value: number): boolean {
  if (field === "*" || field === "?") return true;
  const [range, step] = field.split("/") as [string, string?];
  const [first, last] = range === "*" ? ["0", undefined] : (range.split("-") as [string, string?]);
  if (step !== undefined) return value >= Number(first) && (value - Number(first)) % Number(step) === 0;
  return last === undefined ? value === Number(first) : value >= Number(first) && value <= Number(last);
}
