import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { BatchGetCommand, DynamoDBDocumentClient, GetCommand } from "@aws-sdk/lib-dynamodb";
import type { Route } from "./routes.ts";

const documents = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const TableName = process.env.TABLE_NAME!;

/** The work both monoliths do for a call: parse the input, read who calls and where, parse the answer. */
export async function work(call: Route["call"], userId: string, raw: Record<string, unknown>) {
  const input = call.input.parse(raw) as { organization_id?: string };
  const organizationId = input.organization_id ?? "";
  const organizationKey = { pk: `ORG#${organizationId}`, sk: "META" };
  const Keys = [
    { pk: `USER#${userId}`, sk: "PROFILE" },
    { pk: `USER#${userId}`, sk: `MEMBER#${organizationId}` },
    organizationKey,
  ];
  const known = await documents.send(
    new BatchGetCommand({ RequestItems: { [TableName]: { Keys, ConsistentRead: true } } }),
  );
  if (known.Responses?.[TableName]?.length !== 3) return { status: 403, body: {} };
  const { Item } = await documents.send(new GetCommand({ TableName, Key: organizationKey, ConsistentRead: true }));
  return { status: 200, body: call.output.parse({ data: Item }) };
}
