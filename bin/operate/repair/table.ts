import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, ScanCommand } from "@aws-sdk/lib-dynamodb";
import { type Key, textOf } from "../../../functions/data/keys/key.ts";
import { everyShardOf, isShard, sumOf, unsharded } from "../../../functions/data/shards.ts";
import { change, check, type Where } from "../../../functions/data/steps.ts";
import { type Item, transact } from "../../../functions/data/table.ts";
import { Problem } from "../../../shared/http/problem.ts";

/** A number that is not what it should be, and what became of it. */
export interface Finding {
  readonly what: string;
  readonly is: string;
  readonly ought: string;
  readonly outcome: "found" | "repaired" | "changed meanwhile: run again";
}

let documents: DynamoDBDocumentClient | undefined;
const client = () => {
  documents ??= DynamoDBDocumentClient.from(new DynamoDBClient({}));
  return documents;
};

/** Some items of a table, the key after which the next ones come, and the capacity units that reading them took. */
export interface Page {
  readonly items: Item[];
  readonly next: Key | undefined;
  readonly units: number;
}

/**
 * A table page by page, strongly consistent: the one of the environment and a megabyte at a time, where nothing else is
 * said. Only an operator's program may do this.
 */
export async function* everyPage({
  table = process.env.TABLE_NAME,
  after,
  limit,
}: {
  readonly table?: string;
  readonly after?: Key;
  readonly limit?: number;
} = {}): AsyncGenerator<Page> {
  let next = after;
  do {
    const page = await client().send(
      new ScanCommand({
        TableName: table,
        ConsistentRead: true,
        ExclusiveStartKey: next && { pk: next.pk, sk: next.sk },
        Limit: limit,
        ReturnConsumedCapacity: "TOTAL",
      }),
    );
    next = page.LastEvaluatedKey as Key | undefined;
    yield { items: (page.Items ?? []) as Item[], next, units: page.ConsumedCapacity?.CapacityUnits ?? 0 };
  } while (next !== undefined);
}

/** Every item of the table. */
export async function* everyItem(): AsyncGenerator<Item> {
  for await (const { items } of everyPage()) yield* items;
}

type Numbers = Readonly<Record<string, number>>;

/** Sets numbers of an item, provided they and those of its shards are still what was read; false when somebody changed them. */
async function setNumbers(key: Key, { item, shards }: Kept, to: Numbers): Promise<boolean> {
  const changed = new Problem("state.changed");
  const asRead = (read: Item | undefined): Where =>
    Object.fromEntries(Object.keys(to).map((name) => [name, (read?.[name] as number | undefined) ?? { absent: true }]));
  const steps = [
    change(key, { set: to }, { where: asRead(item), orCreate: true, otherwise: changed }),
    ...(item?.sharded ? everyShardOf(key) : []).map(({ pk, sk }) => {
      const shard = shards.find((each) => each.sk === sk);
      return check({ pk, sk }, shard ? { where: asRead(shard), otherwise: changed } : { missing: true });
    }),
  ];
  try {
    await transact(steps);
    return true;
  } catch (error) {
    if (error instanceof Problem && error.code === "state.changed") return false;
    throw error;
  }
}

/** An item with numbers as it was read, and its shards. */
interface Kept {
  readonly item?: Item;
  readonly shards: readonly Item[];
}

/** Items with numbers by the texts of their keys. */
export type KeptNumbers = Map<string, Kept>;

/** Puts an item with numbers, or a shard of one, to the others. */
export function keepNumbers(kept: KeptNumbers, item: Item): void {
  const name = textOf(unsharded(item));
  const { shards, ...other } = kept.get(name) ?? { shards: [] };
  kept.set(name, isShard(item) ? { ...other, shards: [...shards, item] } : { item, shards });
}

/**
 * Compares the numbers of an item, and of its shards with it, with what they should be, and puts them right when asked to:
 * in the item itself.
 */
export async function compare(key: Key, kept: KeptNumbers, ought: Numbers, write: boolean): Promise<Finding[]> {
  const read = kept.get(textOf(key)) ?? { shards: [] };
  const sum: Item = sumOf({ ...read.item, pk: key.pk, sk: key.sk }, read.shards);
  const wrong = Object.keys(ought).filter((name) => Number(sum[name] ?? 0) !== ought[name]);
  if (wrong.length === 0) return [];
  const own = (name: string) => Number(read.item?.[name] ?? 0) + ought[name]! - Number(sum[name] ?? 0);
  const repaired = write && (await setNumbers(key, read, Object.fromEntries(wrong.map((name) => [name, own(name)]))));
  const outcome = repaired ? "repaired" : write ? "changed meanwhile: run again" : "found";
  return wrong.map((name) => ({
    what: `${key.pk} ${key.sk} ${name}`,
    is: String(sum[name] ?? "absent"),
    ought: String(ought[name]),
    outcome,
  }));
}
