import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { contract } from "../../shared/contract.ts";
import { publishedCredential } from "../support/fixtures/credential.ts";
import {
  applied,
  approveOrder,
  cards,
  decideDispute,
  disputeAbout,
  ledgerOf,
  orderFor,
  paidPurchase,
  refundedPurchase,
  secretFor,
  stripeAt,
  sum,
  typeCard,
} from "../support/fixtures/payment.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import { expectInvariants } from "../support/invariants.ts";
import { lentWorld } from "../support/lent-world.ts";
import type { Organization } from "../support/organization.ts";
import type { Person } from "../support/people.ts";

const { payment, submission } = contract;
const world = await lentWorld();
afterAll(async () => {
  await expectInvariants(world, academy);
  await world.stop();
});

let academy: Organization;
let rita: Person;
beforeAll(async () => {
  academy = await world.newOrganization("Meadow Academy");
  rita = await acceptedReviewer(academy, "Rita");
});
const reconcile = () => world.control.invoke("payment/reconcile-payments", {});
const paid = () => publishedCredential(academy, [rita], { price: 25, rate: 20 });

describe("a disputed payment", () => {
  it("has its admins reminded of the evidence once, three days before it is due", async () => {
    const lena = academy.as("Lena");
    const application_id = await paidPurchase(lena, await paid(), world.origin, cards.disputed);
    await academy.as("Ada").token();
    await world.settle();
    const remind = async (days: number) => {
      await world.control.runSchedule("remind-of-evidence", days * 86_400_000);
      await world.settle();
    };
    const reminders = async () =>
      (await world.mails.to(academy.as("Ada").email)).filter(({ subject }) =>
        subject.startsWith("Evidence is due soon"),
      );
    await remind(5);
    expect(await reminders()).toHaveLength(0);
    await Promise.all([remind(7), remind(7)]);
    await remind(7);
    expect(await reminders()).toHaveLength(1);
    const payment = await world.control.item(`PAYMENT#${application_id}`, "META");
    const dispute = await disputeAbout(world, payment?.stripe_payment_id);
    await decideDispute(world, dispute, "winning_evidence");
    await world.settle();
  });
});

describe("a dead card provider", () => {
  it("is said so, charges nothing, and what was charged untold is found when it is back", async () => {
    const liv = academy.as("Liv");
    const credential_id = await paid();
    await applied(liv, credential_id);
    await world.control.switchStripe({ dead: true });
    const refused = await liv.call(payment.readCardSecret, { credential_id });
    expect(refused).toMatchObject({ status: 503, body: { error: { code: "payment.provider-unavailable" } } });
    await world.control.switchStripe({ dead: false });
    expect(refused.body.error.message).toContain("You weren’t charged");
    const secret = await secretFor(liv, credential_id);
    await world.control.switchStripe({ dropWebhooks: true });
    await typeCard(world.origin, secret);
    await world.control.switchStripe({ dead: true }); // now it was charged, and nobody can tell
    const explainUnsettled = await liv.call(payment.charge, { credential_id, stripe_id: secret.stripe_id });
    expect(explainUnsettled).toMatchObject({ status: 503, body: { error: { code: "payment.provider-unavailable" } } });
    expect(explainUnsettled.body.error.message).toContain("we’ll complete your purchase as soon as it does");
    await world.control.switchStripe({ dead: false, dropWebhooks: false });
    const status = async () => {
      await world.control.runSchedule("payment/reconcile-payments", 11 * 60_000);
      return (await liv.call(submission.read, { credential_id })).body.data.status;
    };
    await expect.poll(status, { timeout: 60_000, interval: 1000 }).toBe("ready");
    const charged = await liv.call(payment.charge, { credential_id, stripe_id: secret.stripe_id });
    expect(charged.body.data.status).toBe("paid");
  });
});

describe("a dead PayPal", () => {
  it("is said so; a card pays meanwhile, and what was approved is collected when PayPal is back", async () => {
    const [lena, leo] = [academy.as("Lena"), academy.as("Leo")];
    const [mine, other] = [await paid(), await paid()];
    await applied(lena, mine);
    await applied(leo, other);
    const order = await orderFor(lena, mine);
    await world.control.switchPayPal({ dropWebhooks: true });
    await approveOrder(order);
    await world.control.switchPayPal({ dead: "midway" });
    const refused = await lena.call(payment.capturePaypalOrder, { credential_id: mine, order_id: order.order_id });
    expect(refused).toMatchObject({ status: 503, body: { error: { code: "payment.paypal-unavailable" } } });
    expect(refused.body.error.message).toContain("we’ll complete your purchase as soon as it does");
    await world.control.switchPayPal({ dead: true });
    expect((await leo.call(payment.createPaypalOrder, { credential_id: other })).status).toBe(503);
    const secret = await secretFor(leo, other);
    await typeCard(world.origin, secret);
    const charged = await leo.call(payment.charge, { credential_id: other, stripe_id: secret.stripe_id });
    expect(charged.body.data.status).toBe("paid");
    await world.control.switchPayPal({ dead: false, dropWebhooks: false });
    await world.control.moveClock(11 * 60_000);
    await expect
      .poll(
        async () => {
          await reconcile(); // its circuit is open for a moment yet
          return (await lena.call(submission.read, { credential_id: mine })).body.data.status;
        },
        { timeout: 60_000, interval: 1000 },
      )
      .toBe("ready");
  });
});

describe("reconciling", () => {
  it("pays what succeeded while nobody listened", async () => {
    const lena = academy.as("Lena");
    const credential_id = await paid();
    await applied(lena, credential_id);
    const secret = await secretFor(lena, credential_id);
    await world.control.switchStripe({ dropWebhooks: true });
    await typeCard(world.origin, secret);
    await reconcile();
    expect((await lena.call(submission.read, { credential_id })).body.data.status).toBe("applied");
    await world.control.moveClock(11 * 60_000);
    lena.signOut(); // her token has expired by now
    await reconcile();
    await reconcile();
    expect((await lena.call(submission.read, { credential_id })).body.data.status).toBe("ready");
    await world.control.switchStripe({ dropWebhooks: false });
    for (const entry of await ledgerOf(world.control.items, academy)) expect(sum(entry)).toBe(0);
  });

  it("learns a fee that was not known at first, once, whatever became of the sale meanwhile", async () => {
    const [ada, liv] = [academy.as("Ada"), academy.as("Liv")];
    for (const person of [ada, liv]) person.signOut();
    const [kept, given] = [await paid(), await paid()];
    await world.control.switchStripe({ feesLater: true });
    const sold = await paidPurchase(liv, kept, world.origin);
    const credited = await refundedPurchase(academy, liv, given, world.origin);
    const metadata = { application_id: sold, user_id: liv.user_id, attempt: "7" };
    const again = { amount: 2500, currency: "usd", payment_method: "pm_card_visa", confirm: true, metadata };
    const second = await (await stripeAt(world)).paymentIntents.create(again);
    await world.settle();
    const fees = async (application_id: string) =>
      (await ledgerOf(world.control.items, academy, application_id)).filter((entry) => "fees" in entry);
    expect([await fees(sold), await fees(credited)]).toEqual([[], []]);
    await world.control.switchStripe({ feesLater: false });
    const event = (await world.control.stripeEvents()).find(({ data }) => data.object.id === second.id)!;
    const object = { ...event.data.object, id: "ch_1", payment_intent: second.id };
    for (const id of ["evt_fee", "evt_fee_again"])
      await world.control.sendStripeEvent({ ...event, id, type: "charge.updated", data: { object } });
    for (const _ of [1, 2]) await world.control.runSchedule("payment/reconcile-payments", 11 * 60_000);
    await world.settle();
    const fee = { platform: 103, fees: -103 };
    expect([await fees(sold), await fees(credited)]).toEqual([[fee, fee], [fee]]);
  });

  it("gives up after a day; a later try is a new payment", async () => {
    const leo = academy.as("Leo");
    academy.as("Ada").signOut(); // the tests before moved the time past their tokens
    leo.signOut();
    const credential_id = await publishedCredential(academy, [rita], { price: 40, rate: 20 });
    await refundedPurchase(academy, leo, await paid(), world.origin);
    await applied(leo, credential_id);
    const first = await secretFor(leo, credential_id);
    expect((await leo.call(payment.readCredit, {})).body.data).toMatchObject({ balance: 0, held: 25 });
    await world.control.moveClock(25 * 3_600_000);
    await reconcile();
    leo.signOut(); // a day later the token has expired
    expect((await leo.call(payment.readCredit, {})).body.data).toMatchObject({ balance: 25, held: 0 });
    const second = await secretFor(leo, credential_id);
    expect(second.stripe_id).not.toBe(first.stripe_id);
    expect((await typeCard(world.origin, first)).status).toBe(400);
    await typeCard(world.origin, second);
    const charged = await leo.call(payment.charge, { credential_id, stripe_id: second.stripe_id });
    expect(charged.body.data.status).toBe("paid");
  });
});
