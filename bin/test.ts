import { spawn } from "node:child_process";
import { once } from "node:events";
import { globSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { firefoxPath } from "../test/support/firefox.ts";
import { readSpent, type Spent } from "../test/support/world/spending.ts";
import { cpuSeconds } from "./cpu-seconds.ts";
import { importCheck } from "./import-check.ts";
import { root } from "./local/prepare.ts";
import { changedSince, nearTests } from "./near.ts";
import { type Outcome, readOutcome, readTests, situationsSurvived, summaryOf } from "./outcome.ts";

/**
 * `npm test`: everything that has to hold, in one run that ends with one line of numbers. `npm run test:deep` (`--deep`):
 * what takes minutes besides, with the same last line; `npm test -- --near <commit>`: what a change can touch; `npm test --
 * --shard 2/4`: a fourth of everything. A test that is skipped or pending fails any.
 */
const results = join(root, ".cache/test-results");
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
const dearestShown = 25;
/** How many worlds `npm test` may start: files have them one after another (test/support/world/lent-worlds.ts). */
const worldsMax = 15;
const reportOf = (project: string) => join(results, `${project}.json`);

const {
  deep: isDeep,
  near: since,
  shard,
} = parseArgs({
  options: { deep: { type: "boolean" }, near: { type: "string" }, shard: { type: "string" } },
}).values;
const outcomes = await (isDeep ? deep() : since ? near(since) : shard ? share(shard) : everything());
const spent = readSpent();
const worlds = spent.filter(({ isWorld }) => isWorld).length;
if (!isDeep && worlds > worldsMax) outcomes.push(failedAsOne(`${worlds} worlds were started, of ${worldsMax} at most`));
const { good, lines } = summaryOf(outcomes);
for (const line of [...spending(), ...lines]) console.log(line);
process.exitCode = good ? 0 : 1;

/** What needs no running product is checked beside the first tests. */
async function everything(): Promise<Outcome[]> {
  const checking = checks();
  const projects = ["node", "portal", "journeys", "afterwards"].flatMap((name) => ["--project", name]);
  const tests = await vitest("rules, API, stack, portal and journeys in a browser", projects);
  return [...(await checking), tests, await check("permissions used and granted", ["test/afterwards/permissions.ts"])];
}

/** A share of everything, for one of several machines; what they used of their grants is compared when all are through. */
async function share(shard: string): Promise<Outcome[]> {
  const [part, parts] = shard.split("/").map(Number) as [number, number];
  const all = globSync("test/**/*.test.{ts,tsx}", { cwd: root, exclude: ["test/{deep,afterwards}/**"] }).sort();
  const own = [...all.filter((_, at) => at % parts === part - 1), "test/afterwards/"];
  const checking = part === 1 ? checks() : [];
  const tests = await vitest(`share ${shard} of the tests`, own, { last: "shard", environment: { TEST_SHARE: shard } });
  return [...(await checking), tests];
}

async function checks(): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const [name, command] of [
    ["types", ["node_modules/typescript/bin/tsc"]],
    ["style", ["node_modules/@biomejs/biome/bin/biome", "check", "."]],
    ["imports", importCheck],
    ["sizes of files and folders", ["bin/sizes.ts"]],
    ["the API document", ["bin/openapi.ts", "--check"]],
    ["what the last release offered", ["bin/released.ts"]],
  ] as const)
    outcomes.push(await check(name, command));
  return outcomes;
}

/** `npm test -- --near main`: the tests of what has changed since then and of what imports it, before everything is tried. */
async function near(since: string): Promise<Outcome[]> {
  const checking = checks();
  const { tests, farther } = await nearTests(changedSince(since));
  const words = ["--project", "node", "--project", "portal", ...tests];
  const outcome = await vitest(`tests near to what has changed since ${since}`, words, { last: "portal" });
  const outcomes = [...(await checking), outcome];
  if (farther.length > 0) console.log(`\nOnly the whole run tries all that imports ${farther.join(", ")}.`);
  return outcomes;
}

/** Whole programs, and what goes wrong in `npm test` already, so that all that can go wrong has been tried in one run. */
async function deep(): Promise<Outcome[]> {
  if (firefoxPath === undefined) console.log("There is no Firefox here: the portal is tried in Chromium alone.");
  const whole = await vitest("trials of whole programs", ["--no-file-parallelism", "--project", "deep"]);
  const inAll = ["test/platform/faults.test.ts", "test/bin/former.test.ts"];
  const official = { environment: { TABLE_ENGINE: "official" } }; // once on Amazon's own engine
  const shared = await vitest("faults that are tried in npm test, too", [...inAll, "--project", "node"], official);
  const { situationRows } = await import("../test/faults/table.ts");
  const survived = situationsSurvived(situationRows, [...readTests(reportOf("deep")), ...readTests(reportOf("node"))]);
  console.log(`\n${survived} of ${situationRows.length} situations survived`);
  const failed = situationRows.length - survived;
  return [whole, shared, { passed: 0, failed, failures: [], skipped: [] }];
}

/** What the run has cost: worlds and processor seconds, of the dearest files each. A file's seconds are those of its worlds, too. */
function spending(): string[] {
  const nameOf = ({ file }: Spent) => (file === "shared" ? "worlds between files and of all" : file);
  const dearest = [...Map.groupBy(spent, nameOf)]
    .map(([name, some]) => ({ name, seconds: some.reduce((sum, { seconds }) => sum + seconds, 0) }))
    .sort((one, other) => other.seconds - one.seconds)
    .slice(0, dearestShown)
    .map(({ name, seconds }) => `${seconds.toFixed(1).padStart(8)} ${name}`);
  const total = `${worlds} worlds, ${cpuSeconds().toFixed(0)} processor seconds, a fixed loop of ${loopSeconds().toFixed(2)}; the dearest files:`;
  return ["", total, ...dearest, ""];
}

/** Processor seconds of a loop that is always the same: how fast this machine is today. */
function loopSeconds(): number {
  const before = process.cpuUsage();
  let sum = 0;
  for (let i = 0; i < 3e8; i++) sum += i % 7;
  const { user, system } = process.cpuUsage(before);
  return sum > 0 ? (user + system) / 1e6 : 0;
}

/** Runs one of the tools beside others, and prints what it says when it has ended: it passes or fails as one. */
async function check(name: string, command: readonly string[]): Promise<Outcome> {
  const child = spawn(process.execPath, command, { cwd: root });
  const said: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (part: Buffer) => said.push(part));
  const [code] = (await once(child, "close")) as [number | null];
  console.log(`\n== ${name}${code === 0 ? " ✓" : ""}\n${Buffer.concat(said).toString()}`);
  return code === 0 ? { passed: 1, failed: 0, failures: [], skipped: [] } : failedAsOne(name);
}

/** Runs a part of the tests. When not even the numbers come out, the part has failed as one. */
async function vitest(
  name: string,
  projects: readonly string[],
  { last = projects.at(-1)!, environment = {} }: { last?: string; environment?: Record<string, string> } = {},
): Promise<Outcome> {
  console.log(`\n== ${name}`);
  const startedAt = Date.now();
  const file = reportOf(last);
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  const child = spawn(process.execPath, ["node_modules/vitest/vitest.mjs", "run", ...projects, ...reporters], {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: "inherit",
  });
  const [code] = (await once(child, "exit")) as [number | null];
  console.log(`   ${((Date.now() - startedAt) / 1000).toFixed(1)} s`);
  const outcome = readOutcome(file);
  if (outcome === undefined) return failedAsOne(name);
  return code !== 0 && outcome.failed === 0 ? { ...outcome, failed: 1, failures: [name] } : outcome;
}

function failedAsOne(name: string): Outcome {
  return { passed: 0, failed: 1, failures: [name], skipped: [] };
}
