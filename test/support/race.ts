import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { CreateTableCommand, DeleteTableCommand, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import {
  BatchWriteCommand,
  DynamoDBDocumentClient,
  PutCommand,
  QueryCommand,
  ScanCommand,
} from "@aws-sdk/lib-dynamodb";
import { ulid } from "ulid";
import { isCounting } from "../../bin/local/cloud/wire.ts";
import type { Key } from "../../functions/data/keys/key.ts";
import { isOf, kinds } from "../../functions/data/keys/kinds.ts";
import { type Call, wire } from "../../shared/http/call.ts";
import type { Controls } from "./controls.ts";
import { restoreEnvironment } from "./environment.ts";
import type { Person } from "./people.ts";

/** One request of a race: the product's own handler, who calls it, and what is sent. */
export interface Racer {
  readonly handler: ((event: never, context: never) => Promise<unknown>) & { readonly call: Call };
  readonly person: Pick<Person, "user_id">;
  readonly input: object;
  readonly idempotencyKey?: string;
}

/** A copy of some partitions in a table of its own: what goes wrong there goes wrong for nobody else. */
export interface Copy {
  items(pk: string): Promise<Record<string, unknown>[]>;
  put(item: Record<string, unknown>): Promise<void>;
  /** Writes many items, in batches. */
  fill(items: readonly Record<string, unknown>[]): Promise<void>;
  /** All items, the audit rows that were written in it among them. */
  written(): Promise<Record<string, unknown>[]>;
  /** Another copy of what this one began with. */
  fresh(): Promise<Copy>;
  /** Runs one request; answers its status. */
  call(racer: Racer): Promise<number>;
  /** Runs one request; answers what it says. */
  ask(racer: Racer): Promise<Answer>;
  /**
   * Runs the requests so that all have read before any writes, the closest race there is; then they write one after
   * another, in the order given. `unguarded` are partitions whose items are written without their conditions. Answers the
   * statuses in order.
   */
  race(racers: readonly Racer[], options?: { unguarded?: readonly string[] }): Promise<number[]>;
  /**
   * Runs a request, and `another` while it reads the item `late` (or, with the beginning of a sort key, the items that a
   * query finds; without one, the whole partition): after all else that is read at once with it, unless the reading is of
   * one moment; then before it. Answers what both say.
   */
  overtake(racer: Racer, another: Racer, late: Late): Promise<[Answer, Answer]>;
}

type Late = Pick<Key, "pk"> & Partial<Key>;

interface Answer {
  readonly status: number;
  readonly body: { readonly data?: unknown; readonly error?: { readonly code: string } };
}

/** A place to run races in: the product's handlers in this process, over copies of what the running world has stored. */
export interface RaceHarness {
  copy(partitions: readonly string[]): Promise<Copy>;
  stop(): Promise<void>;
}

/** What one batch may write. */
const ITEMS_PER_BATCH = 25;
const WRITERS = 6;

const settingNames = [
  "AWS_REGION",
  "AWS_ACCESS_KEY_ID",
  "AWS_SECRET_ACCESS_KEY",
  "STAGE",
  "PORTAL_ORIGIN",
  "TABLE_ENGINE_URL",
  "AWS_ENDPOINT_URL_SECRETS_MANAGER",
  "STRIPE_API_URL",
  "STRIPE_SECRET_NAME",
  "PAYPAL_API_URL",
  "PAYPAL_SECRET_NAME",
  "BADGR_API_URL",
  "ENCRYPTION_KEY_ID",
  "CERTIFICATES_SIGNED",
  "SIGNING_KEYS",
  "SIGNED_BUCKET",
  "FILES_ORIGIN",
  "AWS_ENDPOINT_URL_KMS",
  "AWS_ENDPOINT_URL_S3",
  "AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER",
  "USER_POOL_ID",
  "USER_POOL_CLIENT_ID",
  "MEDIA_BUCKET",
];

interface Keys {
  readonly Keys: readonly WireKey[];
}
interface Batch {
  readonly RequestItems: Record<string, Keys>;
}
interface Transaction {
  readonly TransactItems: Record<string, { Key?: WireKey; Item?: WireKey; ConditionExpression?: string }>[];
}
type WireKey = Record<"pk" | "sk", { S: string }>;

/** What the database's door does with transactions while a race runs. */
interface Rules {
  readonly racers: number;
  readonly unguarded: readonly string[];
  arrived: number;
  over: boolean;
  readonly allArrived: PromiseWithResolvers<void>;
  turn: Promise<unknown>;
}

/** What is to happen in the middle of a reading, once. */
interface Overtaking {
  readonly late: Late;
  readonly act: () => Promise<unknown>;
}

/**
 * Opens a racecourse on a world. The handlers reach its database through a door that can hold transactions until every
 * racer has one, and take the conditions off some: the handlers themselves know nothing of it.
 */
export async function raceHarness(control: Controls): Promise<RaceHarness> {
  const settings = await control.settings(settingNames);
  const databaseUrl = settings.TABLE_ENGINE_URL!;
  let rules: Rules | undefined;
  let overtaking: Overtaking | undefined;
  let underWay = 0;
  const server = createServer(async (request, response) => {
    const body = await textOf(request);
    const target = String(request.headers["x-amz-target"]);
    const forward = (text: string) => {
      underWay += 1;
      return forwarded(databaseUrl, request, target, text).finally(() => (underWay -= 1));
    };
    // what is counted before anything is read takes no racer's turn; chance draws the calls that are
    const answer = await (target.endsWith("TransactWriteItems") && rules && !isCounting(body) && !isThrottling(body)
      ? inTurn(rules, () => forward(withoutGuards(body, rules?.unguarded ?? [])))
      : /Get|Query/.test(target) && overtaking && names(body, overtaking.late)
        ? overtaken(target, body, forward)
        : forward(body));
    response.writeHead(answer.status, answer.headers).end(answer.text);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const door = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function overtaken(target: string, body: string, forward: (text: string) => Promise<Forwarded>) {
    const { act, late } = overtaking!;
    overtaking = undefined;
    if (!target.endsWith("BatchGetItem")) {
      await pause(); // what is read at once with it comes as another request
      while (underWay > 0) await pause();
      return act().then(() => forward(body));
    }
    const [[table, { Keys, ...asked }]] = Object.entries((JSON.parse(body) as Batch).RequestItems) as [[string, Keys]];
    const read = async (some: readonly WireKey[]) => {
      const answer = await forward(JSON.stringify({ RequestItems: { [table]: { ...asked, Keys: some } } }));
      return { ...answer, items: JSON.parse(answer.text).Responses[table] as unknown[] };
    };
    const isLate = ({ pk, sk }: WireKey) => pk.S === late.pk && sk.S === late.sk;
    const first = await read(Keys.filter((each) => !isLate(each)));
    await act();
    const { items: last, ...answer } = await read(Keys.filter(isLate));
    const Responses = { [table]: [...first.items, ...last] };
    return { ...answer, text: JSON.stringify({ Responses, UnprocessedKeys: {} }) };
  }

  const before = { ...process.env };
  Object.assign(process.env, settings, { AWS_ENDPOINT_URL_DYNAMODB: door });
  const database = new DynamoDBClient({ endpoint: databaseUrl });
  const documents = DynamoDBDocumentClient.from(database);
  const tables: string[] = [];

  const copy = async (partitions: readonly string[]): Promise<Copy> => {
    const items = await Promise.all([...new Set(partitions)].map((pk) => control.items(pk)));
    return copyOf(items.flat());
  };

  async function copyOf(beginning: readonly Record<string, unknown>[]): Promise<Copy> {
    const TableName = `races-${ulid()}`;
    tables.push(TableName);
    await database.send(new CreateTableCommand({ TableName, BillingMode: "PAY_PER_REQUEST", ...shape }));
    await Promise.all(beginning.map((Item) => documents.send(new PutCommand({ TableName, Item }))));
    const ask = (racer: Racer) => {
      process.env.TABLE_NAME = TableName;
      return run(racer);
    };
    return {
      fresh: () => copyOf(beginning),
      async written() {
        return (await documents.send(new ScanCommand({ TableName }))).Items ?? [];
      },
      async call(racer) {
        return (await ask(racer)).status;
      },
      ask,
      async items(pk) {
        const wanted = { KeyConditionExpression: "pk = :pk", ExpressionAttributeValues: { ":pk": pk } };
        return (await documents.send(new QueryCommand({ TableName, ...wanted }))).Items ?? [];
      },
      async put(Item) {
        await documents.send(new PutCommand({ TableName, Item }));
      },
      async fill(items) {
        const batches = Array.from({ length: Math.ceil(items.length / ITEMS_PER_BATCH) }, (_, at) =>
          items.slice(at * ITEMS_PER_BATCH, (at + 1) * ITEMS_PER_BATCH).map((Item) => ({ PutRequest: { Item } })),
        );
        const writer = async () => {
          for (let next = batches.pop(); next; next = batches.pop())
            await documents.send(new BatchWriteCommand({ RequestItems: { [TableName]: next } }));
        };
        await Promise.all(Array.from({ length: WRITERS }, writer));
      },
      async race(racers, { unguarded = [] } = {}) {
        process.env.TABLE_NAME = TableName;
        const allArrived = Promise.withResolvers<void>();
        const own: Rules = {
          racers: racers.length,
          unguarded,
          arrived: 0,
          over: false,
          allArrived,
          turn: Promise.resolve(),
        };
        rules = own;
        try {
          const running: Promise<Answer>[] = [];
          for (const racer of racers) {
            const { arrived } = own;
            const answer = run(racer);
            running.push(answer);
            await Promise.race([answer, hasArrived(own, arrived)]);
          }
          return (await Promise.all(running)).map(({ status }) => status);
        } finally {
          own.over = true;
          rules = undefined;
        }
      },
      async overtake(racer, another, late) {
        process.env.TABLE_NAME = TableName;
        const other = Promise.withResolvers<Answer>();
        const act = async () => other.resolve(await run(another));
        overtaking = { late, act };
        const first = await run(racer);
        if (overtaking) throw new Error(`${late.pk} was not read: ${JSON.stringify(first)}`);
        return [first, await other.promise];
      },
    };
  }

  return {
    copy,
    async stop() {
      for (const TableName of tables) await database.send(new DeleteTableCommand({ TableName }));
      database.destroy();
      restoreEnvironment(before);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const shape = {
  KeySchema: [
    { AttributeName: "pk", KeyType: "HASH" as const },
    { AttributeName: "sk", KeyType: "RANGE" as const },
  ],
  AttributeDefinitions: [
    { AttributeName: "pk", AttributeType: "S" as const },
    { AttributeName: "sk", AttributeType: "S" as const },
  ],
};

const pause = () => new Promise((resolve) => setTimeout(resolve, 50));
const names = (body: string, { pk, sk }: Late) =>
  body.includes(`"${pk}"`) && body.includes(sk === undefined ? '"pk = :pk"' : `"${sk}"`);

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}

interface Forwarded {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly text: string;
}

async function forwarded(url: string, request: IncomingMessage, target: string, body: string): Promise<Forwarded> {
  const { authorization, "x-amz-date": date, "content-type": type } = request.headers as Record<string, string>;
  const headers = { authorization: authorization!, "x-amz-date": date!, "content-type": type!, "x-amz-target": target };
  const answer = await fetch(url, { method: "POST", headers, body });
  return { status: answer.status, headers: { "content-type": type! }, text: await answer.text() };
}

/** Resolves when one more transaction has come than had before; those who come first write first. */
async function hasArrived(rules: Rules, before: number): Promise<void> {
  while (rules.arrived === before && !rules.over) await new Promise((resolve) => setTimeout(resolve, 5));
}

/** The first transactions wait for each other; all go one after another. */
async function inTurn<Answer>(rules: Rules, act: () => Promise<Answer>): Promise<Answer> {
  rules.arrived += 1;
  if (rules.arrived === rules.racers) rules.allArrived.resolve();
  await rules.allArrived.promise;
  const acted = rules.turn.then(act);
  rules.turn = acted.catch(() => undefined);
  return acted;
}

/** A transaction that only counts for throttles. */
const isThrottling = (body: string): boolean =>
  (JSON.parse(body) as Transaction).TransactItems.map((operation) => Object.values(operation)[0]!).every(
    ({ Key, Item }) => isOf(kinds.rate, { pk: (Key ?? Item)!.pk.S, sk: (Key ?? Item)!.sk.S }),
  );

/** The transaction without the conditions on items of some partitions. A mere check becomes nothing at all. */
function withoutGuards(body: string, partitions: readonly string[]): string {
  const transaction = JSON.parse(body) as Transaction;
  const open = transaction.TransactItems.filter((operation) => {
    const [kind, act] = Object.entries(operation)[0]!;
    const { pk } = (act.Key ?? act.Item)!;
    if (!partitions.includes(pk.S)) return true;
    delete act.ConditionExpression;
    return kind !== "ConditionCheck";
  });
  return JSON.stringify({ ...transaction, TransactItems: open.map(withNamesInUse) });
}

/** DynamoDB refuses names and values that no expression uses any more. */
function withNamesInUse(operation: Record<string, object>): Record<string, object> {
  const [[kind, act]] = Object.entries(operation) as [[string, Record<string, unknown>]];
  const expressions = `${act.UpdateExpression ?? ""} ${act.ConditionExpression ?? ""}`;
  const used = (name: string) => new RegExp(`${name.replace("$", "\\$")}\\b`).test(expressions);
  const rest = { ...act };
  for (const list of ["ExpressionAttributeNames", "ExpressionAttributeValues"]) {
    const kept = Object.entries(act[list] ?? {}).filter(([name]) => used(name));
    if (kept.length > 0) rest[list] = Object.fromEntries(kept);
    else delete rest[list];
  }
  return { [kind]: rest };
}

/** Calls a handler as the gateway does for somebody who has just signed in. */
async function run({ handler, person, input, idempotencyKey }: Racer): Promise<Answer> {
  const { method } = wire(handler.call);
  const now = String(Math.floor(Date.now() / 1000));
  const claims = { user_id: person.user_id, iat: now, auth_time: now };
  const event = {
    version: "2.0",
    routeKey: handler.call.route,
    rawPath: "/",
    rawQueryString: method === "GET" ? String(new URLSearchParams(input as Record<string, string>)) : "",
    headers: idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey },
    requestContext: {
      requestId: ulid(),
      http: { sourceIp: "127.0.0.1" },
      authorizer: { jwt: { claims, scopes: null } },
    },
    ...(method !== "GET" && { body: JSON.stringify(input) }),
    isBase64Encoded: false,
  };
  const context = { getRemainingTimeInMillis: () => 30_000 };
  const answer = (await handler(event as never, context as never)) as { statusCode: number; body: string };
  return { status: answer.statusCode, body: JSON.parse(answer.body) };
}
