import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import Stripe from "stripe";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type LocalStripe, startStripe } from "../../../bin/local/sandbox/stripe/stripe.ts";
import { type LocalServer, readBody, serve } from "../../../bin/local/server.ts";

let directory: string;
let app: LocalServer;
let sandbox: LocalStripe;
let stripe: Stripe;
/** What the app's webhook got, and how it answers: the next of `answers`, then 200. */
let received: { body: string; signature: string }[];
let answers: number[];

const start = () =>
  startStripe({ port: 0, webhookUrl: `${app.url}/api/payment/stripe/webhook`, file: join(directory, "stripe.json") });
const clientOf = (port: number, key = "sk_test_sandbox") =>
  new Stripe(key, { host: "127.0.0.1", port, protocol: "http", maxNetworkRetries: 0, telemetry: false, timeout: 2000 });

beforeEach(async () => {
  mkdirSync(".cache", { recursive: true });
  directory = mkdtempSync(".cache/fidelity-stripe-");
  received = [];
  answers = [];
  app = await serve(0, async (request, response) => {
    const body = (await readBody(request)).toString();
    received.push({ body, signature: String(request.headers["stripe-signature"]) });
    response.writeHead(answers.shift() ?? 200).end();
  });
  sandbox = await start();
  stripe = clientOf(sandbox.port);
});
afterEach(async () => {
  await sandbox.stop();
  await app.stop();
  rmSync(directory, { recursive: true });
});

const create = (amount = 1999, idempotencyKey?: string) =>
  stripe.paymentIntents.create({ amount, currency: "usd", metadata: { application_id: "app_1" } }, { idempotencyKey });
const card = { number: "4242 4242 4242 4242", exp_month: 12, exp_year: 2040, cvc: "123" };
const type = (intent: { id: string; client_secret: string | null }, changes: object = {}) =>
  fetch(`${sandbox.url}/sandbox/payment_intents/${intent.id}/confirm`, {
    method: "POST",
    body: JSON.stringify({ client_secret: intent.client_secret, ...card, ...changes }),
  });
const errorOf = async (answer: Response) => ((await answer.json()) as { error: Record<string, unknown> }).error;
const read = ({ body, signature }: { body: string; signature: string }) =>
  stripe.webhooks.constructEvent(body, signature, sandbox.webhookSecret);

test("a new intent waits for its payment method and keeps its metadata", async () => {
  const intent = await create();
  expect(intent).toMatchObject({ amount: 1999, currency: "usd", status: "requires_payment_method", livemode: false });
  expect((await stripe.paymentIntents.retrieve(intent.id)).metadata).toEqual({ application_id: "app_1" });
});

test("a good card succeeds, and the signed event arrives", async () => {
  const intent = await create();
  expect(await (await type(intent)).json()).toMatchObject({ status: "succeeded", amount_received: 1999 });
  await sandbox.delivered();
  expect(received).toHaveLength(1);
  const event = read(received[0]!);
  expect(event).toMatchObject({ type: "payment_intent.succeeded", data: { object: { id: intent.id } } });
  expect((await stripe.events.retrieve(event.id)).type).toBe("payment_intent.succeeded");
});

test("a changed event fails its signature, and so does an old one", async () => {
  await type(await create());
  await sandbox.delivered();
  const { body, signature } = received[0]!;
  expect(() => read({ body: body.replace("1999", "9999"), signature })).toThrow(
    Stripe.errors.StripeSignatureVerificationError,
  );
  expect(() => stripe.webhooks.constructEvent(body, signature, "whsec_other")).toThrow();
  const old = stripe.webhooks.generateTestHeaderString({ payload: body, secret: sandbox.webhookSecret, timestamp: 1 });
  expect(() => read({ body, signature: old })).toThrow("outside the tolerance zone");
});

test.each([
  ["4000000000000002", {}, "card_declined", "generic_decline"],
  ["4000000000009995", {}, "card_declined", "insufficient_funds"],
  ["4000000000000069", {}, "expired_card", undefined],
  ["4000000000000127", {}, "incorrect_cvc", undefined],
  ["4111111111111111", {}, "card_declined", "test_mode_live_card"],
  ["4242424242424241", {}, "incorrect_number", undefined],
  ["4242424242424242", { exp_year: 2020 }, "invalid_expiry_year", undefined],
  ["4242424242424242", { exp_month: 13 }, "invalid_expiry_month", undefined],
  ["4242424242424242", { cvc: "1" }, "invalid_cvc", undefined],
])("the card %s with %j is refused as %s", async (number, changes, code, decline_code) => {
  const intent = await create();
  const answer = await type(intent, { number, ...changes });
  expect(answer.status).toBe(402);
  const error = await errorOf(answer);
  expect(error).toMatchObject({ type: "card_error", code, payment_intent: { status: "requires_payment_method" } });
  expect(error.decline_code).toBe(decline_code);
});

test("after a refused card another may be tried, and the refusal is told", async () => {
  const intent = await create();
  await type(intent, { number: "4000000000000002" });
  const { last_payment_error } = await stripe.paymentIntents.retrieve(intent.id);
  expect(last_payment_error).toMatchObject({ code: "card_declined" });
  expect((await type(intent)).status).toBe(200);
  await sandbox.delivered();
  const types = received.map((each) => read(each).type).sort();
  expect(types).toEqual(["payment_intent.payment_failed", "payment_intent.succeeded"]);
});

test("the server may confirm with Stripe's payment methods for tests", async () => {
  const { id } = await create();
  const refused = stripe.paymentIntents.confirm(id, { payment_method: "pm_card_chargeDeclined" });
  await expect(refused).rejects.toMatchObject({ type: "StripeCardError", code: "card_declined", statusCode: 402 });
  expect((await stripe.paymentIntents.confirm(id, { payment_method: "pm_card_visa" })).status).toBe("succeeded");
});

test("a paid intent can be neither paid again nor canceled", async () => {
  const intent = await create();
  await type(intent);
  const state = { type: "invalid_request_error", code: "payment_intent_unexpected_state" };
  expect(await errorOf(await type(intent))).toMatchObject(state);
  await expect(stripe.paymentIntents.cancel(intent.id)).rejects.toMatchObject({ code: state.code, statusCode: 400 });
});

test("a canceled intent cannot be paid", async () => {
  const intent = await create();
  expect((await stripe.paymentIntents.cancel(intent.id)).status).toBe("canceled");
  expect((await type(intent)).status).toBe(400);
  await sandbox.delivered();
  expect(received.map((each) => read(each).type)).toEqual(["payment_intent.canceled"]);
});

test("the card form needs the intent's own client secret", async () => {
  const [mine, other] = [await create(), await create()];
  const answer = await type({ id: mine.id, client_secret: other.client_secret });
  expect(answer.status).toBe(400);
  expect(await errorOf(answer)).toMatchObject({ type: "invalid_request_error", param: "client_secret" });
  expect((await stripe.paymentIntents.retrieve(mine.id)).status).toBe("requires_payment_method");
});

test("a repeated idempotency key answers the first intent", async () => {
  const first = await create(1999, "key-1");
  expect((await create(1999, "key-1")).id).toBe(first.id);
  expect(sandbox.intents()).toHaveLength(1);
});

test("an idempotency key with other parameters is refused", async () => {
  await create(1999, "key-1");
  await expect(create(2999, "key-1")).rejects.toMatchObject({ type: "StripeIdempotencyError", statusCode: 400 });
});

test("a call without the right key is refused", async () => {
  const stranger = clientOf(sandbox.port, "sk_test_guessed");
  await expect(stranger.paymentIntents.list()).rejects.toMatchObject({
    type: "StripeAuthenticationError",
    statusCode: 401,
  });
});

test.each([
  ["an amount below the minimum", { amount: 49, currency: "usd" }, "amount_too_small"],
  ["an amount with a fraction", { amount: 19.99, currency: "usd" }, "parameter_invalid_integer"],
  ["a missing currency", { amount: 1999 }, "parameter_missing"],
])("%s is refused", async (_, parameters, code) => {
  const refused = stripe.paymentIntents.create(parameters as Stripe.PaymentIntentCreateParams);
  await expect(refused).rejects.toMatchObject({ type: "StripeInvalidRequestError", code });
});

test("an unknown intent and an unknown call are 404", async () => {
  await expect(stripe.paymentIntents.retrieve("pi_missing")).rejects.toMatchObject({
    code: "resource_missing",
    statusCode: 404,
  });
  await expect(stripe.customers.list()).rejects.toMatchObject({ statusCode: 404 });
});

test("intents are listed by when they were made, the newest first, page by page", async () => {
  const ids = [];
  for (let index = 0; index < 3; index++) ids.unshift((await create()).id);
  const now = Math.floor(Date.now() / 1000);
  const first = await stripe.paymentIntents.list({ created: { gte: now - 60 }, limit: 2 });
  expect([first.data.map(({ id }) => id), first.has_more]).toEqual([ids.slice(0, 2), true]);
  const rest = await stripe.paymentIntents.list({ created: { gte: now - 60 }, starting_after: ids[1] });
  expect(rest.data.map(({ id }) => id)).toEqual(ids.slice(2));
  expect((await stripe.paymentIntents.list({ created: { gt: now + 60 } })).data).toEqual([]);
});

test("an event is sent again until the app takes it, each time the same event", async () => {
  answers = [500, 503];
  await type(await create());
  await sandbox.delivered();
  expect(received).toHaveLength(3);
  expect(new Set(received.map((each) => read(each).id)).size).toBe(1);
});

test("events can be repeated and lost", async () => {
  sandbox.switches.repeatWebhooks = 2;
  await type(await create());
  await sandbox.delivered();
  expect(received).toHaveLength(3);
  sandbox.switches.dropWebhooks = true;
  const lost = await create();
  await type(lost);
  await sandbox.delivered();
  expect(received).toHaveLength(3);
  expect((await stripe.paymentIntents.retrieve(lost.id)).status).toBe("succeeded");
});

test("a dead service breaks the connection, a slow one runs into the client's time limit", async () => {
  sandbox.switches.dead = true;
  await expect(create()).rejects.toMatchObject({ type: "StripeConnectionError" });
  sandbox.switches.dead = false;
  sandbox.switches.slowMs = 400;
  await expect(stripe.paymentIntents.list({}, { timeout: 100 })).rejects.toMatchObject({
    type: "StripeConnectionError",
  });
});

test("intents, events and idempotency keys outlive a restart", async () => {
  const intent = await create(1999, "key-1");
  await type(intent);
  await sandbox.stop();
  sandbox = await start();
  stripe = clientOf(sandbox.port);
  expect((await stripe.paymentIntents.retrieve(intent.id)).status).toBe("succeeded");
  expect((await create(1999, "key-1")).id).toBe(intent.id);
  expect(sandbox.events().map((event) => event.type)).toEqual(["payment_intent.created", "payment_intent.succeeded"]);
});
