import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { BatchWriteCommand, DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { startDynamodb } from "../../bin/local/aws/dynamodb.ts";
import { createTable } from "../../bin/local/aws/tables.ts";
import { root } from "../../bin/local/prepare.ts";
import type { Item } from "../../functions/data/table.ts";
import { copiesOf } from "./copies.ts";
import { judged, line } from "./print.ts";

/** Operators' programs hold no more at any size; one that needs it dies. */
const HEAP_MEGABYTES = 192;
/** One item in so many was written since the copy was taken. */
const ITEMS_PER_NEW = 1000;

const shape = {
  keySchema: [
    { AttributeName: "pk", KeyType: "HASH" },
    { AttributeName: "sk", KeyType: "RANGE" },
  ],
  attributes: [
    { AttributeName: "pk", AttributeType: "S" },
    { AttributeName: "sk", AttributeType: "S" },
  ],
} as const;
const ITEMS_PER_BATCH = 25;
const BATCHES_AT_ONCE = 4;
const copyOf = (table: string) => `${table}-copy`;

/**
 * What operators run over whole tables: numbers counted again, and what a restored copy lacks told and brought into it, with the
 * items of a world in `file` copied to each of these counts. Two million items take some 3 GB below .cache while it runs.
 */
export async function benchWholeTables(file: string, counts: readonly number[]): Promise<void> {
  const directory = join(root, ".cache/bench", `whole-tables-${process.pid}`);
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true });
  const dynamodb = await startDynamodb({ directory });
  const environment = {
    AWS_ENDPOINT_URL_DYNAMODB: dynamodb.url,
    AWS_REGION: "us-east-1",
    AWS_ACCESS_KEY_ID: "bench",
    AWS_SECRET_ACCESS_KEY: "bench",
  };
  const client = new DynamoDBClient({
    endpoint: dynamodb.url,
    region: "us-east-1",
    credentials: { accessKeyId: "bench", secretAccessKey: "bench" },
  });
  const documents = DynamoDBDocumentClient.from(client);
  try {
    for (const count of counts) {
      const table = `items-${count}`;
      for (const name of [table, copyOf(table)]) await createTable(client, { name, ...shape });
      const total = await fill(documents, table, copiesOf(file, count));
      const many = `${total.toLocaleString("en-US")} items`;
      const run = (what: string, wanted: RegExp, ...words: [string, ...string[]]) => {
        const began = performance.now();
        const output = operate({ ...environment, TABLE_NAME: table }, words);
        const rows = Math.round(total / ((performance.now() - began) / 1000));
        const [said = output.slice(-500)] = wanted.exec(output) ?? [];
        line(`${many}: ${what}, items a second`, rows.toLocaleString("en-US"), `with a heap of ${HEAP_MEGABYTES} MB`);
        judged(`${many}: ${what} says`, said, String(wanted), wanted.test(output));
      };
      const replay = ["replay-writes", "--into", copyOf(table)] as const;
      run("repair", /Every number is right/, "repair");
      run("replay-writes", /[1-9]\d* items were written since/, ...replay);
      run("replay-writes --write", /[1-9]\d* items were written, \d+ numbers/, ...replay, "--write");
      run("replay-writes again", /^0 items were written since/m, ...replay);
    }
  } finally {
    client.destroy();
    await dynamodb.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Writes all items into the table, all but one in so many into its copy; gives how many there are. */
async function fill(documents: DynamoDBDocumentClient, table: string, items: Iterable<Item>): Promise<number> {
  let total = 0;
  let running: Promise<unknown>[] = [];
  const batches = new Map<string, Item[]>([
    [table, []],
    [copyOf(table), []],
  ]);
  const send = (name: string, batch: Item[]) => {
    const puts = batch.splice(0).map((item) => ({ PutRequest: { Item: item } }));
    running.push(documents.send(new BatchWriteCommand({ RequestItems: { [name]: puts } })));
  };
  for (const item of items) {
    total += 1;
    const isNewer = total % ITEMS_PER_NEW === 0;
    for (const [name, batch] of batches) {
      if (isNewer && name !== table) continue;
      batch.push(item);
      if (batch.length === ITEMS_PER_BATCH) send(name, batch);
    }
    if (running.length < BATCHES_AT_ONCE) continue;
    await Promise.all(running);
    running = [];
  }
  for (const [name, batch] of batches) if (batch.length > 0) send(name, batch);
  await Promise.all(running);
  return total;
}

function operate(
  environment: Readonly<Record<string, string>>,
  [program, ...words]: readonly [string, ...string[]],
): string {
  const flags = [`--max-old-space-size=${HEAP_MEGABYTES}`, join(root, "bin/operate", `${program}.ts`)];
  const options = { encoding: "utf8", maxBuffer: 2 ** 28, env: { ...process.env, ...environment } } as const;
  const { stdout, stderr } = spawnSync(process.execPath, [...flags, ...words], options);
  return `${stdout}${stderr}`;
}
