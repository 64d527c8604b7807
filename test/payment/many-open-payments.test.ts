import { CreateTableCommand, DeleteTableCommand, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { BatchWriteCommand, DynamoDBDocumentClient, PutCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { type LocalServer, sendJson, serve } from "../../bin/local/server.ts";
import { paymentKeys, paymentViews } from "../../functions/data/keys/payment.ts";
import { handler } from "../../functions/payment/reconcile-payments.ts";
import { Payment } from "../../shared/payment/payment.ts";
import { restoreEnvironment } from "../support/environment.ts";
import { world } from "../support/world.ts";

const settingNames = ["AWS_REGION", "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "STRIPE_SECRET_NAME"] as const;
const before = { ...process.env };

let stripe: LocalServer;
let database: DynamoDBClient;
let documents: DynamoDBDocumentClient;
/** What the card provider was asked about, by the number of its payment; and how many of it at once. */
let asked: number[] = [];
let [atOnce, most] = [0, 0];

beforeAll(async () => {
  const { TABLE_ENGINE_URL, AWS_ENDPOINT_URL_SECRETS_MANAGER, ...settings } = await world.control.settings([
    ...settingNames,
    "TABLE_ENGINE_URL",
    "AWS_ENDPOINT_URL_SECRETS_MANAGER",
  ]);
  stripe = await serve(0, async ({ url = "" }, response) => {
    const id = url.split("?")[0]!.split("/").at(-1)!;
    atOnce += 1;
    most = Math.max(most, atOnce);
    await new Promise((resolve) => setTimeout(resolve, 5));
    asked.push(Number(id.replace("pi_", "")));
    atOnce -= 1;
    sendJson(response, 200, { id, status: "requires_payment_method", amount: 2500, currency: "usd", metadata: {} });
  });
  Object.assign(process.env, settings, {
    AWS_ENDPOINT_URL_DYNAMODB: TABLE_ENGINE_URL,
    AWS_ENDPOINT_URL_SECRETS_MANAGER,
    STRIPE_API_URL: stripe.url,
  });
  database = new DynamoDBClient({});
  documents = DynamoDBDocumentClient.from(database);
});
beforeEach(() => {
  asked = [];
  most = 0;
});
afterAll(async () => {
  database.destroy();
  restoreEnvironment(before);
  await stripe.stop();
});

const keySchema = [
  { AttributeName: "pk", KeyType: "HASH" as const },
  { AttributeName: "sk", KeyType: "RANGE" as const },
];

/** A table of so many payments by card that were begun so long ago, a second after one another, and whose payers went away. */
async function tableOf(payments: number, minutes: number): Promise<string> {
  const TableName = `open-${payments}-${minutes}`;
  await database.send(
    new CreateTableCommand({
      TableName,
      BillingMode: "PAY_PER_REQUEST",
      KeySchema: keySchema,
      AttributeDefinitions: keySchema.map(({ AttributeName }) => ({ AttributeName, AttributeType: "S" })),
    }),
  );
  const items = Array.from({ length: payments }, (_, number) => {
    const id = String(number).padStart(26, "0");
    const started_on = new Date(Date.now() - minutes * 60_000 + number * 1000).toISOString();
    const payment: Payment = {
      application_id: `app_${id}`,
      organization_id: `org_${id}`,
      cred_id: `crd_${id}`,
      user_id: `usr_${id}`,
      status: "open",
      method: "card",
      attempt: 1,
      stripe_payment_id: `pi_${number}`,
      price_cents: 2500,
      credit_cents: 0,
      due_cents: 2500,
      comment: "",
      started_on,
      updated_on: started_on,
      version: 1,
    };
    const { pk: ref_pk, sk: ref_sk } = paymentKeys.payment(payment.application_id);
    const row = { pk: paymentViews.openPayments(), sk: `${started_on}#${payment.application_id}`, ref_pk, ref_sk };
    return [{ pk: ref_pk, sk: ref_sk, ...Payment.parse(payment) }, row];
  }).flat();
  for (let from = 0; from < items.length; from += 25) {
    const RequestItems = { [TableName]: items.slice(from, from + 25).map((Item) => ({ PutRequest: { Item } })) };
    await documents.send(new BatchWriteCommand({ RequestItems }));
  }
  process.env.TABLE_NAME = TableName;
  return TableName;
}

/** A run that has time for so many payments, and the words of its log. */
async function run(time = Number.POSITIVE_INFINITY): Promise<string[]> {
  let looks = 0;
  const said = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  try {
    await handler({}, { getRemainingTimeInMillis: () => (looks++ < time ? 300_000 : 29_000) });
    return said.mock.calls.map(([line]) => JSON.parse(String(line)).message);
  } finally {
    said.mockRestore();
  }
}
const ascending = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b);
const all = (count: number) => Array.from({ length: count }, (_, number) => number);

test("more open payments than one run has time for are asked about by several, each going on where the one before ended", async () => {
  const TableName = await tableOf(450, 20);
  const said: string[][] = [];
  while (said.length < 9 && !said.flat().includes("payments_reconciled")) said.push(await run(150));
  expect(said).toEqual([["scheduled_behind"], ["scheduled_behind"], ["scheduled_behind"], ["payments_reconciled"]]);
  expect(ascending([...new Set(asked)])).toEqual(all(450));
  expect(asked.length).toBeLessThan(450 + 3 * 100); // the page that a run ended in is asked again
  expect([most > 5, most <= 10]).toEqual([true, true]);

  asked = [];
  expect(await run()).toEqual(["payments_reconciled"]);
  expect(ascending(asked)).toEqual(all(450));

  asked = [];
  const Item = { ...paymentKeys.reconciliation(), pass: 2, cursor: "a place of another release" };
  await documents.send(new PutCommand({ TableName, Item }));
  expect(await run()).toEqual(["payments_reconciled"]);
  expect(asked).toHaveLength(450);
  await database.send(new DeleteTableCommand({ TableName }));
});

test.each([
  ["an hour", 90, 6],
  ["six hours", 600, 18],
])(
  "payments that are older than %s are asked about by one pass of several, each of them by one",
  async (_, minutes, passes) => {
    const TableName = await tableOf(180, minutes);
    const counts: number[] = [];
    for (let pass = 0; pass < passes; pass += 1) {
      const until = asked.length;
      expect(await run()).toEqual(["payments_reconciled"]);
      counts.push(asked.length - until);
    }
    expect(ascending(asked)).toEqual(all(180));
    expect(counts).toEqual(Array(passes).fill(180 / passes));
    await database.send(new DeleteTableCommand({ TableName }));
  },
);
