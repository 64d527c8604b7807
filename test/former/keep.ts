import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { gzipSync } from "node:zlib";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { openObjects } from "../../bin/local/aws/s3/objects.ts";
import { builtFunctions, builtPortal, root, synthesizedApp } from "../../bin/local/prepare.ts";
import { startWorld, type World } from "../../bin/local/world.ts";
import { seed } from "../../bin/seed.ts";
import { callsOf } from "../../shared/contract.ts";
import { everythingIn } from "../support/world/everything.ts";
import { crawl } from "./crawl.ts";
import type { KeptAnswer } from "./restore.ts";

/**
 * `node test/former/keep.ts <name>`: keeps the seeded world as the present release makes it below test/former/<name>: the
 * table, the objects, the accounts, the state of the sandboxes, and what every person's reading calls answer.
 */
const [name] = process.argv.slice(2);
if (name === undefined || !/^[\w.-]+$/.test(name)) throw new Error("Say under which name, as in 2026-11.");
const target = join(root, "test/former", name);
const dataDirectory = join(root, ".cache/worlds", `former-${process.pid}`);

const directory = await builtPortal();
const world = await startWorld({
  port: 0,
  dataDirectory,
  fresh: true,
  tableInMemory: true,
  functionsDirectory: await builtFunctions(),
  assemblyDirectory: await synthesizedApp(),
  portal: { directory: async () => directory },
  movableRequests: true,
  log: () => {},
});
await seed(world, { content: true });
const items = await itemsIn(world);
const answers = await crawl(world.origin);
const routes = new Map(callsOf().map(({ domain, file, call }) => [`${domain}/${file}`, call.route]));
await world.stop();

rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });
keepLines("table.jsonl", items);
keepLines(
  "answers.jsonl",
  answers.map(({ call, ...answer }): KeptAnswer => ({ route: routes.get(call)!, ...answer })),
);
writeFileSync(join(target, "kept-at.txt"), `${new Date().toISOString()}\n`);
keepAccounts();
for (const file of readdirSync(dataDirectory))
  if (file.endsWith(".json") && file !== "stream.json") cpSync(join(dataDirectory, file), join(target, file));
keepObjects();
rmSync(dataDirectory, { recursive: true, force: true });
console.log(`${items.length} items and ${answers.length} answers are in ${relative(root, target)}.`);
process.exit(0);

async function itemsIn({ database, tableName }: World): Promise<Record<string, unknown>[]> {
  const nameOf = ({ pk, sk }: Record<string, unknown>) => `${pk}\n${sk}`;
  const found = await everythingIn(DynamoDBDocumentClient.from(database), tableName);
  return found.sort((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1));
}

function keepLines(file: string, lines: readonly unknown[]): void {
  writeFileSync(
    join(target, `${file}.gz`),
    gzipSync(lines.map((line) => `${JSON.stringify(line)}\n`).join(""), { level: 9 }),
  );
}

/** The accounts as one file, without the log that SQLite keeps beside it. */
function keepAccounts(): void {
  const copy = join(dataDirectory, "accounts.sqlite");
  const database = new DatabaseSync(join(dataDirectory, "people.sqlite"));
  database.exec(`vacuum into '${copy}'`);
  database.close();
  writeFileSync(join(target, "people.sqlite.gz"), gzipSync(readFileSync(copy), { level: 9 }));
}

/** The objects of all buckets with all that is kept of each, in one file. */
function keepObjects(): void {
  const files = join(dataDirectory, "files");
  const store = openObjects(files);
  const buckets = readdirSync(files).filter((each) => !each.startsWith("."));
  const objects = buckets.flatMap((bucket) =>
    store.all(bucket).map(({ key, headers, tags, checksum }) => ({
      bucket,
      key,
      headers,
      tags,
      checksum,
      base64: readFileSync(store.file(bucket, key)).toString("base64"),
    })),
  );
  keepLines("objects.jsonl", objects);
}
