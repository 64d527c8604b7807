import { once } from "node:events";
import { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { BatchGetCommand, DynamoDBDocumentClient, QueryCommand } from "@aws-sdk/lib-dynamodb";
import { stringify } from "csv-stringify";
import { writeSheet } from "../../functions/background/exports/write-sheet.ts";
import { billingSheet } from "../../functions/payment/billing-sheet.ts";
import { csvOf } from "../../functions/runtime/csv.ts";

/** One measurement in a process of its own: `writer` or `export`, `ours` or `peer`, the number of rows. */
const [what, whose, rowsText] = process.argv.slice(2);
const rowsWanted = Number(rowsText);
const sheet = billingSheet({ organization_id: "org_1", name: "Northwind College" }, "2026-10");
type Row = Parameters<(typeof sheet.columns)[number]["value"]>[0];

const chunkRows = 1000;
const sample = Array.from({ length: chunkRows }, (_, row) => ({
  ...{ entry_id: `pay_${row}`, at: "2026-10-14T15:09:26.535Z", kind: "charge", organization_id: "org_1" },
  ...{ application_id: `app_${row}`, cred_id: "crd_1", user_id: `usr_${row}`, name: `Magdalena Rivers, ${row}` },
  title: "Reading, writing and arguing across the curriculum",
  ...{ price_cents: 2500, card_cents: 2500, credit_cents: 0, reviewer_pay_cents: 1167 },
  ...{ issuer_share_cents: 666, platform_share_cents: 400, organization_share_cents: 267 },
})) as Row[];

const nowhere = () => {
  let bytes = 0;
  const sink = new Writable({
    write(chunk: Buffer, _, done) {
      bytes += chunk.length;
      done();
    },
  });
  return { sink, bytes: () => bytes };
};
const options = {
  header: true,
  columns: sheet.columns.map(({ header }) => header),
  escape_formulas: true,
  record_delimiter: "windows" as const,
};
const cells = (row: Row) => sheet.columns.map(({ value }) => value(row));

const work: Record<string, () => Promise<number>> = {
  async "writer ours"() {
    const { sink, bytes } = nowhere();
    const writer = csvOf(sheet);
    sink.write(Buffer.from(await writer.begin()));
    for (let rows = 0; rows < rowsWanted; rows += chunkRows) sink.write(Buffer.from(writer.rows(sample)));
    sink.end();
    await once(sink, "finish");
    return bytes();
  },
  async "writer peer"() {
    const { sink, bytes } = nowhere();
    function* lines() {
      for (let rows = 0; rows < rowsWanted; rows += chunkRows) for (const row of sample) yield cells(row);
    }
    await pipeline(lines(), stringify(options), sink);
    return bytes();
  },
  async "export ours"() {
    const { bytes } = await writeSheet(sheet, csvOf(sheet), { key: "out.csv", save: async () => {} });
    return bytes;
  },
  async "export peer"() {
    const { sink, bytes } = nowhere();
    await pipeline(documentRows(), stringify(options), sink);
    return bytes();
  },
};

/** The same reads as ours, as many at once, through the document client. */
async function* documentRows() {
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
        yield cells({ ...record, name: `${person.first_name} ${person.last_name}`.trim() } as Row);
      }
    }
  } while (after !== undefined);
}

const before = process.cpuUsage();
const bytes = await work[`${what} ${whose}`]!();
const { user, system } = process.cpuUsage(before);
process.send?.({ seconds: (user + system) / 1e6, bytes, megabytes: process.resourceUsage().maxRSS / 1024 });
process.disconnect?.();
