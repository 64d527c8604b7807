import { fork } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { builtFunctions, builtPortal, root, synthesizedApp } from "../../bin/local/prepare.ts";
import { startWorld, type World } from "../../bin/local/world.ts";
import { seed } from "../../bin/seed.ts";
import { benchCertificate } from "./certificate.ts";
import { benchChecking } from "./checking.ts";
import { benchConflicts } from "./conflicts.ts";
import { benchExports } from "./exports.ts";
import { benchGrowth } from "./growth/growth.ts";
import { benchCold, benchHandlers, benchWarm } from "./handlers.ts";
import { benchColdByKey, benchReadsByKey } from "./keys.ts";
import { benchPaint } from "./paint.ts";
import { benchRequests } from "./requests.ts";
import { benchVerifying } from "./verifying.ts";
import { benchWaves } from "./waves.ts";
import { benchFirstLoads } from "./web.ts";
import { benchWebhooks } from "./webhooks.ts";

const usage = `npm run bench [-- parts and options]

Measures the product beside pinned peers: all parts, or those named, each in a process of its own. Fails where keys or
webhooks exceed what they are bound to; times are judged where at least 1,000 events are posted.

  handlers     how large handlers are as they load
  cold         import and first call of a handler, beside one program on Hono and on Express, and the import of every call's
  warm         processor time of a warm call, beside the same programs
  keys         cold path and reads of the table where a key asks, beside a person of the portal
  web          kilobytes of a first load, page by page
  paint        when pages are painted on a slow phone, beside list pages as Cloudscape documents them
  requests     what each call asks of AWS
  exports      an export of many rows
  growth       what each list asks of the table in a small and in a large organization
  verify       time and kilobytes of verifying a credential, in Node and in a browser
  waves        what offering jobs in waves does beside first come, first served
  checking     checking every invariant over a tenth of many items and over all of them, and what operators run over a table
  conflicts    how many transactions a second the counter of a list takes
  webhooks     what posting events costs in time and memory, and what dead receivers do to another one
  certificate  kilobytes and paint of a certificate's own page beside the page of its three ids, and what signing takes

  --pairs 15               how often a thing and its peer are measured (cold, keys, verify, certificate; warm, paint and each handler's import half of it, exports a fifth), and how many seconds a counter is added to (conflicts)
  --events 2000            how many events each of 20 receivers of webhooks is posted
  --rows 1000000           how many rows the export has, and items the check
  --things 1000,100000     how many of each kind the small and the large organization have
  --sales                  of sales alone, the longest list: a million (--things 1000,1000000) take minutes
  --smallest               the smallest figures: whether everything still runs`;

process.env.NODE_ENV = "production"; // peers that a test has built would be React's development half
const outdir = join(root, ".cache/bench/functions");
const parts = {
  handlers: () => benchHandlers(outdir),
  cold: () => benchCold(outdir, given.pairs),
  warm: () => benchWarm(outdir, Math.ceil(given.pairs / 2)),
  keys: async () => {
    await benchColdByKey(outdir, given.pairs);
    await inWorld(benchReadsByKey, { people: true });
  },
  web: () => inWorld(async (world) => benchFirstLoads(world, await builtPortal()), { people: true }),
  paint: () => inWorld((world) => benchPaint(world, Math.ceil(given.pairs / 2)), { people: true, content: true }),
  requests: () => inWorld(benchRequests),
  exports: () => benchExports(given.rows, Math.ceil(given.pairs / 5)),
  growth: () => benchGrowth(given.things, values.sales ? "sales" : "everything"),
  verify: () => inWorld(async (world) => benchVerifying(world, await builtPortal(), given.pairs)),
  waves: async () => benchWaves(),
  checking: () => inWorld((world) => benchChecking(world, given.rows), { people: true, content: true }),
  conflicts: () => benchConflicts(given.pairs),
  webhooks: () => inWorld((world) => benchWebhooks(world, given.events), { people: true }),
  certificate: () =>
    inWorld(async (world) => benchCertificate(world, await builtPortal(), given.pairs), {
      people: true,
      content: true,
    }),
};
const usual = { pairs: "15", events: "2000", things: "1000,100000", rows: "1000000" };
/** Says nothing of the product: only whether everything still runs. */
const smallest = { pairs: "1", events: "4", things: "200,400", rows: "10000" };

function asked() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        pairs: { type: "string" },
        things: { type: "string" },
        sales: { type: "boolean", default: false },
        rows: { type: "string" },
        events: { type: "string" },
        smallest: { type: "boolean", default: false },
        help: { type: "boolean", default: false },
      },
    });
  } catch (error) {
    return refuse(`${(error as Error).message}\n\n${usage}`);
  }
}

function refuse(why: string): never {
  console.error(why);
  process.exit(2);
}

const { values, positionals } = asked();
if (values.help) {
  console.log(usage);
  process.exit();
}
const texts = { ...(values.smallest ? smallest : usual), ...values };
const [few, many] = texts.things.split(",").map(Number);
const given = {
  pairs: Number(texts.pairs),
  rows: Number(texts.rows),
  events: Number(texts.events),
  things: [few!, many!] as const,
};

const unknown = [
  ...positionals.filter((name) => !(name in parts)).map((name) => `There is no part ${name}.`),
  ...[given.pairs, given.rows, given.events, ...given.things]
    .filter((number) => !(number > 0))
    .map(() => "A figure is no number."),
];
if (unknown.length > 0) refuse(`${unknown.join(" ")} The parts are ${Object.keys(parts).join(", ")}.`);
const named = (positionals.length > 0 ? positionals : Object.keys(parts)) as (keyof typeof parts)[];
if (named.length === 1) {
  await parts[named[0]!]();
  end(Number(process.exitCode ?? 0));
} else {
  const failed: string[] = [];
  const options = process.argv.slice(2).filter((argument) => !(argument in parts));
  for (const part of named) if ((await run(part, options)) !== 0) failed.push(part);
  if (failed.length > 0) console.error(`\nFailed: ${failed.join(", ")}.`);
  end(failed.length > 0 ? 1 : 0);
}

/** Ends the process, whatever connections are still open, once all that was printed has left. */
function end(code: number): void {
  process.stdout.write("", () => process.exit(code));
}

/** Runs a part as a process of its own: a process runs one local world. Answers its exit code. */
function run(part: keyof typeof parts, options: readonly string[]): Promise<number> {
  const child = fork(import.meta.filename, [part, ...options]);
  return new Promise((resolve) => child.once("exit", (code) => resolve(code ?? 1)));
}

/** Does something in a fresh world of its own, with the seed's people or empty. */
async function inWorld(work: (world: World) => Promise<void>, { people = false, content = false } = {}): Promise<void> {
  const dataDirectory = join(root, ".cache/worlds", `bench-${process.pid}`);
  const world = await startWorld({
    port: 0,
    dataDirectory,
    fresh: true,
    functionsDirectory: await builtFunctions(),
    assemblyDirectory: await synthesizedApp(),
    portal: { directory: builtPortal },
    log: () => {},
  });
  try {
    if (people) await seed(world, { content });
    await work(world);
  } finally {
    await world.stop();
    rmSync(dataDirectory, { recursive: true, force: true });
  }
}
