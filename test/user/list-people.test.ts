import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { DeleteObjectCommand, GetObjectCommand, ListObjectsV2Command, S3Client } from "@aws-sdk/client-s3";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { type LocalServer, readBody, sendJson, serve } from "../../bin/local/server.ts";
import { handler } from "../../functions/user/list-people.ts";
import { restoreEnvironment } from "../support/environment.ts";
import { lentWorld } from "../support/lent-world.ts";

const world = await lentWorld(); // its bucket has the list of one pool
const before = { ...process.env };
const PAGE = 60;
/** By how much the product's clock is ahead. */
const offset = Symbol.for("laurel.clockOffsetMs");

let cognito: LocalServer;
let storage: S3Client;
let Bucket: string;
/** A pool of so many accounts, and whether it refuses the next mark. */
let pool = { accounts: 0, refuses: false };
let pages = 0;
let onPage = (_page: number) => {};

beforeAll(async () => {
  const settings = await world.control.settings([
    "AWS_REGION",
    "AWS_ACCESS_KEY_ID",
    "AWS_SECRET_ACCESS_KEY",
    "AWS_ENDPOINT_URL_S3",
    "EXPORTS_BUCKET",
    "USER_POOL_ID",
  ]);
  cognito = await serve(0, async (request, response) => {
    const { PaginationToken: token } = JSON.parse((await readBody(request)).toString()) as { PaginationToken?: string };
    if (token !== undefined && pool.refuses) {
      pool.refuses = false;
      response.writeHead(400, { "content-type": "application/x-amz-json-1.1" });
      return void response.end(JSON.stringify({ __type: "InvalidParameterException", message: "Invalid token" }));
    }
    pages += 1;
    onPage(pages);
    const from = Number(token ?? 0);
    const count = Math.min(PAGE, pool.accounts - from);
    const Users = Array.from({ length: count }, (_, index) => ({
      Enabled: (from + index) % 7 > 0,
      Attributes: [
        { Name: "email", Value: `learner.${from + index}@school.example` },
        { Name: "custom:user_id", Value: `usr_${String(from + index).padStart(26, "0")}` },
      ],
    }));
    const next = from + count;
    sendJson(response, 200, { Users, ...(next < pool.accounts && { PaginationToken: String(next) }) });
  });
  Object.assign(process.env, settings, { AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: cognito.url });
  Bucket = settings.EXPORTS_BUCKET!;
  storage = new S3Client({ forcePathStyle: true });
});
beforeEach(async () => {
  pages = 0;
  onPage = () => {};
  for (const Key of await kept()) await storage.send(new DeleteObjectCommand({ Bucket, Key }));
});
afterAll(async () => {
  restoreEnvironment(before);
  await cognito.stop();
  await world.stop();
});

const kept = async () =>
  ((await storage.send(new ListObjectsV2Command({ Bucket, Prefix: "people/" }))).Contents ?? []).map(({ Key }) => Key!);
const listsOf = async () => (await kept()).filter((key) => key.endsWith(".jsonl"));
const today = () => new Date().toISOString().slice(0, 10);
async function ids(day = today()): Promise<number[]> {
  const { Body } = await storage.send(new GetObjectCommand({ Bucket, Key: `people/${day}.jsonl` }));
  const lines = (await Body!.transformToString()).trimEnd().split("\n");
  return lines.map((line) => Number(JSON.parse(line).user_id.slice("usr_".length)));
}

/** A run that has time for so many pages, and what its log says. */
async function run(time = Number.POSITIVE_INFINITY): Promise<{ listed: number; said: string[] }> {
  let looks = 0;
  const said = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  try {
    const { listed } = await handler({}, { getRemainingTimeInMillis: () => (++looks < time ? 900_000 : 29_000) });
    return { listed, said: said.mock.calls.map(([line]) => JSON.parse(String(line)).message) };
  } finally {
    said.mockRestore();
  }
}
const all = (count: number) => Array.from({ length: count }, (_, number) => number);

test("a pool that one run has no time for is listed by several, each account once, and then no more that day", async () => {
  pool = { accounts: 150_000, refuses: false };
  const runs: Awaited<ReturnType<typeof run>>[] = [];
  while (runs.length < 5 && !runs.some(({ listed }) => listed > 0)) {
    expect(await listsOf()).toEqual([]); // nobody takes half a list for a whole one
    runs.push(await run(1100));
  }
  expect(runs.map(({ listed, said }) => [listed, ...said])).toEqual([[0], [0], [150_000, "people_listed"]]);
  expect(await ids()).toEqual(all(150_000));
  pages = 0;
  expect(await run()).toEqual({ listed: 150_000, said: [] });
  expect(pages).toBe(0);
});

test("a list whose mark Cognito takes no more is begun anew", async () => {
  pool = { accounts: 80_000, refuses: false };
  expect(await run(1000)).toEqual({ listed: 0, said: [] });
  pool.refuses = true;
  expect(await run()).toEqual({ listed: 80_000, said: ["people_listed_anew", "people_listed"] });
  expect(await ids()).toEqual(all(80_000));
});

test("a list that a day has no time for is finished on the next, which is said", async () => {
  pool = { accounts: 80_000, refuses: false };
  const day = today();
  await run(1000);
  (globalThis as { [offset]?: number })[offset] = 86_400_000;
  try {
    expect(await run()).toEqual({ listed: 80_000, said: ["scheduled_behind", "people_listed"] });
    expect(await listsOf()).toEqual([`people/${day}.jsonl`]);
    expect(await run()).toEqual({ listed: 80_000, said: ["people_listed"] });
    expect(await listsOf()).toHaveLength(2);
  } finally {
    delete (globalThis as { [offset]?: number })[offset];
  }
});

test("memory does not grow with the accounts that are listed", async () => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  pool = { accounts: 300_000, refuses: false };
  const megabytes: number[] = [];
  onPage = (page) => {
    if (page % 1000 !== 0) return;
    collect();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    megabytes.push((heapUsed + arrayBuffers) / 1024 / 1024);
  };
  const began = performance.now();
  expect((await run()).listed).toBe(300_000);
  const rows = 300_000 / ((performance.now() - began) / 1000);
  console.log(`${Math.round(rows)} accounts a second; ${megabytes.map((each) => each.toFixed(0)).join(", ")} MB`);
  expect(megabytes).toHaveLength(5);
  const [first, last] = [megabytes.slice(0, 2), megabytes.slice(-2)].map((each) => Math.min(...each)); // of two, one between parts
  expect(last! - first!).toBeLessThan(12);
});
