import { DynamoDBClient, type DynamoDBClientConfig, type TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import {
  BatchGetCommand,
  DynamoDBDocumentClient,
  GetCommand,
  QueryCommand,
  TransactGetCommand,
  TransactWriteCommand,
  type TransactWriteCommandInput,
} from "@aws-sdk/lib-dynamodb";
import type * as z from "zod";
import { Problem } from "../../shared/http/problem.ts";
import { clientTimeouts } from "../runtime/client-timeouts.ts";
import { environment } from "../runtime/environment.ts";

/** Where an item lives. */
export interface Key {
  readonly pk: string;
  readonly sk: string;
}
/** An item as stored, keys included. */
export type Item = Record<string, unknown> & Key;

type Operation = NonNullable<TransactWriteCommandInput["TransactItems"]>[number];
type Primitive = string | number | boolean;
/** What an attribute must be for a step to hold: a value, one of several, or a test. */
export type Test =
  | Primitive
  | readonly Primitive[]
  | { absent: true }
  | { present: true }
  | { atLeast: number }
  /** Less than this, or not there yet. */
  | { below: number }
  | { before: string }
  /** A list with this among its elements. */
  | { contains: Primitive };
/** Attributes and what each must be. */
export type Where = Readonly<Record<string, Test>>;

/** One step of a transaction, with the refusal that is thrown when its condition fails. */
export type Step =
  | { readonly kind: "write"; readonly key: Key; readonly operation: Operation; readonly otherwise?: Problem }
  | { readonly kind: "add"; readonly key: Key; readonly amounts: Readonly<Record<string, number>> };

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
const tableName = () => environment("TABLE_NAME");

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

/** Names, values and text of an expression being built. */
class Expression {
  readonly names: Record<string, string> = {};
  readonly values: Record<string, unknown> = {};

  name(attribute: string): string {
    const alias = `#${Object.keys(this.names).length}`;
    const known = Object.entries(this.names).find(([, name]) => name === attribute)?.[0];
    if (known === undefined) this.names[alias] = attribute;
    return known ?? alias;
  }

  value(value: unknown): string {
    const alias = `:${Object.keys(this.values).length}`;
    this.values[alias] = value;
    return alias;
  }

  condition(where: Where): string[] {
    return Object.entries(where).map(([attribute, test]) => {
      const name = this.name(attribute);
      if (Array.isArray(test)) return `${name} in (${test.map((each) => this.value(each)).join(", ")})`;
      if (typeof test !== "object") return `${name} = ${this.value(test)}`;
      if ("absent" in test) return `attribute_not_exists(${name})`;
      if ("present" in test) return `attribute_exists(${name})`;
      if ("below" in test) return `(attribute_not_exists(${name}) or ${name} < ${this.value(test.below)})`;
      if ("before" in test) return `${name} < ${this.value(test.before)}`;
      if ("contains" in test) return `contains(${name}, ${this.value(test.contains)})`;
      return `${name} >= ${this.value((test as { atLeast: number }).atLeast)}`;
    });
  }

  get attributes() {
    return {
      ...(Object.keys(this.names).length > 0 && { ExpressionAttributeNames: this.names }),
      ...(Object.keys(this.values).length > 0 && { ExpressionAttributeValues: this.values }),
    };
  }
}

/** Writes a new item; `otherwise` when one is there already. New items begin at version 1. */
export function create(key: Key, item: Record<string, unknown>, { otherwise }: { otherwise?: Problem } = {}): Step {
  const Item = { version: 1, ...item, pk: key.pk, sk: key.sk };
  return {
    kind: "write",
    key,
    otherwise,
    operation: { Put: { TableName: tableName(), Item, ConditionExpression: "attribute_not_exists(pk)" } },
  };
}

/** Writes an item whatever was there. */
export function put(key: Key, item: Record<string, unknown>): Step {
  return {
    kind: "write",
    key,
    operation: { Put: { TableName: tableName(), Item: { ...item, pk: key.pk, sk: key.sk } } },
  };
}

/** What a change does to an item. Attributes set to undefined are removed. */
export interface Change {
  readonly set?: Readonly<Record<string, unknown>>;
  readonly remove?: readonly string[];
  readonly add?: Readonly<Record<string, number>>;
}
/** When a change may happen, and the refusal when it may not. */
export interface Guard {
  readonly where?: Where;
  readonly otherwise?: Problem;
  /** The item may be made by this change; without it a missing item fails the guard. */
  readonly orCreate?: true;
}

/**
 * Changes an item that is there, one version further, so that a save from a form opened before is refused: what is no
 * edit of the thing belongs into an item of its own. `otherwise` when `where` does not hold.
 */
export function change(
  key: Key,
  { set = {}, remove: dropped = [], add = {} }: Change,
  guard: Guard = {},
): Extract<Step, { kind: "write" }> {
  const expression = new Expression();
  const sets = Object.entries(set).filter(([, value]) => value !== undefined);
  const removes = [...dropped, ...Object.keys(set).filter((name) => set[name] === undefined)];
  const adds = Object.entries({ version: 1, ...add });
  const update = [
    sets.length > 0 &&
      `set ${sets.map(([name, value]) => `${expression.name(name)} = ${expression.value(value)}`).join(", ")}`,
    removes.length > 0 && `remove ${removes.map((name) => expression.name(name)).join(", ")}`,
    `add ${adds.map(([name, value]) => `${expression.name(name)} ${expression.value(value)}`).join(", ")}`,
  ].filter(Boolean);
  const conditions = [...(guard.orCreate ? [] : ["attribute_exists(pk)"]), ...expression.condition(guard.where ?? {})];
  return {
    kind: "write",
    key,
    otherwise: guard.otherwise,
    operation: {
      Update: {
        TableName: tableName(),
        Key: { pk: key.pk, sk: key.sk },
        UpdateExpression: update.join(" "),
        ...(conditions.length > 0 && { ConditionExpression: conditions.join(" and ") }),
        ...expression.attributes,
      },
    },
  };
}

/** Removes an item; with `where`, only when it holds. A missing item is no failure unless `where` is given. */
export function remove(key: Key, { where, otherwise }: Omit<Guard, "orCreate"> = {}): Extract<Step, { kind: "write" }> {
  const expression = new Expression();
  const conditions = where === undefined ? [] : ["attribute_exists(pk)", ...expression.condition(where)];
  return {
    kind: "write",
    key,
    otherwise,
    operation: {
      Delete: {
        TableName: tableName(),
        Key: { pk: key.pk, sk: key.sk },
        ...(conditions.length > 0 && { ConditionExpression: conditions.join(" and ") }),
        ...expression.attributes,
      },
    },
  };
}

/** Demands something of an item without changing it: `where` holds, or with `missing` that there is no such item. */
export function check(
  key: Key,
  { where = {}, missing, otherwise }: { where?: Where; missing?: true; otherwise?: Problem },
): Step {
  const expression = new Expression();
  const conditions = missing ? ["attribute_not_exists(pk)"] : ["attribute_exists(pk)", ...expression.condition(where)];
  return {
    kind: "write",
    key,
    otherwise,
    operation: {
      ConditionCheck: {
        TableName: tableName(),
        Key: { pk: key.pk, sk: key.sk },
        ConditionExpression: conditions.join(" and "),
        ...expression.attributes,
      },
    },
  };
}

/** Adds to numbers of an item, making it when there is none. Several to one item in a transaction are joined. */
export const add = (key: Key, amounts: Readonly<Record<string, number>>): Step => ({ kind: "add", key, amounts });

/** Adds to the number `count` of an item, as {@link add} does. */
export const count = (key: Key, by: number): Step => add(key, { count: by });

const pause = (attempt: number) => new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * 2 ** attempt));

/** The SDK’s errors are known by their names, so that no module has to load their classes for that. */
const isCanceled = (error: unknown): error is TransactionCanceledException =>
  error instanceof Error && error.name === "TransactionCanceledException";

const codesOf = ({ CancellationReasons: reasons = [] }: TransactionCanceledException) =>
  reasons.map(({ Code: code }) => code);

/** How often a transaction is tried that meets others at the same items. */
const conflictsMax = 8;

/** Writes or reads by a transaction, again when another one was at the same items. Throws `server.busy` when there always is. */
export async function retryConflicts<Answer>(transact: () => Promise<Answer>): Promise<Answer> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transact();
    } catch (error) {
      const isOvertaken = error instanceof Error && error.name === "TransactionConflictException"; // a write by itself
      if (!isOvertaken && !isCanceled(error)) throw error;
      const codes = isOvertaken ? ["TransactionConflict"] : codesOf(error as TransactionCanceledException);
      const isConflict = codes.some((code) => code === "TransactionConflict" || code === "ThrottlingError");
      if (!isConflict || codes.includes("ConditionalCheckFailed")) throw error;
      if (attempt === conflictsMax) throw new Problem("server.busy");
      await pause(attempt);
    }
  }
}

function operationsOf(steps: readonly Step[]): { operation: Operation; otherwise?: Problem }[] {
  const writes = steps.filter((step) => step.kind === "write");
  const sums = new Map<string, { key: Key; amounts: Record<string, number> }>();
  for (const step of steps) {
    if (step.kind !== "add") continue;
    const name = `${step.key.pk}\n${step.key.sk}`;
    const sum = sums.get(name) ?? { key: step.key, amounts: {} };
    for (const [attribute, by] of Object.entries(step.amounts))
      sum.amounts[attribute] = (sum.amounts[attribute] ?? 0) + by;
    sums.set(name, sum);
  }
  return [...writes, ...[...sums.values()].flatMap(addOperation)];
}

function addOperation({ key, amounts }: { key: Key; amounts: Record<string, number> }): { operation: Operation }[] {
  const changed = Object.entries(amounts).filter(([, by]) => by !== 0);
  if (changed.length === 0) return [];
  const expression = new Expression();
  const added = changed.map(([attribute, by]) => `${expression.name(attribute)} ${expression.value(by)}`);
  return [
    {
      operation: {
        Update: {
          TableName: tableName(),
          Key: { pk: key.pk, sk: key.sk },
          UpdateExpression: `add ${added.join(", ")}`,
          ...expression.attributes,
        },
      },
    },
  ];
}

/**
 * Does all steps or none (at most 100). Throws the `otherwise` of the first step whose condition failed, `state.changed`
 * where it has none, and `server.busy` when others kept writing the same items through every retry.
 */
export async function transact(steps: readonly Step[]): Promise<void> {
  const operations = operationsOf(steps);
  if (operations.length === 0) return;
  const TransactItems = operations.map(({ operation }) => operation);
  try {
    await retryConflicts(() => documents().send(new TransactWriteCommand({ TransactItems })));
  } catch (error) {
    if (!isCanceled(error)) throw error;
    const failed = codesOf(error).indexOf("ConditionalCheckFailed");
    if (failed < 0) throw error;
    throw operations[failed]?.otherwise ?? new Problem("state.changed");
  }
}
