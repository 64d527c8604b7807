import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { BatchGetCommand, DynamoDBDocumentClient, QueryCommand } from "@aws-sdk/lib-dynamodb";
import type { billingSheet } from "../../../functions/payment/model/billing-sheet.ts";
import type { Sheet } from "../../../functions/sheets/sheet.ts";
import { attemptsOf } from "./csv-stringify.ts";

type Row = ReturnType<typeof billingSheet> extends Sheet<infer Each> ? Each : never;
const chunkRows = 1000;

/** The same reads as ours, as many at once, through the document client. */
export async function* documentLines(sheet: Sheet<Row>): AsyncGenerator<string[]> {
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));
  const TableName = process.env.TABLE_NAME!;
  const get = async (Keys: object[]) => {
    const answer = await client.send(
      new BatchGetCommand({ RequestItems: { [TableName]: { Keys, ConsistentRead: true } } }),
    );
    return answer.Responses![TableName]!;
  };
  let after: Record<string, unknown> | undefined;
  do {
    const page = await client.send(
      new QueryCommand({
        TableName,
        ConsistentRead: true,
        KeyConditionExpression: "pk = :pk",
        ExpressionAttributeValues: { ":pk": "ORG#org_1#billing#2026-10" },
        ExclusiveStartKey: after,
        ScanIndexForward: false,
      }),
    );
    after = page.LastEvaluatedKey;
    for (let at = 0; at < page.Items!.length; at += chunkRows) {
      const keys = page.Items!.slice(at, at + chunkRows).map(({ ref_pk, ref_sk }) => ({ pk: ref_pk, sk: ref_sk }));
      const people = [...new Set(keys.map(({ pk }) => String(pk).slice("BILLING#".length)))];
      const wanted = [...keys, ...people.map((id) => ({ pk: `USER#${id}`, sk: "PROFILE" }))];
      const batches = Array.from({ length: Math.ceil(wanted.length / 100) }, (_, index) =>
        get(wanted.slice(index * 100, (index + 1) * 100)),
      );
      const found = new Map((await Promise.all(batches)).flat().map((item) => [`${item.pk}\n${item.sk}`, item]));
      for (const { pk, sk } of keys) {
        const person = found.get(`USER#${String(pk).slice("BILLING#".length)}\nPROFILE`)!;
        const record = found.get(`${pk}\n${sk}`)!;
        yield attemptsOf(sheet, { ...record, name: `${person.first_name} ${person.last_name}`.trim() } as Row);
      }
    }
  } while (after !== undefined);
}
