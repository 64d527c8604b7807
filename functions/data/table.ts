import { DynamoDBClient, type DynamoDBClientConfig, type TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import {
  BatchGetCommand,
  DynamoDBDocumentClient,
  GetCommand,
  QueryCommand,
  TransactGetCommand,
  TransactWriteCommand,
} from "@aws-sdk/lib-dynamodb";
import type * as z from "zod";
import { Problem } from "../../shared/http/problem.ts";
import { clientTimeouts } from "../runtime/client-timeouts.ts";
import type { Key } from "./keys/key.ts";
import { isShardable, markSharded, shardsOf, sumOf } from "./shards.ts";
import { operationsOf, type Step, tableName } from "./steps.ts";

/** An item as stored, keys included. */
export type Item = Record<string, unknown> & Key;

/** The SDK's own defaults, timeouts aside. What is not said here it looks for in files that no Lambda has: 5 ms of a cold start. */
const clientDefaults: DynamoDBClientConfig = {
  ...clientTimeouts,
  maxAttempts: 3,
  retryMode: "standard",
  defaultsMode: "legacy",
  useDualstackEndpoint: false,
  useFipsEndpoint: false,
  accountIdEndpointMode: "disabled",
  endpointDiscoveryEnabled: false,
  authSchemePreference: [],
  userAgentAppId: "",
};

let client: DynamoDBDocumentClient | undefined;

/** The client of all reads and writes. */
export function documents(): DynamoDBDocumentClient {
  if (client === undefined) {
    client = DynamoDBDocumentClient.from(new DynamoDBClient(clientDefaults), {
      marshallOptions: { removeUndefinedValues: true },
    });
  }
  return client;
}

/** Reads one item, strongly consistent, through its schema; undefined when it is not there. */
export async function get<Schema extends z.ZodType>(schema: Schema, key: Key): Promise<z.output<Schema> | undefined> {
  const { Item: item } = await documents().send(
    new GetCommand({ TableName: tableName(), Key: { pk: key.pk, sk: key.sk }, ConsistentRead: true }),
  );
  return item === undefined ? undefined : schema.parse(item);
}

/** Most keys of one read. */
const KEYS_PER_READ = 100;

/** Reads items in one round, strongly consistent, in the order asked; undefined where there is none. */
export async function batchGet(keys: readonly Key[]): Promise<(Item | undefined)[]> {
  const name = (key: Key) => `${key.pk}\n${key.sk}`;
  const wanted = [...new Map(keys.map((key) => [name(key), { pk: key.pk, sk: key.sk }])).values()];
  const found = new Map<string, Item>();
  const rounds = Array.from({ length: Math.ceil(wanted.length / KEYS_PER_READ) }, (_, index) =>
    batchGetPage(wanted.slice(index * KEYS_PER_READ, (index + 1) * KEYS_PER_READ)),
  );
  for (const items of await Promise.all(rounds)) for (const item of items) found.set(name(item), item);
  return keys.map((key) => found.get(name(key)));
}

/** How often what one answer left out is asked for. */
const unansweredMax = 6;

async function batchGetPage(keys: { pk: string; sk: string }[]): Promise<Item[]> {
  const items: Item[] = [];
  let pending = keys;
  for (let attempt = 0; pending.length > 0; attempt++) {
    if (attempt === unansweredMax) throw new Problem("server.busy");
    if (attempt > 0) await pause(attempt);
    const answer = await documents().send(
      new BatchGetCommand({ RequestItems: { [tableName()]: { Keys: pending, ConsistentRead: true } } }),
    );
    items.push(...((answer.Responses?.[tableName()] ?? []) as Item[]));
    pending = (answer.UnprocessedKeys?.[tableName()]?.Keys ?? []) as { pk: string; sk: string }[];
  }
  return items;
}

/**
 * Reads items (at most 100) as they are at one moment, in the order asked; undefined where there is none. What one
 * transaction has written is seen whole or not at all, which {@link batchGet} does not promise.
 */
export async function transactGet(keys: readonly Key[]): Promise<(Item | undefined)[]> {
  const gets = keys.map(({ pk, sk }) => ({ Get: { TableName: tableName(), Key: { pk, sk } } }));
  const { Responses: answers = [] } = await retryConflicts(() =>
    documents().send(new TransactGetCommand({ TransactItems: gets })),
  );
  return answers.map(({ Item: item }) => item as Item | undefined);
}

/** Which items of a partition to read. `after` is the sort key of the last item already had. */
export interface PageQuery {
  readonly pk: string;
  readonly prefix?: string | undefined;
  /** The first and the last sort key; with it no prefix. */
  readonly between?: readonly [string, string] | undefined;
  readonly limit?: number;
  readonly after?: string;
  readonly newestFirst?: boolean;
}

/** Reads one page of a partition; `next` is the sort key to go on after, absent at the end. */
export async function queryPage({
  limit,
  after,
  newestFirst,
  ...within
}: PageQuery): Promise<{ items: Item[]; next?: string }> {
  const { pk } = within;
  const answer = await documents().send(
    new QueryCommand({
      ...partOf(within),
      ...(limit !== undefined && { Limit: limit }),
      ...(after !== undefined && { ExclusiveStartKey: { pk, sk: after } }),
      ScanIndexForward: !newestFirst,
    }),
  );
  return { items: (answer.Items ?? []) as Item[], next: answer.LastEvaluatedKey?.sk as string | undefined };
}

/** How many items of a partition have sort keys between two, up to `most`: counted by the table, at 1 MB a request. */
export async function countItems({
  most = Number.POSITIVE_INFINITY,
  ...part
}: Pick<PageQuery, "pk" | "between"> & { readonly most?: number }): Promise<number> {
  let count = 0;
  let after: Record<string, unknown> | undefined;
  do {
    const answer = await documents().send(
      new QueryCommand({
        ...partOf(part),
        Select: "COUNT",
        ...(Number.isFinite(most) && { Limit: most - count }),
        ...(after && { ExclusiveStartKey: after }),
      }),
    );
    count += answer.Count ?? 0;
    after = answer.LastEvaluatedKey;
  } while (after !== undefined && count < most);
  return count;
}

const partOf = ({ pk, prefix, between }: Pick<PageQuery, "pk" | "prefix" | "between">) => ({
  TableName: tableName(),
  ConsistentRead: true,
  KeyConditionExpression: between
    ? "pk = :pk and sk between :from and :to"
    : prefix === undefined
      ? "pk = :pk"
      : "pk = :pk and begins_with(sk, :prefix)",
  ExpressionAttributeValues: {
    ":pk": pk,
    ...(between ? { ":from": between[0], ":to": between[1] } : prefix !== undefined && { ":prefix": prefix }),
  },
});

/** Reads a whole small partition, such as the sections of one credential. */
export async function queryAll(query: Omit<PageQuery, "limit" | "after">): Promise<Item[]> {
  const items: Item[] = [];
  let after: string | undefined;
  do {
    const page = await queryPage({ ...query, after });
    items.push(...page.items);
    after = page.next;
  } while (after !== undefined);
  return items;
}

/** Reads the items of counters, sums or figures, each with its shards added to it; undefined where there is none. */
export const readNumbers = async (keys: readonly Key[]): Promise<(Item | undefined)[]> =>
  withShards(await batchGet(keys));

/**
 * Adds to items what their shards count, where they have some. A transaction that goes on meanwhile is seen in each number
 * whole or not at all, for it adds to one shard of it.
 */
export function withShards<Found extends Item | undefined>(items: readonly Found[]): Promise<Found[]> {
  return Promise.all(
    items.map(async (item) => (item?.sharded ? (sumOf(item, await queryAll(shardsOf(item))) as Found) : item)),
  );
}

const pause = (attempt: number) => new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * 2 ** attempt));

/** The SDK’s errors are known by their names, so that no module has to load their classes for that. */
const isCanceled = (error: unknown): error is TransactionCanceledException =>
  error instanceof Error && error.name === "TransactionCanceledException";

const codesOf = ({ CancellationReasons: reasons = [] }: TransactionCanceledException) =>
  reasons.map(({ Code: code }) => code);

const conflict = "TransactionConflict";

/** How often a transaction is tried that meets others at the same items. */
const conflictsMax = 8;

/**
 * Writes or reads by a transaction, again when another one was at the same items. Throws `server.busy` when there always is.
 * `onConflict` is told at which of the items, before the next attempt.
 */
export async function retryConflicts<Answer>(
  transact: () => Promise<Answer>,
  onConflict: (codes: readonly (string | undefined)[], attempt: number) => Promise<void> = async () => {},
): Promise<Answer> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transact();
    } catch (error) {
      const isOvertaken = error instanceof Error && error.name === "TransactionConflictException"; // a write by itself
      if (!isOvertaken && !isCanceled(error)) throw error;
      const codes = isOvertaken ? [conflict] : codesOf(error as TransactionCanceledException);
      const isConflict = codes.some((code) => code === conflict || code === "ThrottlingError");
      if (!isConflict || codes.includes("ConditionalCheckFailed")) throw error;
      if (attempt === conflictsMax) throw new Problem("server.busy");
      await onConflict(codes, attempt);
      await pause(attempt);
    }
  }
}

/** Where transactions met others so often, others are always there: a class that hands in at once is over before. */
const busyAttempts = 6;

/** Says in an item that its numbers are kept in several, where nobody else has: they are added to one of those from now on. */
async function shard(item: Key): Promise<void> {
  const { pk, sk } = item;
  const mark = { UpdateExpression: "set sharded = :true", ExpressionAttributeValues: { ":true": true } };
  const Update = { TableName: tableName(), Key: { pk, sk }, ...mark };
  const [kept] = await batchGet([item]);
  try {
    if (!kept?.sharded) await documents().send(new TransactWriteCommand({ TransactItems: [{ Update }] }));
    markSharded(item);
  } catch (error) {
    if (!isCanceled(error)) throw error; // it is busy: the next attempt says it
  }
}

/**
 * Does all steps or none (at most 100). Throws the `otherwise` of the first step whose condition failed, `state.changed`
 * where it has none, and `server.busy` when others kept writing the same items through every retry.
 */
export async function transact(steps: readonly Step[]): Promise<void> {
  let operations = operationsOf(steps);
  if (operations.length === 0) return;
  try {
    await retryConflicts(
      () => documents().send(new TransactWriteCommand({ TransactItems: operations.map(({ operation }) => operation) })),
      async (codes, attempt) => {
        const busy = operations.flatMap(({ added }, at) => (added && codes[at] === conflict ? added : []));
        if (attempt >= busyAttempts) await Promise.all(busy.filter(isShardable).map(shard));
        operations = operationsOf(steps);
      },
    );
  } catch (error) {
    if (!isCanceled(error)) throw error;
    const failed = codesOf(error).indexOf("ConditionalCheckFailed");
    if (failed < 0) throw error;
    throw operations[failed]?.otherwise ?? new Problem("state.changed");
  }
}
