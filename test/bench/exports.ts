import { fork } from "node:child_process";
import { join } from "node:path";
import { build } from "esbuild";
import { bundling } from "../../bin/build.ts";
import { root } from "../../bin/local/prepare.ts";
import { line, title } from "./print.ts";

const here = import.meta.dirname;
const bundle = join(root, ".cache/bench/exports");
/** The heap of a small Lambda: with more, the young generation grows and memory says nothing. */
const smallHeap = ["--max-old-space-size=128", "--max-semi-space-size=8"];
/** Memory is measured apart, set to save it: a smaller heap, and one pool outside the heap for all threads. */
const sparing = {
  flags: ["--max-old-space-size=32", "--max-semi-space-size=1", "--optimize-for-size"],
  environment: { MALLOC_ARENA_MAX: "1" },
};

interface Sample {
  /** Of the processor: what else the machine does counts little. */
  readonly seconds: number;
  readonly bytes: number;
  readonly megabytes: number;
}

/** What exporting costs beside csv-stringify and the document client, both sides measured in this run. */
export interface ExportMetrics {
  /** Rows a second of processor time of our writer over csv-stringify's. */
  readonly writerRatio: number;
  readonly writerRowsPerSecond: number;
  /** Rows a second of our whole export over the document client with csv-stringify. */
  readonly exportRatio: number;
  readonly exportRowsPerSecond: number;
  /** Most memory of a whole export, by its rows. */
  readonly megabytes: Readonly<Record<number, number>>;
}

const median = (values: readonly number[]) => values.toSorted((one, other) => one - other)[values.length >> 1]!;

/** Measures the writer with so many rows and the whole export with a tenth, in fresh processes, each pair one after the other. */
export async function measureExports({ rows, pairs }: { rows: number; pairs: number }): Promise<ExportMetrics> {
  const tenth = rows / 10;
  // Bundled as a handler is; loading the sources as they are would count the loader's memory.
  const { entryPoints: _, outbase: __, ...options } = bundling([], bundle);
  await build({ ...options, entryPoints: [join(here, "exports-sample.ts")], outbase: here });
  const writer = await compare("writer", rows, pairs, {});
  const few = await withMock(tenth, async (environment) => ({
    ...(await compare("export", tenth, pairs, environment)),
    megabytes: (await spare(tenth, environment)).megabytes,
  }));
  const many = await withMock(rows, (environment) => spare(rows, environment));
  return {
    writerRatio: writer.ratio,
    writerRowsPerSecond: rows / writer.seconds,
    exportRatio: few.ratio,
    exportRowsPerSecond: tenth / few.seconds,
    megabytes: { [tenth]: few.megabytes, [rows]: many.megabytes },
  };
}

async function compare(what: string, rows: number, pairs: number, environment: Record<string, string>) {
  const [ratios, seconds]: [number[], number[]] = [[], []];
  for (let pair = 0; pair < pairs; pair++) {
    const ours = await sample(what, "ours", rows, environment);
    const peer = await sample(what, "peer", rows, environment);
    ratios.push(peer.seconds / ours.seconds);
    seconds.push(ours.seconds);
  }
  return { ratio: median(ratios), seconds: median(seconds) };
}

const spare = (rows: number, environment: Record<string, string>) =>
  sample("export", "ours", rows, { ...environment, ...sparing.environment }, sparing.flags);

function sample(
  what: string,
  whose: string,
  rows: number,
  environment: Record<string, string>,
  execArgv = smallHeap,
): Promise<Sample> {
  const child = fork(join(bundle, "exports-sample.mjs"), [what, whose, String(rows)], {
    execArgv,
    env: { ...process.env, ...environment },
  });
  return new Promise((resolve, reject) => {
    child.once("message", (message) => resolve(message as Sample));
    child.once("exit", (code) => code !== 0 && reject(new Error(`${what} of ${whose} ended with ${code}.`)));
  });
}

async function withMock<Result>(rows: number, work: (environment: Record<string, string>) => Promise<Result>) {
  const mock = fork(join(here, "billing-mock.ts"), [String(rows)]);
  try {
    const port = await new Promise<number>((resolve, reject) => {
      mock.once("message", (message) => resolve((message as { port: number }).port));
      mock.once("exit", () => reject(new Error("The mock ended.")));
    });
    const endpoint = `http://127.0.0.1:${port}`;
    return await work({
      AWS_ENDPOINT_URL_DYNAMODB: endpoint,
      AWS_ENDPOINT_URL_S3: endpoint,
      AWS_REGION: "us-east-1",
      AWS_ACCESS_KEY_ID: "bench",
      AWS_SECRET_ACCESS_KEY: "bench",
      TABLE_NAME: "bench",
      EXPORTS_BUCKET: "bench",
    });
  } finally {
    mock.kill();
  }
}

/** Measures and prints what exporting many rows costs. */
export async function benchExports(rows: number, pairs: number): Promise<void> {
  const count = rows.toLocaleString("en-US");
  title(`Exporting ${count} rows of billing history, in processes with the heap of a small Lambda`);
  const metrics = await measureExports({ rows, pairs });
  const perSecond = (rows: number) => `${Math.round(rows / 1000)} krows/s`;
  line("CSV writer, of processor time", perSecond(metrics.writerRowsPerSecond));
  line("CSV writer over csv-stringify", metrics.writerRatio.toFixed(2), "goal ≥ 2.5");
  line("whole export, of processor time", perSecond(metrics.exportRowsPerSecond));
  line("whole export over document client and csv-stringify", metrics.exportRatio.toFixed(2), "goal ≥ 1.35");
  for (const [rows, megabytes] of Object.entries(metrics.megabytes)) {
    line(
      `most memory for ${Number(rows).toLocaleString("en-US")} rows`,
      `${Math.round(megabytes)} MB`,
      "goal ≤ 100 MB",
    );
  }
}
