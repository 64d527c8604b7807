import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { BatchGetCommand, DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import type { Key } from "../../../functions/data/keys/key.ts";
import type { Item } from "../../../functions/data/table.ts";
import { everyPage } from "../repair/table.ts";
import { governorOf, holderOf } from "./belonging.ts";
import { judge, type Pair, type PairOf, type Verdict } from "./judge.ts";

/** The names of a restored copy of a stage's table and of the table in use. */
export interface TwoTables {
  readonly restored: string;
  readonly live: string;
}

/** A key that the two tables have differently, which of them is right, and the thing it goes with. */
export interface Difference extends Pair {
  readonly key: Key;
  readonly verdict: Exclude<Verdict, "same">;
  /** The thing whose version orders it, or itself. */
  readonly governor: Key;
  readonly pairOf: PairOf;
}

const PAGE_ITEMS = 500;
const KEYS_PER_READ = 100;
const ATTEMPTS = 8;

let documents: DynamoDBDocumentClient | undefined;
const client = () => {
  documents ??= DynamoDBDocumentClient.from(new DynamoDBClient({}));
  return documents;
};

/** A key as one text. */
export const nameOf = ({ pk, sk }: Key): string => `${pk}\n${sk}`;

/** The items of a table, some hundred at a time. */
export async function* pagesOf(table: string): AsyncGenerator<Item[]> {
  for await (const { items } of everyPage({ table, limit: PAGE_ITEMS })) yield items;
}

async function itemsAt(TableName: string, wanted: readonly Key[]): Promise<Map<string, Item>> {
  const found = new Map<string, Item>();
  for (let at = 0; at < wanted.length; at += KEYS_PER_READ) {
    let pending: Key[] = wanted.slice(at, at + KEYS_PER_READ).map(({ pk, sk }) => ({ pk, sk }));
    for (let attempt = 1; pending.length > 0; attempt++) {
      if (attempt > ATTEMPTS) throw new Error(`${TableName} is too busy to be read.`);
      if (attempt > 1) await new Promise((resolve) => setTimeout(resolve, 50 * 2 ** attempt));
      const answer = await client().send(
        new BatchGetCommand({ RequestItems: { [TableName]: { Keys: pending, ConsistentRead: true } } }),
      );
      for (const item of (answer.Responses?.[TableName] ?? []) as Item[]) found.set(nameOf(item), item);
      pending = (answer.UnprocessedKeys?.[TableName]?.Keys ?? []) as Key[];
    }
  }
  return found;
}

/** Reads pairs of keys with all that orders them, so that they can be judged. */
async function pairsOf(tables: TwoTables, first: readonly Key[], known: { in: keyof TwoTables; items: Item[] }) {
  const pairs = new Map<string, Pair>();
  let wanted = new Map(first.map((key) => [nameOf(key), key]));
  let had = new Map(known.items.map((item) => [nameOf(item), item]));
  while (wanted.size > 0) {
    const keys = [...wanted.values()];
    const read = (table: keyof TwoTables) =>
      itemsAt(tables[table], table === known.in ? keys.filter((key) => !had.has(nameOf(key))) : keys);
    const [restored, live] = await Promise.all([read("restored"), read("live")]);
    const next = new Map<string, Key>();
    for (const [name, key] of wanted) {
      const own = had.get(name);
      const pair = {
        restored: (known.in === "restored" ? own : undefined) ?? restored.get(name),
        live: (known.in === "live" ? own : undefined) ?? live.get(name),
      };
      pairs.set(name, pair);
      for (const item of [pair.restored, pair.live]) {
        for (const above of item ? [governorOf(item), holderOf(key)] : [])
          if (above && !pairs.has(nameOf(above)) && !wanted.has(nameOf(above))) next.set(nameOf(above), above);
      }
    }
    wanted = next;
    had = new Map();
  }
  return pairs;
}

/**
 * What two tables have differently, in bounded memory: each is read once, and of the other what goes with it. Whatever is
 * counted is left out.
 */
export async function* differences(
  tables: TwoTables,
  chosen: (pair: Pair, pairOf: PairOf) => boolean = () => true,
): AsyncGenerator<Difference> {
  for (const side of ["restored", "live"] as const) {
    for await (const items of pagesOf(tables[side])) {
      const pairs = await pairsOf(tables, items, { in: side, items });
      const pairOf: PairOf = (key) => pairs.get(nameOf(key));
      for (const { pk, sk } of items) {
        const key = { pk, sk };
        const pair = pairOf(key)!;
        if (side === "live" && pair.restored !== undefined) continue; // seen already
        const verdict = judge(pair, pairOf);
        if (verdict === "same" || !chosen(pair, pairOf)) continue;
        const governor = governorOf((pair.restored ?? pair.live)!) ?? key;
        yield { key, ...pair, verdict, governor, pairOf };
      }
    }
  }
}
