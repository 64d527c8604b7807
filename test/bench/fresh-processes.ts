import { fork, spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { build, type Plugin } from "esbuild";
import { seedKey } from "../../bin/seed/people.ts";
import { organization } from "./organization.ts";

const here = import.meta.dirname;
const folder = resolve(here, "../../.cache/bench");

/** Milliseconds of the subject and its peers, and the ratios to each peer. */
export interface Paired {
  readonly milliseconds: Readonly<Record<string, number>>;
  readonly ratios: Readonly<Record<string, { median: number; low: number; high: number }>>;
}

/** Whether a call reads what it answers from the table, or answers at once, so that nothing but its framework works. */
export type Source = "table" | "nothing";

const withoutTable: Plugin = {
  name: "without-table",
  setup({ onResolve }) {
    onResolve({ filter: /^\.\/work\.ts$/ }, () => ({ path: join(here, "peers/work-without-table.ts") }));
  },
};

/** A peer's program, with the work that its calls do. */
async function buildPeer(name: string, source: Source): Promise<string> {
  const outfile = join(folder, `${name}-${source}.mjs`);
  await build({
    entryPoints: [join(here, "peers", `${name}.ts`)],
    outfile,
    plugins: source === "nothing" ? [withoutTable] : [],
    bundle: true,
    minify: true,
    platform: "node",
    target: "node24",
    format: "esm",
    mainFields: ["module", "main"],
    banner: { js: "import{createRequire as r}from'node:module';const require=r(import.meta.url);" },
    logLevel: "error",
  });
  return outfile;
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

/** The median of paired ratios with a 95 % bootstrap interval. */
function pairedRatio(ours: readonly number[], theirs: readonly number[]) {
  const ratios = ours.map((value, index) => value / theirs[index]!);
  const medians = Array.from({ length: 1000 }, () =>
    median(ratios.map(() => ratios[Math.floor(Math.random() * ratios.length)]!)),
  ).toSorted((a, b) => a - b);
  return { median: median(ratios), low: medians[25]!, high: medians[975]! };
}

/**
 * Measures what a program (`cold-sample.cjs`, `warm-sample.cjs`) says of a handler, each sample in a fresh process on CPU 0,
 * the table's double on CPU 1, subject and peers interleaved in random order; `again` is the subject a second time, whose
 * ratio shows the noise.
 */
export async function measureInFreshProcesses(
  program: "cold" | "warm",
  { subject, source, pairs }: { subject: string; source: Source; pairs: number },
): Promise<Paired> {
  const [hono, express] = await Promise.all([buildPeer("hono", source), buildPeer("express", source)]);
  const files: Record<string, string> = { laurel: subject, again: subject, hono, express };
  const samples = await samplesOf(program, {
    files,
    eventOf: () => (source === "table" ? reading : updating),
    rounds: pairs,
    take: answered,
  });
  return {
    milliseconds: Object.fromEntries(Object.entries(samples).map(([name, values]) => [name, median(values)])),
    ratios: Object.fromEntries(
      ["hono", "express", "again"].map((peer) => [peer, pairedRatio(samples.laurel!, samples[peer]!)]),
    ),
  };
}

/**
 * Measures the processor time of import and first call of handlers, which all get the same request, most to refuse it for
 * its input. Answers each one's milliseconds by its name: the least of all rounds, as noise only adds.
 */
export async function firstCallsInFreshProcesses(
  files: Readonly<Record<string, string>>,
  rounds: number,
): Promise<ReadonlyMap<string, number>> {
  const samples = await samplesOf("cold", { files, eventOf: () => reading, rounds, take: firstCall });
  return new Map(Object.entries(samples).map(([name, values]) => [name, Math.min(...values)]));
}

/** Measures the same of one list, asked for by a person of the portal, once more by them, and by a key. */
export async function coldByKey(subject: string, rounds: number): Promise<Paired> {
  const samples = await samplesOf("cold", {
    files: { portal: subject, again: subject, key: subject },
    eventOf: (name) => (name === "key" ? listingByKey : listing),
    rounds,
    take: (said) => (said.status === 200 ? said.processorMilliseconds : undefined),
  });
  return {
    milliseconds: Object.fromEntries(Object.entries(samples).map(([name, values]) => [name, median(values)])),
    ratios: Object.fromEntries(["key", "again"].map((name) => [name, pairedRatio(samples[name]!, samples.portal!)])),
  };
}

/** What a program says of each file in so many rounds, in random order; one round before them is for the disk. */
async function samplesOf(
  program: "cold" | "warm",
  {
    files,
    eventOf,
    rounds,
    take,
  }: {
    files: Readonly<Record<string, string>>;
    eventOf: (name: string) => object;
    rounds: number;
    /** What counts of a sample; undefined when it went wrong. */
    take: (said: Sample) => number | undefined;
  },
): Promise<Record<string, number[]>> {
  mkdirSync(folder, { recursive: true });
  const eventFile = (name: string) => join(folder, `event-${name.replace("/", "-")}.json`);
  for (const name of Object.keys(files)) writeFileSync(eventFile(name), JSON.stringify(eventOf(name)));
  const table = fork(join(here, "dynamodb-mock.ts"), { stdio: "ignore" });
  const { port } = await new Promise<{ port: number }>((done) =>
    table.once("message", (message) => done(message as { port: number })),
  );
  if (process.platform === "linux") spawnSync("taskset", ["-pc", "1", String(table.pid)]);
  try {
    const samples: Record<string, number[]> = Object.fromEntries(Object.keys(files).map((name) => [name, []]));
    for (let round = 0; round <= rounds; round++) {
      for (const name of Object.keys(files).toSorted(() => Math.random() - 0.5)) {
        const said = sample(program, [files[name]!, eventFile(name)], port);
        const milliseconds = take(said);
        if (milliseconds === undefined) throw new Error(`${name} answered ${said.status}.`);
        if (round > 0) samples[name]!.push(milliseconds);
      }
    }
    return samples;
  } finally {
    table.kill();
  }
}

/** What a program says of a bundle; of a warm one no processor's time apart. */
interface Sample {
  readonly milliseconds: number;
  readonly processorMilliseconds?: number;
  readonly status: number;
}
const answered = ({ status, milliseconds }: Sample) => (status === 200 ? milliseconds : undefined);
const firstCall = ({ status, processorMilliseconds }: Sample) => (status ? processorMilliseconds : undefined);

/** Runs a program of a bundle and the file of its event; what it asks of the table goes to the port. */
function sample(program: string, files: readonly [string, string], port: number): Sample {
  const node = [join(here, `${program}-sample.cjs`), ...files];
  const [command, ...rest] =
    process.platform === "linux"
      ? (["taskset", "-c", "0", process.execPath, ...node] as const)
      : ([process.execPath, ...node] as const);
  const { stdout, stderr } = spawnSync(command, rest, {
    encoding: "utf8",
    env: {
      PATH: process.env.PATH,
      AWS_REGION: "eu-west-1",
      AWS_ACCESS_KEY_ID: "bench",
      AWS_SECRET_ACCESS_KEY: "bench",
      AWS_ENDPOINT_URL_DYNAMODB: `http://127.0.0.1:${port}`,
      TABLE_NAME: "bench",
      PORTAL_ORIGIN: "http://localhost:3000",
      MEDIA_BUCKET: "media",
      STAGE: "local",
    },
  });
  if (!stdout.includes("{")) throw new Error(`${files[0]} said nothing: ${stderr}`);
  return JSON.parse(stdout.slice(stdout.lastIndexOf("{"))) as Sample;
}

const reading = {
  version: "2.0",
  routeKey: "GET /api/organization",
  rawPath: "/api/organization",
  rawQueryString: "organization_id=org_01BENCH",
  headers: { host: "localhost", accept: "application/json" },
  queryStringParameters: { organization_id: "org_01BENCH" },
  requestContext: {
    accountId: "1",
    apiId: "bench",
    domainName: "localhost",
    domainPrefix: "bench",
    http: { method: "GET", path: "/api/organization", protocol: "HTTP/1.1", sourceIp: "127.0.0.1", userAgent: "bench" },
    requestId: "bench",
    routeKey: "GET /api/organization",
    stage: "$default",
    time: "",
    timeEpoch: 0,
    authorizer: {
      jwt: { claims: { user_id: "usr_01BENCH", iat: "1900000000", auth_time: "1900000000" }, scopes: ["laurel/api"] },
    },
  },
  isBase64Encoded: false,
};

const listing = {
  ...reading,
  routeKey: "GET /api/credential/list",
  rawPath: "/api/credential/list",
  rawQueryString: "org_id=org_01BENCH",
  queryStringParameters: { org_id: "org_01BENCH" },
  requestContext: {
    ...reading.requestContext,
    http: { ...reading.requestContext.http, path: "/api/credential/list" },
    routeKey: "GET /api/credential/list",
  },
};

const { authorizer: _, ...ofNobody } = listing.requestContext;
const listingByKey = {
  ...listing,
  routeKey: "GET /api/v1/credential/list",
  rawPath: "/api/v1/credential/list",
  headers: { ...reading.headers, authorization: `Bearer ${seedKey.text}` },
  requestContext: {
    ...ofNobody,
    http: { ...ofNobody.http, path: "/api/v1/credential/list" },
    routeKey: "GET /api/v1/credential/list",
  },
};

const { organization_id, name, description, domain_url, address, phone, version } = organization;
const updating = {
  ...reading,
  routeKey: "PUT /api/organization",
  rawQueryString: "",
  headers: { ...reading.headers, "content-type": "application/json" },
  queryStringParameters: undefined,
  body: JSON.stringify({ organization_id, name, description, domain_url, address, phone, version }),
  requestContext: {
    ...reading.requestContext,
    http: { ...reading.requestContext.http, method: "PUT" },
    routeKey: "PUT /api/organization",
  },
};
