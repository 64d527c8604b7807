import { parseArgs } from "node:util";
import { LambdaClient } from "@aws-sdk/client-lambda";
import { type Aliased, aliasedOf } from "../../lib/aliases.ts";
import { type Direction, type Move, move, moveOf } from "./deployment/aliases.ts";
import { settingsOf } from "./stage.ts";

const usage = `npm run go-back -- --stage live [<call> …] [--forward] [--write]

Has the calls of money and sign-in answered by the version of their function before the one that answers now: all ten of them,
or those that are named, as auth.login. It takes seconds, and touches nothing else. Run again it goes back by one version more.
--forward has them answered by the newest version again, that of the last deployment; every deployment does that by itself.
Without --write it only says which versions those are.

It uses the AWS credentials of the environment, and the region that cdk.json or AWS_REGION names.`;

async function main(): Promise<void> {
  const { stage, direction, write, calls } = readArguments();
  const client = new LambdaClient({ region: settingsOf(stage).region });
  const done = await Promise.allSettled(
    calls.map(async (call) => {
      const found = await moveOf(client, call, direction);
      if (write) await move(client, found);
      return found;
    }),
  );
  for (const [index, result] of done.entries()) {
    if (result.status === "fulfilled") console.log(lineOf(result.value, direction));
    else console.error(`${calls[index]!.name}: ${result.reason.name}, ${result.reason.message}`);
  }
  const moves = done.flatMap((result) => (result.status === "fulfilled" && result.value.to ? [result.value] : []));
  if (done.some(({ status }) => status === "rejected") || moves.length === 0) process.exitCode = 1;
  if (moves.length === 0) return;
  const again = `npm run go-back -- --stage ${stage}${calls.length === aliasedOf(stage).length ? "" : calls.map(({ name }) => ` ${name}`).join("")}`;
  if (!write) console.log(`Nothing was changed: that is what --write does.`);
  else if (direction === "back") console.log(`Forward again: ${again} --forward --write, or the next deployment.`);
}

const lineOf = ({ call, from, to }: Move, direction: Direction): string => {
  const made = ({ number, madeAt }: Move["from"]) => `${number}${madeAt && ` of ${madeAt} UTC`}`;
  if (to) return `${call.name}: version ${made(from)} → ${made(to)}`;
  return `${call.name}: version ${made(from)}, and there is none ${direction === "back" ? "before" : "after"} it`;
};

function readArguments(): { stage: string; direction: Direction; write: boolean; calls: Aliased[] } {
  const flag = { type: "boolean", default: false } as const;
  const options = { stage: { type: "string" }, forward: flag, write: flag } as const;
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const { stage, forward, write } = values;
  if (!stage) throw new Error(usage);
  const all = aliasedOf(stage);
  const unknown = positionals.find((word) => all.every(({ name }) => name !== word));
  if (unknown !== undefined)
    throw new Error(`${unknown} is none of ${all.map(({ name }) => name).join(", ")}.\n\n${usage}`);
  const calls = positionals.length === 0 ? all : all.filter(({ name }) => positionals.includes(name));
  return { stage, direction: forward ? "forward" : "back", write, calls };
}

await main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
