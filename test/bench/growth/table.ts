import { deepStrictEqual } from "node:assert";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import {
  type AttributeValue,
  BatchWriteItemCommand,
  CreateTableCommand,
  DynamoDBClient,
} from "@aws-sdk/client-dynamodb";
import { type LocalDynamodb, startDynamodb } from "../../../bin/local/aws/dynamodb.ts";
import type { Item } from "../../../functions/data/table.ts";

/**
 * Millions of items in a DynamoDB Local within minutes: its file is written while it is down. The first items of a table
 * go through its API, and our rows must be the rows it made of them; so a release that stores otherwise ends this way of filling.
 */

/** A table to be filled, and what is to be in it. */
export interface TableContent {
  readonly name: string;
  items(): Iterable<Item>;
  /** Is told now and then how many items there are. */
  progress?(written: number): void;
}

type Attributes = Record<string, AttributeValue>;

const PROBES = 25;
const ITEMS_PER_PROGRESS = 250_000;

const attributesOf = (item: object): Attributes =>
  Object.fromEntries(
    Object.entries(item).flatMap(([name, value]) => (value === undefined ? [] : [[name, attributeOf(value)]])),
  );

function attributeOf(value: unknown): AttributeValue {
  if (value === null) return { NULL: true };
  if (Array.isArray(value)) return { L: value.map(attributeOf) };
  switch (typeof value) {
    case "string":
      return { S: value };
    case "number":
      return { N: String(value) };
    case "boolean":
      return { BOOL: value };
    default:
      return { M: attributesOf(value as object) };
  }
}

const sizeOf = (attributes: Attributes): number =>
  Object.entries(attributes).reduce((sum, [name, value]) => sum + Buffer.byteLength(name) + sizeOfValue(value), 0);

/** Bytes as DynamoDB counts them. */
function sizeOfValue({ S, N, L, M, NULL }: AttributeValue): number {
  if (S !== undefined) return Buffer.byteLength(S);
  if (N !== undefined) return sizeOfNumber(N);
  if (L) return L.reduce((sum, each) => sum + 1 + sizeOfValue(each), 3);
  if (M) return sizeOf(M) + 3 + Object.keys(M).length;
  return NULL ? 2 : 1;
}

function sizeOfNumber(text: string): number {
  const digits = text.replace(/^-?0*/, "").replace(/0+$/, "");
  return digits === "" ? 1 : Math.ceil(digits.length / 2) + 1 + (text.startsWith("-") ? 1 : 0);
}

const rowOf = (item: Item) => {
  const attributes = attributesOf(item);
  return { size: sizeOf(attributes), text: JSON.stringify(attributes) };
};

/** Fills the tables of a new DynamoDB Local with its file in `directory`, and starts it. */
export async function startWithTables(directory: string, contents: readonly TableContent[]): Promise<LocalDynamodb> {
  const empty = await startDynamodb({ directory, official: true });
  const probed = contents.map((content) => ({ content, probes: probesOf(content) }));
  for (const { content, probes } of probed) await createTable(empty.url, content.name, probes);
  await empty.stop();
  const database = new DatabaseSync(join(directory, "shared-local-instance.db"));
  database.exec("pragma page_size = 8192; vacuum"); // half the work of the 1,024 bytes it is made with
  database.exec("pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -1000000");
  for (const { content, probes } of probed) {
    requireLikeRows(database, content.name, probes);
    fill(database, content);
  }
  database.close();
  return startDynamodb({ directory, official: true });
}

function probesOf({ items }: TableContent): Item[] {
  const probes: Item[] = [];
  for (const item of items()) {
    probes.push(item);
    if (probes.length === PROBES) break;
  }
  return probes;
}

async function createTable(url: string, TableName: string, probes: readonly Item[]): Promise<void> {
  const credentials = { accessKeyId: "bench", secretAccessKey: "bench" };
  const client = new DynamoDBClient({ endpoint: url, region: "us-east-1", credentials });
  await client.send(
    new CreateTableCommand({
      TableName,
      KeySchema: [
        { AttributeName: "pk", KeyType: "HASH" },
        { AttributeName: "sk", KeyType: "RANGE" },
      ],
      AttributeDefinitions: [
        { AttributeName: "pk", AttributeType: "S" },
        { AttributeName: "sk", AttributeType: "S" },
      ],
      BillingMode: "PAY_PER_REQUEST",
    }),
  );
  const requests = probes.map((item) => ({ PutRequest: { Item: attributesOf(item) } }));
  await client.send(new BatchWriteItemCommand({ RequestItems: { [TableName]: requests } }));
  client.destroy();
}

function requireLikeRows(database: DatabaseSync, name: string, probes: readonly Item[]): void {
  const find = database.prepare(`select itemSize, ObjectJSON from "${name}" where hashKey = ? and rangeKey = ?`);
  for (const item of probes) {
    const row = find.get(Buffer.from(item.pk), Buffer.from(item.sk)) as { itemSize: number; ObjectJSON: Uint8Array };
    const { size, text } = rowOf(item);
    const stored = { size: row.itemSize, attributes: JSON.parse(Buffer.from(row.ObjectJSON).toString()) };
    deepStrictEqual({ size, attributes: JSON.parse(text) }, stored, "DynamoDB Local stores items another way.");
  }
}

/** The columns of hashes serve parallel scans alone, which nothing here does. */
const noHash = new Uint8Array(20);

function fill(database: DatabaseSync, { name, items, progress }: TableContent): void {
  const insert = database.prepare(
    `insert or replace into "${name}" (hashKey, rangeKey, hashValue, rangeValue, itemSize, ObjectJSON) values (?, ?, ?, ?, ?, ?)`,
  );
  const index = `${name}*HVI`; // made again at the end: one sort instead of a million insertions
  const { sql } = database.prepare("select sql from sqlite_master where name = ?").get(index) as { sql: string };
  database.exec(`drop index "${index}"; begin`);
  let written = 0;
  for (const item of items()) {
    const { size, text } = rowOf(item);
    insert.run(Buffer.from(item.pk), Buffer.from(item.sk), noHash, noHash, size, Buffer.from(text));
    if (++written % ITEMS_PER_PROGRESS === 0) progress?.(written);
  }
  database.exec(`commit; ${sql}`);
  progress?.(written);
}
