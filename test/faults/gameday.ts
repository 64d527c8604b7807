import { setTimeout as pause } from "node:timers/promises";
import { startAccount } from "../support/account/account.ts";
import { ownWorld, type World } from "../support/own-world.ts";
import { operateBy, type ProgramResult } from "../support/program.ts";
import { commandsIn, programOf } from "../support/runbook-commands.ts";
import { runbooks } from "../support/runbooks.ts";
import {
  type AlarmProperties,
  type AlarmState,
  type FilterProperties,
  logSamples,
  periodOf,
  propertiesOf,
  ringing,
  type Sample,
  toldOf,
  valueIn,
} from "./alarm-board.ts";
import { type Broken, faults } from "./gameday-faults.ts";

const usage = `npm run gameday -- <fault>

Breaks a local cloud of its own, names the alarm that rings and carries out the steps of the runbook which the alarm names:
its commands as they stand there, and what it has done elsewhere where it says so. Ends with 1 where no alarm rings, or where
the runbook's last command does not find all well. Faults: `;

const stage = "local";
const ringsWithinMs = 60_000;

/** What became of a game day. */
export interface GameDay {
  /** The alarm, how much it counted of what it watches, and from how much it rings. */
  readonly alarm: { readonly name: string; readonly runbook: string; readonly counted: number; readonly from: number };
  readonly commands: readonly ({ readonly command: string } & ProgramResult)[];
  readonly isWhole: boolean;
  /** What the operators were told of the alarm from its ringing on. */
  readonly told: readonly AlarmState[];
}

/** Has a game day in a world: one of its own, for it is broken. */
export async function gameDay(world: World, name: string, { pages = runbooks } = {}): Promise<GameDay> {
  const fault = faults[name];
  if (fault === undefined) throw new Error(`There is no fault ${name}.`);
  const alarm = await alarmOf(fault.alarm);
  const samples: Sample[] = [];
  const periods = alarm.properties.EvaluationPeriods;
  let before = await seenIn(world);
  const broken = await fault.breakIt(world);
  for (let period = 0; period < periods; period++) {
    await broken.notice?.();
    samples.push(...(await breached(world, alarm.properties, before, period)));
    before = await seenIn(world);
  }
  const counted = Number(valueIn(alarm.properties, samples, periods - 1) ?? 0);
  const ring = { name: fault.alarm, runbook: alarm.runbook, counted, from: alarm.properties.Threshold };
  if (ringing([alarm.properties], samples).length === 0) return { alarm: ring, commands: [], isWhole: false, told: [] };
  const { placeholders } = fault;
  const commands = await carryOut(world, pages, { runbook: alarm.runbook, broken, placeholders });
  before = await seenIn(world);
  await broken.notice?.();
  samples.push(...(await samplesSince(world, before, periodOf(alarm.properties) * periods)));
  const all = toldOf(alarm.properties, samples, periods + 1);
  const told = all.slice(all.findIndex((state) => state !== "OK"));
  return { alarm: ring, commands, isWhole: await broken.isWhole(), told };
}

/** What a world was seen to have done until now. */
type Seen = ReadonlySet<string>;

const linesOf = async ({ control }: World) => [...(await control.logs()), ...(await control.accessLog())];
const seenIn = async (world: World): Promise<Seen> => new Set(await linesOf(world));

/** What CloudWatch is told of a world since, all of it in one second. */
async function samplesSince(world: World, before: Seen, second: number): Promise<Sample[]> {
  const lines = (await linesOf(world)).filter((line) => !before.has(line));
  const ofLogs = logSamples(await propertiesOf<FilterProperties>("AWS::Logs::MetricFilter"), lines, second);
  const ofQueues = (await world.control.queues()).map(({ name, waiting }): Sample => {
    const metricName = "ApproximateNumberOfMessagesVisible";
    return { namespace: "AWS/SQS", metricName, dimension: name, second, value: waiting.length };
  });
  const answers = lines.flatMap((line): Sample[] => {
    const [, status] = /"route":.*"status":"(\d+)"/.exec(line) ?? [];
    const sample = { namespace: "AWS/ApiGateway", second, value: 1 };
    const refused = status?.startsWith("4") ? [{ ...sample, metricName: "4xx" }] : [];
    return status === undefined ? [] : [{ ...sample, metricName: "Count" }, ...refused];
  });
  return [...ofLogs, ...ofQueues, ...answers];
}

/** What a period brought, once an alarm's threshold is met in it or a minute is over. */
async function breached(world: World, alarm: AlarmProperties, before: Seen, period: number): Promise<Sample[]> {
  const until = Date.now() + ringsWithinMs;
  for (;;) {
    const samples = await samplesSince(world, before, periodOf(alarm) * period);
    const once = { ...alarm, EvaluationPeriods: 1 };
    if (ringing([once], samples).length > 0 || Date.now() > until) return samples;
    await pause(250);
  }
}

interface Followed {
  readonly runbook: string;
  readonly broken: Broken;
  readonly placeholders?: Readonly<Record<string, string>> | undefined;
}

async function carryOut(
  world: World,
  pages: ReadonlyMap<string, string>,
  { runbook, broken, placeholders = {} }: Followed,
) {
  const { byHand = {}, typed } = broken;
  const account = await startAccount({ stacks: [await stackOf(world)] });
  const ended: ({ command: string } & ProgramResult)[] = [];
  try {
    for (const step of stepsOf(pages, runbook, Object.keys(byHand))) {
      if (byHand[step]) await byHand[step]();
      else {
        const environment = { AWS_ENDPOINT_URL_CLOUDFORMATION: account.url };
        const [command] = commandsIn(new Map([[runbook, `\`${step}\``]]), /^npm run/, {
          ...placeholders,
          "<stage>": stage,
        });
        ended.push({ command: step, ...(await operateBy(world, { typed, environment }, ...programOf(command!))) });
      }
      await world.settle();
    }
  } finally {
    await account.stop();
  }
  return ended;
}

/** The stage's stack as CloudFormation tells of it. */
export async function stackOf({ control }: World) {
  const { STRIPE_SECRET_NAME, PAYPAL_SECRET_NAME, AWS_REGION } = await control.settings([
    "STRIPE_SECRET_NAME",
    "PAYPAL_SECRET_NAME",
    "AWS_REGION",
  ]);
  return {
    id: `arn:aws:cloudformation:${AWS_REGION}:123456789012:stack/Laurel-${stage}/1`,
    name: `Laurel-${stage}`,
    region: AWS_REGION!,
    statuses: ["CREATE_COMPLETE"],
    outputs: { StripeKeys: STRIPE_SECRET_NAME!, PayPalKeys: PAYPAL_SECRET_NAME! },
    resources: [],
  };
}

/** The commands of ours in a runbook, and between them what it has done by hand, by its words for that: in its order. */
export function stepsOf(pages: ReadonlyMap<string, string>, runbook: string, byHand: readonly string[] = []): string[] {
  const page = pages.get(runbook);
  if (page === undefined) throw new Error(`There is no runbook ${runbook}.`);
  const commands = [...page.matchAll(/`(npm run [^`]+)`/g)].map((match) => ({ at: match.index, step: match[1]! }));
  const hands = byHand.map((step) => ({ at: page.indexOf(step), step }));
  const missing = hands.find(({ at }) => at < 0);
  if (missing !== undefined) throw new Error(`The runbook ${runbook} does not say: ${missing.step}.`);
  return [...commands, ...hands].toSorted((one, other) => one.at - other.at).map(({ step }) => step);
}

/** An alarm as the template has it, and the page that it names. */
async function alarmOf(name: string): Promise<{ readonly runbook: string; readonly properties: AlarmProperties }> {
  const properties = (await propertiesOf<AlarmProperties>("AWS::CloudWatch::Alarm")).find(
    ({ AlarmName }) => AlarmName === `laurel-${stage}-${name}`,
  );
  const [, runbook] = /Runbook: \S*?([\w-]+)\.md$/.exec(properties?.AlarmDescription ?? "") ?? [];
  if (properties === undefined || runbook === undefined) throw new Error(`There is no alarm ${name}.`);
  return { runbook, properties };
}

if (import.meta.main) {
  const name = process.argv[2] ?? "";
  if (!(name in faults)) {
    console.log(usage + Object.keys(faults).join(", "));
    process.exit(1);
  }
  const world = await ownWorld({ content: true });
  try {
    const { alarm, commands, isWhole } = await gameDay(world, name);
    console.log(`${alarm.name} counted ${alarm.counted} and rings from ${alarm.from}. Runbook: ${alarm.runbook}`);
    for (const { command, code, said } of commands) console.log(`\n$ ${command}\n${said.trim()}\n(ended with ${code})`);
    console.log(isWhole ? "\nWhole again." : "\nStill broken.");
    process.exitCode = isWhole && (commands.at(-1)?.code ?? 0) === 0 ? 0 : 1;
  } finally {
    await world.stop();
  }
}
