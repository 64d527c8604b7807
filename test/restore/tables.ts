import { CreateTableCommand, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { BatchWriteCommand, DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import type { World } from "../support/own-world.ts";
import { settingsOf } from "../support/program.ts";
import { everythingIn } from "../support/world/everything.ts";

/** An item as stored. */
export type Item = Record<string, unknown> & { readonly pk: string; readonly sk: string };

/** The tables of a world's database, past its functions. */
export interface Tables {
  /** The one that its functions work on when this is made. */
  readonly first: string;
  items(name: string): Promise<Item[]>;
  write(name: string, items: readonly Item[]): Promise<void>;
  remove(name: string, items: readonly Item[]): Promise<void>;
  /** A copy of a table under another name, as a restore makes one: items, and nothing else. */
  copy(from: string, to: string): Promise<void>;
  close(): void;
}

const AT_ONCE = 25;

/** Opens the tables of a world. */
export async function tablesOf(world: World): Promise<Tables> {
  const known = await settingsOf(world);
  const client = new DynamoDBClient({
    region: known.AWS_REGION!,
    endpoint: known.AWS_ENDPOINT_URL_DYNAMODB!,
    credentials: { accessKeyId: known.AWS_ACCESS_KEY_ID!, secretAccessKey: known.AWS_SECRET_ACCESS_KEY! },
  });
  const documents = DynamoDBDocumentClient.from(client);
  const items = async (name: string) => (await everythingIn(documents, name)) as Item[];
  async function batches(name: string, requests: readonly object[]): Promise<void> {
    for (let at = 0; at < requests.length; at += AT_ONCE)
      await documents.send(new BatchWriteCommand({ RequestItems: { [name]: requests.slice(at, at + AT_ONCE) } }));
  }
  const write = (name: string, all: readonly Item[]) =>
    batches(
      name,
      all.map((each) => ({ PutRequest: { Item: each } })),
    );
  return {
    first: known.TABLE_NAME!,
    items,
    write,
    remove: (name, all) =>
      batches(
        name,
        all.map(({ pk, sk }) => ({ DeleteRequest: { Key: { pk, sk } } })),
      ),
    async copy(from, to) {
      await client.send(
        new CreateTableCommand({
          TableName: to,
          KeySchema: [
            { AttributeName: "pk", KeyType: "HASH" },
            { AttributeName: "sk", KeyType: "RANGE" },
          ],
          AttributeDefinitions: ["pk", "sk"].map((AttributeName) => ({ AttributeName, AttributeType: "S" as const })),
          BillingMode: "PAY_PER_REQUEST",
        }),
      );
      await write(to, await items(from));
    },
    close: () => client.destroy(),
  };
}
