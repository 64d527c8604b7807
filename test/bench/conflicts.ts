import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { platformKeys } from "../../functions/data/keys/platform.ts";
import { readTotal } from "../../functions/data/list.ts";
import { count } from "../../functions/data/steps.ts";
import { transact } from "../../functions/data/table.ts";
import { judged, line, title } from "./print.ts";

/*
 * How many transactions a second one counter takes, by DynamoDB's model of conflicts: an item that one of them is writing
 * refuses every other until it is over. Each takes five times the usual 10 ms here, and a fifth as many come in a second, so
 * that it is not the machine that is measured.
 */
const heldMs = 50;
const timesSlower = heldMs / 10;

interface Wire {
  readonly Key: { readonly pk: { readonly S: string }; readonly sk: { readonly S: string } };
  readonly UpdateExpression: string;
  readonly ExpressionAttributeValues: Readonly<Record<string, { readonly N?: string }>>;
}
interface Numbers {
  count: number;
  sharded?: true;
}

/** A table of counters, and nothing else of a table. */
function countersTable() {
  const items = new Map<string, Numbers>();
  const held = new Set<string>();
  const nameOf = ({ pk, sk }: Wire["Key"]) => `${pk.S}|${sk.S}`;
  const wireOf = (name: string, { count: number, sharded }: Numbers) => {
    const [pk, sk] = name.split("|") as [string, string];
    return { pk: { S: pk }, sk: { S: sk }, count: { N: String(number) }, ...(sharded && { sharded: { BOOL: true } }) };
  };
  const operations = {
    async TransactWriteItems({ TransactItems }: { TransactItems: readonly { Update: Wire }[] }) {
      const names = TransactItems.map(({ Update }) => nameOf(Update.Key));
      if (names.some((name) => held.has(name)))
        return {
          __type: "TransactionCanceledException",
          CancellationReasons: names.map((name) => ({ Code: held.has(name) ? "TransactionConflict" : "None" })),
        };
      for (const name of names) held.add(name);
      await pause(heldMs);
      for (const { Update } of TransactItems) {
        const item = items.get(nameOf(Update.Key)) ?? { count: 0 };
        if (Update.UpdateExpression.startsWith("set sharded")) item.sharded = true;
        else item.count += Number(Object.values(Update.ExpressionAttributeValues)[0]!.N);
        items.set(nameOf(Update.Key), item);
      }
      for (const name of names) held.delete(name);
      return {};
    },
    async BatchGetItem({ RequestItems }: { RequestItems: Readonly<Record<string, { Keys: readonly Wire["Key"][] }>> }) {
      const [[table, { Keys }]] = Object.entries(RequestItems) as [[string, { Keys: readonly Wire["Key"][] }]];
      const found = Keys.map(nameOf).flatMap((name) => (items.has(name) ? [wireOf(name, items.get(name)!)] : []));
      return { Responses: { [table]: found } };
    },
    async Query({ ExpressionAttributeValues: { ":pk": pk } }: { ExpressionAttributeValues: { ":pk": { S: string } } }) {
      return { Items: [...items].flatMap(([name, item]) => (name.startsWith(`${pk.S}|`) ? [wireOf(name, item)] : [])) };
    },
  };
  return createServer(async (request, response) => {
    let body = "";
    for await (const part of request) body += part;
    const [, operation = ""] = String(request.headers["x-amz-target"]).split(".");
    const answer = await operations[operation as keyof typeof operations](JSON.parse(body));
    response.writeHead("__type" in answer ? 400 : 200, { "content-type": "application/x-amz-json-1.0" });
    response.end(JSON.stringify(answer));
  });
}

/** Adds to the counter of a view so many times a second, and says how many were refused as busy in the end. */
async function addTo(view: string, perSecond: number, seconds: number): Promise<number> {
  let refused = 0;
  const adding: Promise<void>[] = [];
  for (let at = 0; at < perSecond * seconds; at++) {
    const added = transact([count(platformKeys.total(view), 1)]).catch(() => {
      refused++;
    });
    adding.push(added);
    await pause(1000 / perSecond);
  }
  await Promise.all(adding);
  return refused;
}

/** Prints what a counter in one item and a counter in shards take of 100 and 500 transactions a second. */
export async function benchConflicts(seconds: number): Promise<void> {
  const server = countersTable().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  Object.assign(process.env, {
    ...{ AWS_ENDPOINT_URL_DYNAMODB: `http://127.0.0.1:${(server.address() as AddressInfo).port}` },
    ...{ AWS_REGION: "us-east-1", AWS_ACCESS_KEY_ID: "bench", AWS_SECRET_ACCESS_KEY: "bench", TABLE_NAME: "bench" },
  });
  title(`One counter, ${seconds} s each, a transaction of 10 ms`);
  const views = { "in one item": "USER#usr_bench#bench", "in shards once it is busy": "ORG#org_bench#bench" };
  for (const [where, view] of Object.entries(views)) {
    for (const perSecond of [50, 100, 500]) {
      const own = `${view}#${perSecond}`;
      const refused = await addTo(own, perSecond / timesSlower, seconds);
      const written = await readTotal(own);
      const offered = Math.ceil((perSecond / timesSlower) * seconds);
      const name = `${perSecond} a second, ${where}`;
      const share = `${written} of ${offered}`;
      if (view.startsWith("USER#")) line(name, share, `${refused} refused as busy`);
      else judged(name, share, "99 of 100 at least", written === offered - refused && refused <= offered / 100);
    }
  }
  server.close();
}
