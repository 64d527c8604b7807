import { setTimeout as pause } from "node:timers/promises";
import { startAccount } from "../support/account/account.ts";
import { ownWorld, type World } from "../support/own-world.ts";
import { operateBy, type ProgramResult } from "../support/program.ts";
import { commandsIn, programOf } from "../support/runbook-commands.ts";
import { runbooks } from "../support/runbooks.ts";
import { type AlarmProperties, type FilterProperties, propertiesOf } from "./alarm-board.ts";
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
}

/** Has a game day in a world: one of its own, for it is broken. */
export async function gameDay(world: World, name: string, { pages = runbooks } = {}): Promise<GameDay> {
  const fault = faults[name];
  if (fault === undefined) throw new Error(`There is no fault ${name}.`);
  const alarm = await alarmOf(fault.alarm);
  const before = await alarm.counted(world);
  const broken = await fault.breakIt(world);
  await broken.notice?.();
  const counted = await rung(world, alarm, before);
  const ringing = { name: fault.alarm, runbook: alarm.runbook, counted, from: alarm.from };
  if (counted < alarm.from) return { alarm: ringing, commands: [], isWhole: false };
  const commands = await carryOut(world, pages, { runbook: alarm.runbook, broken, placeholders: fault.placeholders });
  return { alarm: ringing, commands, isWhole: await broken.isWhole() };
}

/** How much an alarm has counted since, once it is enough or a minute is over. */
async function rung(world: World, { counted, from }: KnownAlarm, before: number): Promise<number> {
  const until = Date.now() + ringsWithinMs;
  for (;;) {
    const since = (await counted(world)) - before;
    if (since >= from || Date.now() > until) return since;
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
  const section = pages.get(runbook);
  if (section === undefined) throw new Error(`There is no runbook ${runbook}.`);
  const commands = [...section.matchAll(/`(npm run [^`]+)`/g)].map((match) => ({ at: match.index, step: match[1]! }));
  const hands = byHand.map((step) => ({ at: section.indexOf(step), step }));
  const missing = hands.find(({ at }) => at < 0);
  if (missing !== undefined) throw new Error(`The runbook ${runbook} does not say: ${missing.step}.`);
  return [...commands, ...hands].toSorted((one, other) => one.at - other.at).map(({ step }) => step);
}

interface KnownAlarm {
  readonly runbook: string;
  readonly from: number;
  /** How much of what it watches there has been. */
  counted(world: World): Promise<number>;
}

/** An alarm as the template has it. */
async function alarmOf(name: string): Promise<KnownAlarm> {
  const alarm = (await propertiesOf<AlarmProperties>("AWS::CloudWatch::Alarm")).find(
    ({ AlarmName }) => AlarmName === `laurel-${stage}-${name}`,
  );
  const [, runbook] = /Runbook: \S*?([\w-]+)\.md$/.exec(alarm?.AlarmDescription ?? "") ?? [];
  if (alarm === undefined || runbook === undefined) throw new Error(`There is no alarm ${name}.`);
  const from = alarm.Threshold;
  if (alarm.Namespace === "AWS/SQS") {
    const [{ Value: queue } = { Value: "" }] = alarm.Dimensions ?? [];
    const counted = async ({ control }: World) =>
      (await control.queues()).find((each) => each.name === queue)!.waiting.length;
    return { runbook, from, counted };
  }
  const messages = (await propertiesOf<FilterProperties>("AWS::Logs::MetricFilter"))
    .filter(({ MetricTransformations: [metric] }) => metric?.MetricName === alarm.MetricName)
    .map(({ FilterPattern }) => /^\{ \$\.message = "(\w+)" \}$/.exec(FilterPattern)?.[1]);
  const counts = (line: string) => line.startsWith("{") && messages.includes(JSON.parse(line).message);
  return { runbook, from, counted: async ({ control }) => (await control.logs()).filter(counts).length };
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
    process.exitCode = isWhole && commands.at(-1)?.code === 0 ? 0 : 1;
  } finally {
    await world.stop();
  }
}
