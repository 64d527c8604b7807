import {
  CreateTableCommand,
  DeleteTableCommand,
  type DynamoDBClient,
  paginateListTables,
  ResourceInUseException,
  UpdateTimeToLiveCommand,
} from "@aws-sdk/client-dynamodb";
import type { TableResource } from "../cloud/resources/dynamodb.ts";

/** Of a table engine that has had another world, nothing is left. */
export async function forgetTables(database: DynamoDBClient): Promise<void> {
  for await (const { TableNames = [] } of paginateListTables({ client: database }, {}))
    for (const TableName of TableNames) await database.send(new DeleteTableCommand({ TableName }));
}

/** Without a stream of the engine's: ours tells what is inserted, and theirs would cost more with each item they have told. */
export async function createTable(
  database: DynamoDBClient,
  table: Pick<TableResource, "name" | "keySchema" | "attributes" | "ttlAttribute">,
): Promise<void> {
  try {
    await database.send(
      new CreateTableCommand({
        TableName: table.name,
        KeySchema: [...table.keySchema],
        AttributeDefinitions: [...table.attributes],
        BillingMode: "PAY_PER_REQUEST",
      }),
    );
  } catch (error) {
    if (error instanceof ResourceInUseException) return;
    throw error;
  }
  if (table.ttlAttribute === undefined) return;
  const TimeToLiveSpecification = { Enabled: true, AttributeName: table.ttlAttribute };
  await database.send(new UpdateTimeToLiveCommand({ TableName: table.name, TimeToLiveSpecification }));
}
