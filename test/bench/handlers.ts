import { join } from "node:path";
import { buildFunctions, handlerSizes, medianOf } from "../../bin/build.ts";
import { measureCold } from "./cold.ts";
import { kilobytes, line, title } from "./print.ts";

/** Prints how large the handlers are as they load, and how long building all of them takes. */
export async function benchHandlers(outdir: string): Promise<void> {
  title("Handlers as they load (entry and the chunks it reaches, minified)");
  const started = performance.now();
  const { handlers, metafile } = await buildFunctions({ outdir });
  line(
    "seconds to build all handlers",
    ((performance.now() - started) / 1000).toFixed(2),
    `${handlers.length} handlers`,
  );
  const sizes = handlerSizes(metafile);
  const [calls, workers] = [true, false].map((which) => sizes.filter(({ answersCall }) => answersCall === which));
  line("calls, median", kilobytes(medianOf(calls!).bytes), "goal ≤ 260 KB");
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

/** Prints the time from import to first answer of a handler of median size, beside the same work in two monoliths. */
export async function benchCold(outdir: string, pairs: number): Promise<void> {
  await buildFunctions({ outdir });
  title(`Cold path: import and first call of organization/read, ${pairs} pairs in fresh processes`);
  const { milliseconds, ratios } = await measureCold({ subject: join(outdir, "organization/read.mjs"), pairs });
  for (const [name, value] of Object.entries(milliseconds)) line(`${name}, median ms`, value.toFixed(1));
  const ratio = (peer: string) => {
    const { median, low, high } = ratios[peer]!;
    return `${median.toFixed(2)} (${low.toFixed(2)}–${high.toFixed(2)})`;
  };
  line("ratio to the Hono monolith", ratio("hono"), "goal ≤ 0.60");
  line("ratio to the Express monolith", ratio("express"), "goal ≤ 0.42");
  line("ratio to itself (noise)", ratio("again"), "0.97–1.03 is a quiet machine");
}
