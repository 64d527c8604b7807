import { type AttributeValue, BatchGetItemCommand, DynamoDBClient, QueryCommand } from "@aws-sdk/client-dynamodb";
import { Problem } from "../../shared/http/problem.ts";
import { clientTimeouts } from "../runtime/client-timeouts.ts";
import { environment } from "../runtime/environment.ts";
import type { Part, SheetPage } from "../sheets/sheet.ts";
import type { Key } from "./keys/key.ts";
import type { Item } from "./table.ts";

/**
 * Reading by the million. The SDK signs, sends and retries; the answer is decoded here, straight from its JSON, which
 * costs a quarter of what the document client takes. For exports; everything else reads through table.ts.
 */

type Attribute = { readonly [type: string]: unknown };
type WireItem = { readonly [name: string]: Attribute };

const KEYS_PER_READ = 100;
/** Rows read at a time: memory holds two or three such chunks. */
const ROWS_PER_CHUNK = 2 * KEYS_PER_READ;
/** Rows of an index are small; a few chunks of them are read at once. */
const ROWS_PER_PAGE = 3 * ROWS_PER_CHUNK;
const READS_AT_ONCE = 2;

let client: DynamoDBClient | undefined;

/** Sends a command and gives the body of its answer, undecoded by the SDK. */
async function ask(given: QueryCommand | BatchGetItemCommand): Promise<Record<string, unknown>> {
  client ??= new DynamoDBClient(clientTimeouts);
  const command = given as QueryCommand; // both are sent alike
  let text = "";
  command.middlewareStack.add(
    (next) => async (args) => {
      const answer = await next(args);
      const response = answer.response as { statusCode: number; body: AsyncIterable<Buffer> };
      if (response.statusCode !== 200) return answer;
      const parts: Buffer[] = [];
      for await (const part of response.body) parts.push(part);
      text = Buffer.concat(parts).toString();
      (answer.response as { body: unknown }).body = Buffer.from("{}");
      return answer;
    },
    { step: "deserialize", priority: "low" }, // innermost: once per attempt, before the SDK decodes
  );
  await client.send(command);
  return JSON.parse(text);
}

function plainOf(value: Attribute): unknown {
  if (value.S !== undefined) return value.S;
  if (value.N !== undefined) return Number(value.N);
  if (value.BOOL !== undefined) return value.BOOL;
  if (value.L !== undefined) return (value.L as Attribute[]).map(plainOf);
  if (value.M !== undefined) return itemOf(value.M as WireItem);
  return undefined;
}

function itemOf(wire: WireItem): Item {
  const item: Record<string, unknown> = {};
  for (const name in wire) item[name] = plainOf(wire[name]!);
  return item as Item;
}

interface Partition {
  readonly pk: string;
  /** Go on after this sort key. */
  readonly after?: string;
  /** At most so many items; all without it. */
  readonly limit?: number;
  /** The first and the last sort key; all without it. */
  readonly between?: readonly [string, string] | undefined;
}

/** The items of a partition, newest first, page by page. The next page is on its way while one is worked on. */
async function* bulkPages({ pk, after, limit = Number.POSITIVE_INFINITY, between }: Partition): AsyncGenerator<Item[]> {
  const read = (from: string | undefined, wanted: number) =>
    ask(
      new QueryCommand({
        TableName: environment("TABLE_NAME"),
        ConsistentRead: true,
        KeyConditionExpression: between ? "pk = :pk and sk between :from and :to" : "pk = :pk",
        ExpressionAttributeValues: {
          ":pk": { S: pk },
          ...(between && { ":from": { S: between[0] }, ":to": { S: between[1] } }),
        },
        ...(from !== undefined && { ExclusiveStartKey: { pk: { S: pk }, sk: { S: from } } }),
        ScanIndexForward: false,
        Limit: Math.min(wanted, ROWS_PER_PAGE),
      }),
    );
  let left = limit;
  let coming: Promise<Record<string, unknown>> | undefined = read(after, left);
  while (coming !== undefined) {
    const answer: Record<string, unknown> = await coming;
    const items = (answer.Items as WireItem[]).map(itemOf);
    left -= items.length;
    const last = answer.LastEvaluatedKey as WireItem | undefined;
    coming = last && left > 0 ? read(String(last.sk!.S), left) : undefined;
    coming?.catch(() => {}); // thrown where it is awaited
    if (items.length > 0) yield items;
  }
}

/** Reads any number of items, in the order asked; undefined where there is none. */
export async function bulkGet(keys: readonly Key[]): Promise<(Item | undefined)[]> {
  const nameOf = ({ pk, sk }: Key) => `${pk}\n${sk}`;
  const wanted = [...new Map(keys.map((key) => [nameOf(key), key])).values()];
  const found = new Map<string, Item>();
  const batches = Array.from({ length: Math.ceil(wanted.length / KEYS_PER_READ) }, (_, index) =>
    wanted.slice(index * KEYS_PER_READ, (index + 1) * KEYS_PER_READ),
  );
  let next = 0;
  const work = async () => {
    for (let batch = batches[next++]; batch !== undefined; batch = batches[next++]) {
      for (const item of await batchGetPage(batch)) found.set(nameOf(item), item);
    }
  };
  await Promise.all(Array.from({ length: Math.min(READS_AT_ONCE, batches.length) }, work));
  return keys.map((key) => found.get(nameOf(key)));
}

async function batchGetPage(keys: readonly Key[]): Promise<Item[]> {
  const items: Item[] = [];
  let pending: Record<string, AttributeValue>[] = keys.map(({ pk, sk }) => ({ pk: { S: pk }, sk: { S: sk } }));
  for (let attempt = 0; pending.length > 0; attempt++) {
    if (attempt === 8) throw new Problem("server.busy");
    if (attempt > 0) await new Promise((resolve) => setTimeout(resolve, Math.random() * 25 * 2 ** attempt));
    const TableName = environment("TABLE_NAME");
    const answer = (await ask(
      new BatchGetItemCommand({ RequestItems: { [TableName]: { Keys: pending, ConsistentRead: true } } }),
    )) as {
      Responses?: Record<string, WireItem[]>;
      UnprocessedKeys?: Record<string, { Keys: Record<string, AttributeValue>[] }>;
    };
    for (const wire of answer.Responses?.[TableName] ?? []) items.push(itemOf(wire));
    pending = answer.UnprocessedKeys?.[TableName]?.Keys ?? [];
  }
  return items;
}

/** What a view lists: where a thing lives, and its sort key, which may carry ids of what is read beside it. */
export interface Listed {
  readonly reference: Key;
  readonly sort: string;
}

/**
 * The rows of a view, newest first, in chunks with the mark to go on after each: all of them, those after a mark, or those
 * of a part. `read` makes rows of a chunk's references; the next chunk is read while one is worked on, so memory holds a
 * few chunks however long the view is.
 */
export async function* bulkRows<Row>(
  { view, part, ...partition }: Pick<Partition, "after" | "between"> & { readonly view: string; readonly part?: Part },
  read: (listed: readonly Listed[]) => Promise<readonly Row[]>,
): AsyncGenerator<SheetPage<Row>> {
  let coming: Promise<SheetPage<Row>> | undefined;
  let skipped = part?.from ?? 0;
  for await (const page of bulkPages({ pk: view, ...partition, limit: part && part.from + part.limit })) {
    const wanted = page.slice(skipped);
    skipped = Math.max(0, skipped - page.length);
    for (let at = 0; at < wanted.length; at += ROWS_PER_CHUNK) {
      const listed = wanted.slice(at, at + ROWS_PER_CHUNK).map(({ sk, ref_pk, ref_sk }) => ({
        reference: { pk: String(ref_pk), sk: String(ref_sk) },
        sort: sk,
      }));
      const before = coming;
      coming = read(listed).then((rows) => ({ rows, after: listed.at(-1)!.sort }));
      coming.catch(() => {}); // thrown where it is awaited
      if (before !== undefined) yield await before;
    }
  }
  if (coming !== undefined) yield await coming;
}
