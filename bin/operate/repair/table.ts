import { ConditionalCheckFailedException, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, ScanCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import type { Key } from "../../../functions/data/keys/key.ts";
import type { Item } from "../../../functions/data/table.ts";

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

/** Sets numbers of an item, provided they are still what was read; false when somebody changed them meanwhile. */
async function setNumbers(key: Key, were: Readonly<Record<string, number | undefined>>, to: Numbers) {
  const names = Object.keys(to);
  const alias = (prefix: string) => (_: string, at: number) => `${prefix}${at}`;
  const [name, now, was] = [names.map(alias("#n")), names.map(alias(":to")), names.map(alias(":was"))];
  const same = names.map((each, at) =>
    were[each] === undefined ? `attribute_not_exists(${name[at]})` : `${name[at]} = ${was[at]}`,
  );
  const values = names.flatMap((each, at): [string, number][] => [
    [now[at]!, to[each]!],
    ...(were[each] === undefined ? [] : [[was[at]!, were[each]] as [string, number]]),
  ]);
  try {
    await client().send(
      new UpdateCommand({
        TableName: process.env.TABLE_NAME,
        Key: { pk: key.pk, sk: key.sk },
        UpdateExpression: `set ${names.map((_, at) => `${name[at]} = ${now[at]}`).join(", ")}`,
        ConditionExpression: same.join(" and "),
        ExpressionAttributeNames: Object.fromEntries(names.map((each, at) => [name[at], each])),
        ExpressionAttributeValues: Object.fromEntries(values),
      }),
    );
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}

/** Compares the numbers of an item with what they should be, and puts them right when asked to. */
export async function compare(
  key: Key,
  kept: Readonly<Record<string, unknown>> | undefined,
  ought: Numbers,
  write: boolean,
): Promise<Finding[]> {
  const wrong = Object.keys(ought).filter((name) => Number(kept?.[name] ?? 0) !== ought[name]);
  if (wrong.length === 0) return [];
  const were = Object.fromEntries(wrong.map((name) => [name, kept?.[name] as number | undefined]));
  const to = Object.fromEntries(wrong.map((name) => [name, ought[name]!]));
  const repaired = write && (await setNumbers(key, were, to));
  const outcome = repaired ? "repaired" : write ? "changed meanwhile: run again" : "found";
  return wrong.map((name) => ({
    what: `${key.pk} ${key.sk} ${name}`,
    is: String(were[name] ?? "absent"),
    ought: String(to[name]),
    outcome,
  }));
}
