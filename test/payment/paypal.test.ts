import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { disputeFee } from "../../functions/clients/paypal/disputes.ts";
import { contract } from "../../shared/contract.ts";
import { publishedCredential } from "../support/fixtures/credential.ts";
import { applied, approveOrder, ledgerOf, orderFor, secretFor, sum, typeCard } from "../support/fixtures/payment.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import { expectInvariants } from "../support/invariants.ts";
import type { Organization } from "../support/organization.ts";
import type { Person } from "../support/people.ts";
import { world } from "../support/world.ts";

const { payment, submission } = contract;

let academy: Organization;
let rita: Person;
const paid = () => publishedCredential(academy, [rita], { price: 25, rate: 20 });
const capture = (learner: Person, credential_id: string, order_id: string) =>
  learner.call(payment.capturePaypalOrder, { credential_id, order_id });
const statusOf = async (learner: Person, credential_id: string) =>
  (await learner.call(submission.read, { credential_id })).body.data.status;

beforeAll(async () => {
  academy = await world.newOrganization("Lagoon Academy");
  rita = await acceptedReviewer(academy, "Rita");
});
afterAll(() => expectInvariants(world, academy));

describe("paying with PayPal", () => {
  it("makes the application ready once, however many captures, webhooks and clicks arrive in whatever order", async () => {
    const lena = academy.as("Lena");
    const credential_id = await paid();
    const application_id = await applied(lena, credential_id);
    const [order, same] = await Promise.all([orderFor(lena, credential_id), orderFor(lena, credential_id)]);
    expect(same.order_id).toBe(order.order_id);
    expect(order).toMatchObject({ amount: 25, currency: "usd", provider: "sandbox" });
    const early = await capture(lena, credential_id, order.order_id);
    expect(early).toMatchObject({ status: 409, body: { error: { code: "payment.not-approved" } } });

    const back = await approveOrder(order);
    expect(back).toContain(`/paymentInformation/${credential_id}?paypal=approved`);
    await Promise.all(Array.from({ length: 4 }, () => capture(lena, credential_id, order.order_id)));
    await world.settle();
    const events = (await world.control.payPalEvents()).filter(({ resource }) =>
      JSON.stringify(resource).includes(application_id),
    );
    expect(events.map(({ event_type }) => event_type)).toEqual([
      "CHECKOUT.ORDER.APPROVED",
      "PAYMENT.CAPTURE.COMPLETED",
    ]);
    for (const event of [...events].reverse()) await world.control.sendPayPalEvent(event);
    await world.settle();

    const again = await capture(lena, credential_id, order.order_id);
    expect(again.body.data).toMatchObject({
      status: "paid",
      method: "paypal",
      paypal_order_id: order.order_id,
      price: 25,
    });
    expect(await statusOf(lena, credential_id)).toBe("ready");
    const audit = await world.control.items(`AUDIT#${application_id}`);
    expect(audit.filter(({ type }) => type === "payment.paid")).toHaveLength(1);
    expect(audit.filter(({ type }) => type === "payment.duplicate")).toHaveLength(0);
    const ledger = await ledgerOf(world.control.items, academy, application_id);
    expect(ledger).toEqual([
      { cash: 2500, reviewer_payable: -1167, issuer: -666, platform: -400, organization: -267 },
      { platform: 136, fees: -136 },
    ]);
  });

  it("is finished by the webhook alone when the browser never comes back", async () => {
    const leo = academy.as("Leo");
    const credential_id = await paid();
    await applied(leo, credential_id);
    await approveOrder(await orderFor(leo, credential_id));
    await world.settle();
    expect(await statusOf(leo, credential_id)).toBe("ready");
  });

  it("keeps the purchase open after a refusal, and takes a card then", async () => {
    const liv = academy.as("Liv");
    const credential_id = await paid();
    await applied(liv, credential_id);
    const order = await orderFor(liv, credential_id);
    await approveOrder(order, "declined");
    const refused = await capture(liv, credential_id, order.order_id);
    expect(refused).toMatchObject({ status: 400, body: { error: { code: "payment.declined" } } });
    const secret = await secretFor(liv, credential_id);
    await typeCard(world.origin, secret);
    const charged = await liv.call(payment.charge, { credential_id, stripe_id: secret.stripe_id });
    expect(charged.body.data).toMatchObject({ status: "paid", method: "card" });
    const late = await capture(liv, credential_id, order.order_id);
    expect(late.body.data).toMatchObject({ status: "paid", method: "card" });
  });
});

describe("an account that is empty", () => {
  it("refuses its order, and pays it once its payer chooses another", async () => {
    const leo = academy.as("Leo");
    const credential_id = await paid();
    await applied(leo, credential_id);
    const order = await orderFor(leo, credential_id);
    await approveOrder(order, "declined");
    expect((await capture(leo, credential_id, order.order_id)).body.error.code).toBe("payment.declined");
    const again = await orderFor(leo, credential_id);
    expect(again.order_id).toBe(order.order_id);
    await approveOrder(again);
    const collected = await capture(leo, credential_id, again.order_id);
    expect(collected.body.data).toMatchObject({ status: "paid", method: "paypal" });
  });
});

describe("choosing one way to pay", () => {
  it("closes the other: the card's form is dead once PayPal is chosen, and an order once the card is", async () => {
    const lena = academy.as("Lena");
    const credential_id = await paid();
    await applied(lena, credential_id);
    const secret = await secretFor(lena, credential_id);
    const order = await orderFor(lena, credential_id);
    expect((await typeCard(world.origin, secret)).status).toBe(400);
    const second = await secretFor(lena, credential_id);
    expect(second.stripe_id).not.toBe(secret.stripe_id);
    await approveOrder(order);
    await world.settle();
    const closed = await capture(lena, credential_id, order.order_id);
    expect(closed).toMatchObject({ status: 409, body: { error: { code: "payment.changed" } } });
    expect(await statusOf(lena, credential_id)).toBe("applied");
    await typeCard(world.origin, second);
    await world.settle();
    expect(await statusOf(lena, credential_id)).toBe("ready");
    expect((await lena.call(payment.createPaypalOrder, { credential_id })).body.error.code).toBe(
      "payment.already-paid",
    );
  });

  it("finds a card that was faster than the choice", async () => {
    const leo = academy.as("Leo");
    const credential_id = await paid();
    await applied(leo, credential_id);
    const secret = await secretFor(leo, credential_id);
    await typeCard(world.origin, secret);
    expect((await leo.call(payment.createPaypalOrder, { credential_id })).body.error.code).toBe("payment.already-paid");
    expect(await statusOf(leo, credential_id)).toBe("ready");
  });

  it("refuses an order that is not this purchase's", async () => {
    const [lena, leo] = [academy.as("Lena"), academy.as("Leo")];
    const [mine, other] = [await paid(), await paid()];
    await applied(lena, mine);
    await applied(lena, other);
    await applied(leo, mine);
    const order = await orderFor(lena, mine);
    await approveOrder(order);
    expect((await capture(lena, other, order.order_id)).body.error.code).toBe("payment.mismatch");
    expect((await capture(leo, mine, order.order_id)).body.error.code).toBe("payment.mismatch");
    expect((await capture(lena, mine, "0UNKNOWN")).body.error.code).toBe("payment.mismatch");
  });
});

describe("a dispute at PayPal", () => {
  const statusAt = async (application_id: string) =>
    (await world.control.item(`PAYMENT#${application_id}`, "META"))?.status;
  const paymentEvents = async (application_id: string) =>
    (await world.control.items(`AUDIT#${application_id}`))
      .map(({ type }) => type)
      .filter((type) => /disput/.test(`${type}`));
  const eventsAbout = async (application_id: string) =>
    (await world.control.payPalEvents()).filter(
      ({ resource_type, resource }) => resource_type === "dispute" && JSON.stringify(resource).includes(application_id),
    );

  /** A learner pays and disputes it at once; answers what the dispute is about and its id. */
  async function disputed(learner: Person, credential_id: string) {
    const application_id = await applied(learner, credential_id);
    await approveOrder(await orderFor(learner, credential_id), "disputed");
    await world.settle();
    const [created] = await eventsAbout(application_id);
    return { application_id, dispute_id: (created!.resource as { dispute_id: string }).dispute_id };
  }

  /** PayPal decides, as its sandbox does when it is told how. */
  async function decide(dispute_id: string, adjudication_outcome: "BUYER_FAVOR" | "SELLER_FAVOR"): Promise<void> {
    const { PAYPAL_API_URL: url } = await world.control.settings(["PAYPAL_API_URL"]);
    const basic = Buffer.from("paypal-sandbox-client:paypal-sandbox-secret").toString("base64");
    const token = await fetch(`${url}/v1/oauth2/token`, {
      method: "POST",
      headers: { authorization: `Basic ${basic}` },
    });
    const { access_token } = (await token.json()) as { access_token: string };
    const headers = { authorization: `Bearer ${access_token}`, "content-type": "application/json" };
    const body = JSON.stringify({ adjudication_outcome });
    const address = `${url}/v1/customer/disputes/${dispute_id}/adjudicate`;
    expect((await fetch(address, { method: "POST", headers, body })).status).toBe(200);
    await world.settle();
  }

  it("costs what left our account besides what the payer was given back", () => {
    const usd = (value: string) => ({ currency_code: "USD", value });
    const buyer = {
      affected_party: "BUYER",
      type: "CREDIT",
      amount: usd("100.00"),
      reason: "DISPUTE_SETTLEMENT",
    } as const;
    const ours = { affected_party: "SELLER", type: "DEBIT", reason: "DISPUTE_SETTLEMENT" } as const;
    const fee = { ...ours, amount: usd("0.49"), reason: "DISPUTE_SETTLEMENT_FEE" } as const;
    expect(disputeFee([buyer, { ...ours, amount: usd("96.02") }, fee], 10_000)).toBe(-349); // most of the first fee is back
    expect(disputeFee([buyer, { ...ours, amount: usd("100.00") }, { ...fee, amount: usd("15.00") }], 10_000)).toBe(
      1500,
    );
    expect(disputeFee([{ ...fee, amount: usd("15.00") }], 10_000)).toBeUndefined(); // not settled yet
    expect(disputeFee([{ ...fee, amount: usd("15.00") }], 0)).toBe(1500);
    expect(disputeFee([buyer], 0)).toBeUndefined(); // PayPal paid it
  });

  it("holds the sale; won, all is as it was", async () => {
    const liv = academy.as("Liv");
    const credential_id = await paid();
    const { application_id, dispute_id } = await disputed(liv, credential_id);
    expect(await statusAt(application_id)).toBe("disputed");
    await decide(dispute_id, "SELLER_FAVOR");
    expect(await statusAt(application_id)).toBe("paid");
    expect(await statusOf(liv, credential_id)).toBe("ready");
    expect(await ledgerOf(world.control.items, academy, application_id)).toHaveLength(2);
    expect(await paymentEvents(application_id)).toEqual(["payment.disputed", "payment.dispute-won"]);
  });

  it("lost, undoes the sale to the cent, once, however often and in whatever order PayPal says so", async () => {
    const leo = academy.as("Leo");
    const credential_id = await paid();
    const { application_id, dispute_id } = await disputed(leo, credential_id);
    await decide(dispute_id, "BUYER_FAVOR");
    for (const event of (await eventsAbout(application_id)).reverse()) {
      await world.control.sendPayPalEvent(event);
      await world.control.sendPayPalEvent({ ...event, id: `${event.id}-again` });
    }
    await world.settle();
    expect(await statusAt(application_id)).toBe("lost");
    expect(await statusOf(leo, credential_id)).toBe("closed");
    const entries = await ledgerOf(world.control.items, academy, application_id);
    const [sale, fee, ...decided] = entries;
    const [reversal, disputeFee, ...more] = decided.toSorted((one, other) => (one.cash ?? 0) - (other.cash ?? 0));
    expect(more).toEqual([]);
    expect(disputeFee).toEqual({ platform: 1500, fees: -1500 });
    expect(fee).toEqual({ platform: 136, fees: -136 });
    expect(reversal).toEqual(Object.fromEntries(Object.entries(sale!).map(([account, cents]) => [account, -cents])));
    expect(await paymentEvents(application_id)).toEqual(["payment.disputed", "payment.dispute-lost"]);
  });
});

describe("PayPal's webhooks", () => {
  it("refuses what PayPal does not verify", async () => {
    const body = JSON.stringify({ id: "WH-1", event_type: "CHECKOUT.ORDER.APPROVED", resource: { id: "X" } });
    const headers = {
      "content-type": "application/json",
      "paypal-auth-algo": "SHA256withRSA",
      "paypal-cert-url": "https://api.paypal.com/v1/notifications/certs/CERT-1",
      "paypal-transmission-id": "d938e770-8046-11e6-8103-6b62a8a99ac4",
      "paypal-transmission-time": "2026-01-01T00:00:00Z",
      "paypal-transmission-sig": "bm90aGluZw==",
    };
    for (const sent of [headers, { "content-type": "application/json" }]) {
      const answer = await world.anyone.send("POST", "/api/payment/paypal/webhook", { body, headers: sent });
      expect(answer).toMatchObject({ status: 400, body: { error: { code: "payment.bad-signature" } } });
    }
    const told = (await world.control.logs()).filter((line) => line.includes('"webhook_bad_signature"'));
    expect(told.some((line) => line.includes("/payment/paypal/webhook"))).toBe(true);
  });
});

describe("the ledger", () => {
  it("sums to zero in every entry", async () => {
    for (const entry of await ledgerOf(world.control.items, academy)) expect(sum(entry)).toBe(0);
  });
});
