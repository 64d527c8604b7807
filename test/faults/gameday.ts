import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { synthesizedApp } from "../../bin/local/prepare.ts";
import { ownWorld, type World } from "../support/own-world.ts";
import { operate } from "../support/program.ts";

const usage = `npm run gameday -- <fault>

Breaks a local cloud of its own, names the alarm that rings and carries out the commands of the runbook which the alarm names,
as they stand there. Ends with 1 where no alarm rings, or where the runbook's last command does not find all well. Faults: `;

/** A fault, the schedules that notice it, and the alarm that it has to ring. */
interface Fault {
  readonly alarm: string;
  /** Breaks something; gives what tells whether it is whole again. */
  breakIt(world: World): Promise<() => Promise<boolean>>;
  notice(world: World): Promise<void>;
}

/** The game days that there are. */
export const faults: Readonly<Record<string, Fault>> = {
  "wrong-total": {
    alarm: "invariants-violated",
    async breakIt(world) {
      const items = await world.control.everything();
      const counter = items.find(({ pk, sk }) => String(pk).startsWith("COUNT#ORG#") && sk === "TOTAL")!;
      await world.control.put([{ ...counter, count: Number(counter.count) + 7 }]);
      return async () => (await world.control.item(String(counter.pk), String(counter.sk)))?.count === counter.count;
    },
    async notice(world) {
      await world.control.runSchedule("exportTableToPointInTime");
      await world.control.runSchedule("check-export");
    },
  },
};

/** What became of a game day. */
export interface GameDay {
  /** The alarm, how much it counted of what it watches, and from how much it rings. */
  readonly alarm: { readonly name: string; readonly runbook: string; readonly counted: number; readonly from: number };
  readonly commands: readonly { readonly command: string; readonly code: number; readonly said: string }[];
  readonly isWhole: boolean;
}

/** Has a game day in a world: one of its own, for it is broken. */
export async function gameDay(world: World, name: string, { text = runbooks() } = {}): Promise<GameDay> {
  const fault = faults[name];
  if (fault === undefined) throw new Error(`There is no fault ${name}.`);
  const isWhole = await fault.breakIt(world);
  const before = await world.control.logs();
  await fault.notice(world);
  const written = (await world.control.logs()).slice(before.length);
  const alarm = await alarmOf(fault.alarm);
  const counted = written.filter((line) => alarm.counts(line)).length;
  const ringing = { name: fault.alarm, runbook: alarm.runbook, counted, from: alarm.from };
  if (counted < alarm.from) return { alarm: ringing, commands: [], isWhole: false };
  const commands: { command: string; code: number; said: string }[] = [];
  for (const command of commandsOf(text, alarm.runbook)) {
    commands.push({ command, ...(await operate(world, ...programOf(command))) });
  }
  return { alarm: ringing, commands, isWhole: await isWhole() };
}

const runbooks = () => readFileSync(join(import.meta.dirname, "../../lib/runbooks.md"), "utf8");

/** The commands of ours in a runbook, in their order. */
export function commandsOf(text: string, runbook: string): string[] {
  const [, after] = text.split(`\n## ${runbook}\n`);
  if (after === undefined) throw new Error(`There is no runbook ${runbook}.`);
  const section = after.split("\n## ")[0]!;
  return [...section.matchAll(/`(npm run [^`]+)`/g)].map(([, command]) => command!);
}

/** The program of bin/operate that a command starts, with its words; the stage is the world's. */
function programOf(command: string): [string, ...string[]] {
  const { scripts } = JSON.parse(readFileSync(join(import.meta.dirname, "../../package.json"), "utf8"));
  const [, script, rest = ""] = /^npm run ([\w:-]+)(?: -- (.*))?$/.exec(command) ?? [];
  const [, program] = /^node bin\/operate\/([\w-]+)\.ts$/.exec(scripts[script ?? ""] ?? "") ?? [];
  if (program === undefined) throw new Error(`${command} is no command that there is.`);
  return [program, ...rest.replace("--stage <stage>", "").split(" ").filter(Boolean)];
}

interface Properties {
  readonly AlarmName?: string;
  readonly AlarmDescription?: string;
  readonly MetricName?: string;
  readonly Threshold?: number;
  readonly FilterPattern?: string;
  readonly MetricTransformations?: readonly { readonly MetricName: string }[];
}

/** An alarm as the template has it, and whether a log line counts into its metric. */
async function alarmOf(name: string) {
  const directory = await synthesizedApp();
  const all = readdirSync(directory)
    .filter((file) => file.endsWith(".template.json"))
    .flatMap((file) => Object.values(JSON.parse(readFileSync(join(directory, file), "utf8")).Resources ?? {}))
    .map((resource) => (resource as { Properties?: Properties }).Properties ?? {});
  const alarm = all.find(({ AlarmName }) => AlarmName === `laurel-local-${name}`);
  const [, runbook] = /Runbook: \S*?#?([\w-]+)$/.exec(alarm?.AlarmDescription ?? "") ?? [];
  if (alarm?.MetricName === undefined || runbook === undefined) throw new Error(`There is no alarm ${name}.`);
  const messages = all
    .filter(({ MetricTransformations: [metric] = [] }) => metric?.MetricName === alarm.MetricName)
    .map(({ FilterPattern = "" }) => /^\{ \$\.message = "(\w+)" \}$/.exec(FilterPattern)?.[1]);
  return {
    runbook,
    from: alarm.Threshold!,
    counts: (line: string) => line.startsWith("{") && messages.includes(JSON.parse(line).message),
  };
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
