import { rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { builtFunctions, builtPortal, root, synthesizedApp } from "../../bin/local/prepare.ts";
import { startWorld, type World } from "../../bin/local/world.ts";
import { seed } from "../../bin/seed.ts";
import { benchExports } from "./exports.ts";
import { benchGrowth } from "./growth/growth.ts";
import { benchCold, benchHandlers } from "./handlers.ts";
import { benchRequests } from "./requests.ts";
import { benchFirstLoads } from "./web.ts";

/**
 * `npm run bench [-- handlers cold web requests exports growth --pairs 30 --things 1000,100000]`: what is measured of
 * the product, beside pinned peers, in one run; all of it, or the parts named.
 */
const parts = ["handlers", "cold", "web", "requests", "exports", "growth"] as const;
const { values: given, positionals: asked } = parseArgs({
  allowPositionals: true,
  options: {
    pairs: { type: "string", default: "15" },
    /** How many of each kind the small and the large organization of `growth` have. */
    things: { type: "string", default: "1000,100000" },
  },
});
const pairs = Number(given.pairs);
const named = parts.filter((part) => asked.includes(part));
const runs = (part: (typeof parts)[number]) => named.length === 0 || named.includes(part);

const outdir = join(root, ".cache/bench/functions");
if (runs("handlers") || runs("cold")) await benchHandlers(outdir);
if (runs("cold")) await benchCold(outdir, pairs);
if (runs("web")) await inWorld(async (world) => benchFirstLoads(world, await builtPortal()), { people: true });
if (runs("requests")) await inWorld(benchRequests);
if (runs("exports")) await benchExports();
if (runs("growth")) {
  const [few = 1000, many = 100_000] = given.things.split(",").map(Number);
  await benchGrowth([few, many]);
}
process.exit(0);

/** Does something in a fresh world of its own, with the seed's people or empty. */
async function inWorld(work: (world: World) => Promise<void>, { people = false } = {}): Promise<void> {
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
    if (people) await seed(world, { content: false });
    await work(world);
  } finally {
    await world.stop();
    rmSync(dataDirectory, { recursive: true, force: true });
  }
}
