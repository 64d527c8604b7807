import Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { contract } from "../../shared/contract.ts";
import { publishedCredential } from "../support/fixtures/credential.ts";
import { applied, cards, ledgerOf, secretFor, stripeAt, sum, typeCard } from "../support/fixtures/payment.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import { expectInvariants } from "../support/invariants.ts";
import type { Organization } from "../support/organization.ts";
import type { Person } from "../support/people.ts";
import { world } from "../support/world.ts";

const { payment, submission, organization } = contract;

let academy: Organization;
let rita: Person;
const paid = () => publishedCredential(academy, [rita], { price: 25, rate: 20 });
const charge = (learner: Person, credential_id: string, stripe_id: string) =>
  learner.call(payment.charge, { credential_id, stripe_id });

beforeAll(async () => {
  academy = await world.newOrganization("Harbor Academy");
  rita = await acceptedReviewer(academy, "Rita");
});
afterAll(() => expectInvariants(world, academy));

describe("paying by card", () => {
  it("makes the application ready, once, with ledger and history to the cent", async () => {
    const lena = academy.as("Lena");
    const credential_id = await paid();
    const application_id = await applied(lena, credential_id);

    const bill = await lena.call(payment.saveBilling, { credential_id });
    expect(bill.body.data).toMatchObject({ status: "open", price: 25, credit: 0, amount_due: 25, application_id });
    const secret = await secretFor(lena, credential_id);
    expect(secret).toMatchObject({ amount: 25, provider: "sandbox" });
    expect((await secretFor(lena, credential_id)).stripe_id).toBe(secret.stripe_id);
    expect((await typeCard(world.origin, secret)).status).toBe(200);

    const charged = await charge(lena, credential_id, secret.stripe_id);
    expect(charged).toMatchObject({
      status: 200,
      body: { data: { status: "paid", stripe_payment_id: secret.stripe_id } },
    });
    expect((await charge(lena, credential_id, secret.stripe_id)).body.data.status).toBe("paid");
    const work = await lena.call(submission.read, { credential_id });
    expect(work.body.data).toMatchObject({ status: "ready", payment_needed: false });
    expect((await lena.call(payment.readCardSecret, { credential_id })).body.error.code).toBe("payment.already-paid");

    await world.settle();
    const history = await academy.as("Ada").call(organization.listBillingHistory, {});
    const row = history.body.data.history.find((each) => each.application_id === application_id);
    expect(row).toMatchObject({
      kind: "charge",
      name: "Lena Rivers",
      price: 25,
      card: 25,
      credit: 0,
      reviewer_pay: 11.67,
      issuer_share: 6.66,
      platform_share: 4,
      organization_share: 2.67,
    });
    expect(history.body.data.history.filter((each) => each.application_id === application_id)).toHaveLength(1);
    const mails = await world.mails.to(lena.email);
    expect(mails.filter(({ subject }) => subject.startsWith("Receipt"))).toHaveLength(1);
  });

  it("pays once however many charges and webhooks arrive together", async () => {
    const leo = academy.as("Leo");
    const credential_id = await paid();
    const application_id = await applied(leo, credential_id);
    const [secret] = await Promise.all([secretFor(leo, credential_id), secretFor(leo, credential_id)]);
    await typeCard(world.origin, secret);
    const event = (await world.control.stripeEvents()).find(
      ({ type, data }) => type === "payment_intent.succeeded" && data.object.id === secret.stripe_id,
    )!;
    await Promise.all([
      ...Array.from({ length: 4 }, () => charge(leo, credential_id, secret.stripe_id)),
      ...Array.from({ length: 4 }, () => world.control.sendStripeEvent(event)),
    ]);
    expect((await charge(leo, credential_id, secret.stripe_id)).body.data.status).toBe("paid");
    await world.settle();
    const rows = await world.control.items(`BILLING#${leo.user_id}`);
    expect(rows.filter((row) => row.application_id === application_id)).toHaveLength(1);
    const ledger = await ledgerOf(world.control.items, academy);
    for (const entry of ledger) expect(sum(entry)).toBe(0);
    const audit = await world.control.items(`AUDIT#${application_id}`);
    expect(audit.filter(({ type }) => type === "payment.paid")).toHaveLength(1);
    expect(audit.filter(({ type }) => type === "payment.duplicate")).toHaveLength(0);
  });

  it("becomes paid by the webhook alone when the browser is gone", async () => {
    const liv = academy.as("Liv");
    const credential_id = await paid();
    await applied(liv, credential_id);
    const secret = await secretFor(liv, credential_id);
    await typeCard(world.origin, secret);
    await expect
      .poll(async () => (await liv.call(payment.saveBilling, { credential_id })).body.data.status, { timeout: 90_000 })
      .toBe("paid");
  });

  it("keeps everything after a declined card, and takes another", async () => {
    const lena = academy.as("Lena");
    const credential_id = await paid();
    await applied(lena, credential_id);
    const secret = await secretFor(lena, credential_id);
    expect((await typeCard(world.origin, secret, cards.declined)).status).toBe(402);
    const refused = await charge(lena, credential_id, secret.stripe_id);
    expect(refused).toMatchObject({
      status: 400,
      body: { error: { code: "payment.declined", message: "Your card was declined." } },
    });
    const bill = await lena.call(payment.saveBilling, { credential_id });
    expect(bill.body.data).toMatchObject({ status: "open", comment: "Your card was declined." });
    const again = await secretFor(lena, credential_id);
    expect(again.stripe_id).toBe(secret.stripe_id);
    await typeCard(world.origin, again);
    expect((await charge(lena, credential_id, again.stripe_id)).body.data.status).toBe("paid");
  });

  it("goes on by another object where the first was given up at the provider", async () => {
    const leo = academy.as("Leo");
    const credential_id = await paid();
    await applied(leo, credential_id);
    const first = await secretFor(leo, credential_id);
    await (await stripeAt(world)).paymentIntents.cancel(first.stripe_id);
    const next = await secretFor(leo, credential_id);
    expect(next.stripe_id).not.toBe(first.stripe_id);
    await typeCard(world.origin, next);
    expect((await charge(leo, credential_id, next.stripe_id)).body.data).toMatchObject({ status: "paid", price: 25 });
  });
});

describe("not paying", () => {
  it("refuses what is not this purchase's payment, and an unfinished one", async () => {
    const [lena, leo] = [academy.as("Lena"), academy.as("Leo")];
    const [mine, other] = [await paid(), await paid()];
    await applied(lena, mine);
    await applied(lena, other);
    const secret = await secretFor(lena, mine);
    expect((await charge(lena, mine, secret.stripe_id)).body.error.code).toBe("payment.not-finished");
    await typeCard(world.origin, secret);
    for (const stripe_id of [secret.stripe_id]) {
      expect((await charge(lena, other, stripe_id)).body.error.code).toBe("payment.mismatch");
      expect((await charge(leo, mine, stripe_id)).body.error.code).toBe("resource.not-found");
    }
    expect((await charge(lena, other, "pi_unknown")).body.error.code).toBe("payment.mismatch");
    expect((await charge(lena, other, "ch_1")).status).toBe(400);
    expect((await lena.call(submission.read, { credential_id: other })).body.data.status).toBe("applied");
  });

  it("has nothing to pay for a free credential, and knows no foreign one", async () => {
    const lena = academy.as("Lena");
    const free = await publishedCredential(academy, [rita], { price: 0 });
    await lena.call(contract.credential.apply, { credential_id: free });
    for (const call of [payment.saveBilling, payment.readCardSecret]) {
      expect((await lena.call(call, { credential_id: free })).body.error.code).toBe("payment.nothing-due");
      expect((await academy.as("Liv").call(call, { credential_id: free })).status).toBe(404);
      expect((await academy.as("Ada").call(call, { credential_id: free })).status).toBe(403);
    }
  });
});

describe("webhooks", () => {
  const send = (body: string, signature?: string) =>
    world.anyone.send("POST", "/api/payment/stripe/webhook", {
      body,
      headers: { "content-type": "application/json", ...(signature && { "stripe-signature": signature }) },
    });

  it("refuses forged signatures", async () => {
    const body = JSON.stringify({
      id: "evt_1",
      object: "event",
      type: "payment_intent.succeeded",
      data: { object: {} },
    });
    const seconds = Math.floor(Date.now() / 1000);
    for (const signature of [undefined, "t=1,v1=00", `t=${seconds},v1=${"0".repeat(64)}`, "nonsense"]) {
      expect(await send(body, signature)).toMatchObject({
        status: 400,
        body: { error: { code: "payment.bad-signature" } },
      });
    }
  });

  it("refuses an old event, one of the future, of another mode and one of another account, however well they are signed", async () => {
    const event = { id: "evt_1", object: "event", livemode: false, type: "customer.created", data: { object: {} } };
    const answer = async (body: object, ageSeconds = 0) => {
      const payload = JSON.stringify(body);
      const timestamp = Math.floor(Date.now() / 1000) - ageSeconds;
      const signed = Stripe.webhooks.generateTestHeaderString({ payload, secret: "whsec_sandbox", timestamp });
      return (await send(payload, signed)).status;
    };
    expect(await answer(event)).toBe(200);
    expect(await answer(event, 400)).toBe(400);
    expect(await answer(event, -240)).toBe(200); // clocks differ
    expect(await answer(event, -600)).toBe(400);
    expect(await answer({ ...event, livemode: true })).toBe(400);
    expect(await answer({ ...event, account: "acct_1" })).toBe(400);
  });

  it("tells an operator of money that somebody gave back at the provider", async () => {
    const leo = academy.as("Leo");
    const credential_id = await paid();
    await applied(leo, credential_id);
    const secret = await secretFor(leo, credential_id);
    await typeCard(world.origin, secret);
    await charge(leo, credential_id, secret.stripe_id);
    const [created] = (await world.control.stripeEvents()).filter(({ data }) => data.object.id === secret.stripe_id);
    const object = { ...created!.data.object, id: "ch_1", payment_intent: secret.stripe_id };
    await world.control.sendStripeEvent({
      ...created!,
      id: "evt_given_back",
      type: "charge.refunded",
      data: { object },
    });
    await world.settle();
    const told = (await world.control.logs()).filter((line) => line.includes("evt_given_back"));
    expect(told.join()).toContain('"payment_mismatch"');
    expect(told.join()).toContain(academy.organization_id);
  });

  let mispaid: string;
  it.each([
    { name: "Leo", amount: 2500, currency: "eur", what: "currency" },
    { name: "Lena", amount: 2400, currency: "usd", what: "amount" },
  ] as const)("makes credit of another $what than was asked for; the purchase stays to be paid", async (wrong) => {
    const learner = academy.as(wrong.name);
    const credential_id = await paid();
    const application_id = await applied(learner, credential_id);
    await learner.call(payment.saveBilling, { credential_id });
    mispaid = credential_id;
    const { amount, currency } = wrong;
    const metadata = { application_id, user_id: learner.user_id, attempt: "1" };
    const confirmed = { amount, currency, payment_method: "pm_card_visa", confirm: true, metadata };
    await (await stripeAt(world)).paymentIntents.create(confirmed);
    await world.settle();
    expect((await learner.call(submission.read, { credential_id })).body.data.status).toBe("applied");
    expect((await learner.call(payment.readCredit, {})).body.data).toMatchObject({ balance: amount / 100, held: 0 });
  });

  it("lets a purchase of which another amount came be paid anew", async () => {
    const lena = academy.as("Lena");
    const credential_id = mispaid;
    const bill = await lena.call(payment.saveBilling, { credential_id });
    expect(bill.body.data).toMatchObject({ status: "open", credit: 24, amount_due: 1 });
    const secret = await secretFor(lena, credential_id);
    await typeCard(world.origin, secret);
    expect((await charge(lena, credential_id, secret.stripe_id)).body.data.status).toBe("paid");
  });

  it("believes no word of an event: an intent that did not succeed pays nothing", async () => {
    const liv = academy.as("Liv");
    const credential_id = await paid();
    await applied(liv, credential_id);
    const secret = await secretFor(liv, credential_id);
    const [created] = (await world.control.stripeEvents()).filter(({ data }) => data.object.id === secret.stripe_id);
    await world.control.sendStripeEvent({ ...created!, id: "evt_made_up", type: "payment_intent.succeeded" });
    await world.settle();
    expect((await liv.call(payment.saveBilling, { credential_id })).body.data.status).toBe("open");
  });
});

describe("product credit", () => {
  it("is empty at first", async () => {
    const { body } = await academy.as("Liv").call(payment.readCredit, {});
    expect(body.data).toEqual({ balance: 0, held: 0, entries: [], total: 0 });
  });
});

describe("billing history", () => {
  it("narrows by year and month with sums that match the rows, for the admin alone", async () => {
    await world.settle();
    const ada = academy.as("Ada");
    const now = new Date();
    const month = { year: now.getUTCFullYear(), month: now.getUTCMonth() + 1 };
    const { history, totals, total } = (await ada.call(organization.listBillingHistory, { ...month, limit: 100 })).body
      .data;
    expect(total).toBe(history.length);
    for (const name of ["price", "reviewer_pay", "issuer_share", "platform_share", "organization_share"] as const) {
      expect(Math.round(totals![name] * 100)).toBe(Math.round(history.reduce((all, row) => all + row[name], 0) * 100));
    }
    expect((await ada.call(organization.listBillingHistory, { year: 2001 })).body.data).toMatchObject({
      history: [],
      total: 0,
    });
    expect((await ada.call(organization.listBillingHistory, { month: 3 })).status).toBe(400);
    expect((await academy.as("Ivan").call(organization.listBillingHistory, {})).status).toBe(403);
    expect((await rita.call(organization.listBillingHistory, {})).body.data.history).toEqual([]);
  });
});

describe("purchases", () => {
  it("are the learner's own charges, newest first or oldest, found by title", async () => {
    const liv = academy.as("Liv");
    const rows = (await liv.call(payment.listPurchases, { limit: 100 })).body.data;
    expect(rows.total).toBe(rows.purchases.length);
    const stored = (await world.control.items(`BILLING#${liv.user_id}`)).filter(({ kind }) => kind === "charge");
    expect(rows.purchases.map(({ entry_id }) => entry_id)).toEqual(
      stored
        .map(({ entry_id }) => String(entry_id))
        .toSorted()
        .toReversed(),
    );
    for (const row of rows.purchases) {
      const receipt = await liv.call(payment.readReceipt, { application_id: row.application_id });
      expect(receipt.body.data.number).toBe(row.receipt);
    }
    const oldest = (await liv.call(payment.listPurchases, { limit: 100, sort: "oldest" })).body.data;
    expect(oldest.purchases).toEqual(rows.purchases.toReversed());
    const none = (await liv.call(payment.listPurchases, { search: "nothing of the kind" })).body.data;
    expect(none).toMatchObject({ purchases: [], total: 0 });
    expect(Object.keys(rows.purchases[0] ?? {})).not.toContain("platform_share");
  });
});

describe("a card whose bank asks its holder (3-D Secure)", () => {
  let guests: Organization; // nobody there has credit that would pay instead
  beforeAll(async () => {
    guests = await world.newOrganization("Guest Academy");
  });
  const asked = async (learner: Person, credential_id: string) => {
    await applied(learner, credential_id);
    const secret = await secretFor(learner, credential_id);
    const typed = await typeCard(world.origin, secret, cards.authenticated);
    expect(typed).toMatchObject({ status: 200, body: { status: "requires_action" } });
    const page = `${world.origin}${typed.body.next_action!.redirect_to_url.url}`;
    expect((await fetch(page)).status).toBe(200);
    const input = { credential_id, stripe_id: secret.stripe_id };
    expect(await learner.call(payment.charge, input)).toMatchObject({
      status: 409,
      body: { error: { code: "payment.not-finished" } },
    });
    const decide = async (decision: "confirm" | "fail") => {
      const body = new URLSearchParams({ client_secret: secret.client_secret, decision });
      const answer = await fetch(page, { method: "POST", body, redirect: "manual" });
      expect([answer.status, answer.headers.get("location")]).toEqual([303, `${world.origin}/back`]);
      return learner.call(payment.charge, input);
    };
    return { decide, page };
  };

  it("pays once they confirmed, and not before", async () => {
    const lena = guests.as("Lena");
    const { decide, page } = await asked(lena, await publishedCredential(academy, [rita], { price: 25 }));
    expect(await decide("confirm")).toMatchObject({ status: 200, body: { data: { status: "paid" } } });
    expect((await fetch(page)).status).toBe(404);
  });

  it("is declined where they refuse, and another card pays", async () => {
    const leo = guests.as("Leo");
    const credential_id = await publishedCredential(academy, [rita], { price: 25 });
    const { decide } = await asked(leo, credential_id);
    const refused = await decide("fail");
    expect(refused).toMatchObject({ status: 400, body: { error: { code: "payment.declined" } } });
    expect(refused.body.error.message).toContain("unable to authenticate");
    const secret = await secretFor(leo, credential_id);
    await typeCard(world.origin, secret);
    const paid = await leo.call(payment.charge, { credential_id, stripe_id: secret.stripe_id });
    expect(paid.body.data.status).toBe("paid");
  });
});
