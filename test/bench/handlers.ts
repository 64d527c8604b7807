import { join } from "node:path";
import { build } from "esbuild";
import { buildFunctions, bundling, handlerFile, medianOf } from "../../bin/build.ts";
import { firstCallsInFreshProcesses, measureInFreshProcesses, type Paired } from "./fresh-processes.ts";
import { kilobytes, line, title } from "./print.ts";

/** How much longer than the median one a handler's import and first call may take. */
const overMedianMax = 1.25;

/** Prints how large the handlers are as they load, and how long building all of them takes. */
export async function benchHandlers(outdir: string): Promise<void> {
  title("Handlers as they load (entry and the chunks it imports, minified)");
  const started = performance.now();
  const sizes = await buildFunctions({ outdir });
  line("seconds to build all handlers", ((performance.now() - started) / 1000).toFixed(2), `${sizes.length} handlers`);
  const [calls, workers] = [true, false].map((which) => sizes.filter(({ answersCall }) => answersCall === which));
  line("calls, median", kilobytes(medianOf(calls!).bytes), "goal ≤ 330 KB");
  line(`calls, largest (${calls![0]!.name})`, kilobytes(calls![0]!.bytes), "goal ≤ 450 KB");
  line("workers, median", kilobytes(medianOf(workers!).bytes));
  line(`workers, largest (${workers![0]!.name})`, kilobytes(workers![0]!.bytes), "goal ≤ 1,000 KB");
  const modules = new Set(sizes.flatMap((size) => size.modules));
  const has = (part: RegExp) => ([...modules].some((module) => part.test(module)) ? "yes" : "no");
  line(
    "zod locales but English, SSO client",
    `${has(/zod\/.*\/locales\/(?!en\.)/)}, ${has(/client-sso/)}`,
    "goal no, no",
  );
}

/** A handler of median size. */
const subjectOf = (outdir: string) => handlerFile(outdir, "organization/read");

/**
 * Prints the time from import to first answer of a handler of median size, beside the same work in two monoliths, and how far
 * every call's handler is from the median one.
 */
export async function benchCold(outdir: string, pairs: number): Promise<void> {
  const sizes = await buildFunctions({ outdir });
  const subject = subjectOf(outdir);
  title(`Cold path: import and first call of organization/read, ${pairs} pairs in fresh processes`);
  const measured = await measureInFreshProcesses("cold", { subject, source: "table", pairs });
  printPairs(measured, { digits: 1, hono: "0.60", express: "0.45" });

  const calls = sizes.filter(({ answersCall }) => answersCall);
  title(
    `Cold path: processor time of import and first call, ${calls.length} handlers, the least of ${pairs} fresh processes each`,
  );
  const files = Object.fromEntries(calls.map(({ name }) => [name, handlerFile(outdir, name)]));
  const slowest = [...(await firstCallsInFreshProcesses(files, pairs))].sort(([, one], [, other]) => other - one);
  const [, medianMs] = slowest[Math.floor(slowest.length / 2)]!;
  const ratio = (milliseconds: number) => (milliseconds / medianMs).toFixed(2);
  line("median ms", medianMs.toFixed(1));
  line(`slowest (${slowest[0]![0]}) over the median`, ratio(slowest[0]![1]), `goal ≤ ${overMedianMax}`);
  const over = slowest.filter(([, milliseconds]) => milliseconds > overMedianMax * medianMs);
  line(`over ${overMedianMax} of the median`, String(over.length), "goal 0");
  for (const [name, milliseconds] of over) line(`  ${name}`, ratio(milliseconds));
}

/**
 * Prints the processor time of a warm call beside the same work in two monoliths: of one that answers at once, which is what
 * the chain, the input's and the answer's schemas take, and of one with all that it asks of the table.
 */
export async function benchWarm(outdir: string, pairs: number): Promise<void> {
  const processes = `${pairs} pairs of fresh processes, 700 calls in each`;
  title(`Warm path: processor time of organization/update with nothing to write, ${processes}`);
  const answering = join(outdir, "answering.mjs");
  await build({
    ...bundling([], outdir),
    entryPoints: ["test/bench/answering.ts"],
    outbase: "test/bench",
  });
  const chain = await measureInFreshProcesses("warm", { subject: answering, source: "nothing", pairs });
  printPairs(chain, { digits: 3, hono: "0.43" });
  await buildFunctions({ outdir });
  const subject = subjectOf(outdir);
  title(`Warm path: processor time of organization/read with what it asks of the table, ${processes}`);
  printPairs(await measureInFreshProcesses("warm", { subject, source: "table", pairs }), { digits: 3 });
}

function printPairs(
  { milliseconds, ratios }: Paired,
  { digits, ...goals }: { digits: number; hono?: string; express?: string },
): void {
  for (const [name, value] of Object.entries(milliseconds)) line(`${name}, median ms`, value.toFixed(digits));
  const ratio = (peer: string) => {
    const { median, low, high } = ratios[peer]!;
    return `${median.toFixed(2)} (${low.toFixed(2)}–${high.toFixed(2)})`;
  };
  line("ratio to the Hono monolith", ratio("hono"), goals.hono && `goal ≤ ${goals.hono}`);
  line("ratio to the Express monolith", ratio("express"), goals.express && `goal ≤ ${goals.express}`);
  line("ratio to itself (noise)", ratio("again"), "0.97–1.03 is a quiet machine");
}
