import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { handler as fileAppeal } from "../../functions/appeal/file.ts";
import { credentialKeys } from "../../functions/data/keys/credential.ts";
import { organizationKeys } from "../../functions/data/keys/organization.ts";
import { paymentKeys } from "../../functions/data/keys/payment.ts";
import { submissionKeys } from "../../functions/data/keys/submission.ts";
import { handler as charge } from "../../functions/payment/charge.ts";
import { handler as stripeWebhook } from "../../functions/payment/stripe-webhook.ts";
import { handler as acceptSection } from "../../functions/review/accept-section.ts";
import { handler as rejectSection } from "../../functions/review/reject-section.ts";
import { handler as submit } from "../../functions/submission/submit.ts";
import { contract } from "../../shared/contract.ts";
import {
  approveOrder,
  cards,
  decideDispute,
  disputeAbout,
  ledgerOf,
  stripeAt,
  sum,
  typeCard,
} from "../support/fixtures/payment.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import { appealOf, type Seats, seatsIn, type Terms } from "../support/fixtures/seats.ts";
import { rejection, type Submitted, verdict } from "../support/fixtures/work.ts";
import { expectInvariants } from "../support/invariants.ts";
import { lentWorld } from "../support/lent-world.ts";
import type { MemberName, Organization } from "../support/organization.ts";
import type { Person } from "../support/people.ts";
import { raceHarness } from "../support/race.ts";

const { organization, payment, submission, user, review, appeal } = contract;
const hourMs = 3_600_000;
const purchase = "appeal" as const;
const world = await lentWorld();
let academy: Organization;
let seats: Seats;
let rita: Person;
let ray: Person;
let ada: Person;
const no = { accepts: false, marks: [false, false] as [boolean, boolean] };
const feeTerms = { appeals: { fee: "reviewerPay" }, second_review: null };
/** 15 minutes at the fixtures' rate. */
const feeCents = 500;

/** Each test has an organization of its own, whose learners have no credit. */
beforeEach(async () => {
  academy = await world.newOrganization("Weather Academy");
  const reviewers = ["Rita", "Ray", "Rob"] as const;
  const [one, two, three] = await Promise.all(reviewers.map((name) => acceptedReviewer(academy, name)));
  [rita, ray, ada] = [one!, two!, academy.as("Ada")];
  seats = seatsIn(world, academy, [one!, two!, three!]);
});
afterEach(() => expectInvariants(world, academy));
afterAll(() => world.stop());

const rejected = (terms: Terms = {}, name?: MemberName) => seats.rejected({ ...terms, criteria: feeTerms }, name);
const file = (work: Submitted, sections?: string[]) => work.learner.call(appeal.file, appealOf(work, sections));
const withdraw = ({ learner, application_id }: Submitted) => learner.call(appeal.withdraw, { application_id });
const unpaid = async (terms?: Terms, name?: MemberName) => {
  const work = await rejected(terms, name);
  expect((await file(work)).body.data.status).toBe("unpaid");
  return work;
};
const secretOf = async ({ learner, credential_id }: Submitted) => {
  const answer = await learner.call(payment.readCardSecret, { credential_id, purchase });
  expect(answer).toMatchObject({ status: 200, body: { data: { amount: feeCents / 100 } } });
  return answer.body.data;
};
const charged = ({ learner, credential_id }: Submitted, stripe_id: string) =>
  learner.call(payment.charge, { credential_id, purchase, stripe_id });
const pay = async (work: Submitted, card?: string) => {
  const secret = await secretOf(work);
  await typeCard(world.origin, secret, card);
  const answer = await charged(work, secret.stripe_id);
  expect(answer).toMatchObject({ status: 200, body: { data: { price: feeCents / 100 } } });
  return secret.stripe_id;
};
const filed = async (terms?: Terms, name?: MemberName, card?: string) => {
  const work = await unpaid(terms, name);
  const stripe_id = await pay(work, card);
  return { work, stripe_id };
};
const taken = async (work: Submitted) => {
  await seats.offers();
  const seat = await seats.seatOf(work, "appeal");
  expect((await ray.call(review.accept, { credential_job_id: seat })).status).toBe(200);
  return seat;
};
const feeOf = ({ application_id }: Submitted) => {
  const { pk, sk } = paymentKeys.payment(application_id, "appeal");
  return world.control.item(pk, sk);
};
const entries = (work: Submitted) => ledgerOf(world.control.items, academy, work.application_id);
const historyOf = async ({ application_id }: Submitted) =>
  (await ada.call(organization.listBillingHistory, { limit: 100 })).body.data.history
    .filter((row) => row.application_id === application_id)
    .map(({ kind, price, reviewer_pay, organization_share, purchase: of }) => ({
      kind,
      price,
      reviewer_pay,
      organization_share,
      of,
    }));
const creditOf = async (learner: Person) => (await learner.call(payment.readCredit, {})).body.data;
const newest = async ({ learner }: Submitted) => (await creditOf(learner)).entries[0];

describe("the fee of an appeal", () => {
  test("is known before, files the appeal once it is paid, and pays its seat when the decision stands", async () => {
    const work = await rejected({}, "Lena");
    const { application_id, learner, credential_id } = work;
    const before = await seats.shown(work);
    expect(before).toMatchObject({ appeal_hourly_fee: 20, sections: [{}, { review_estimate: 15 }] });
    for (let time = 0; time < 2; time += 1) expect((await file(work)).body.data.status).toBe("unpaid");
    const waits = await seats.shown(work);
    expect(waits).toMatchObject({ status: "revisionNeeded", appeal: { status: "unpaid", fee: 5 } });
    expect(waits.sections[1]).toMatchObject({ editable: true });
    expect(Date.parse(waits.appeal!.payable_until!) - Date.parse(waits.appeal!.filed_on)).toBe(24 * hourMs);
    expect((await ada.call(appeal.list, {})).body.data.total).toBe(0);
    const notFor = await learner.call(payment.charge, { credential_id, stripe_id: (await secretOf(work)).stripe_id });
    expect(notFor.body).toMatchObject({ error: { code: "payment.mismatch" } }); // it pays for the appeal alone

    const stripe_id = await pay(work);
    await world.settle(); // the webhook comes, too
    const told = (await world.control.stripeEvents()).filter(({ data }) => data.object.id === stripe_id);
    for (const event of told) await world.control.sendStripeEvent({ ...event, id: `${event.id}again` });
    expect((await charged(work, stripe_id)).body.data.status).toBe("paid");
    expect(await seats.shown(work)).toMatchObject({ appeal: { status: "filed", fee: 5 } });
    expect((await ada.call(appeal.list, {})).body.data.total).toBe(1);
    expect((await entries(work)).filter((entry) => entry.reviewer_payable)).toEqual([
      { cash: feeCents, reviewer_payable: -feeCents },
    ]);
    const receipt = (await learner.call(payment.readReceipt, { application_id, purchase })).body.data;
    expect(receipt).toMatchObject({ price: 5, number: expect.stringMatching(/^\w{5}-\w{5}$/) });
    await world.settle();
    const mails = (await world.mails.to(learner.email)).map(({ text }) => text ?? "");
    expect(mails.some((text) => text.includes(receipt.number) && text.includes("Your appeal is filed"))).toBe(true);

    const seat = await taken(work);
    expect((await seats.says(ray, work, seat, { at: 1, ...no })).status).toBe(200);
    await seats.clock();
    expect(await feeOf(work)).toMatchObject({ status: "paid", spent_cents: feeCents });
    const rows = await entries(work);
    expect(rows.some((entry) => entry.org_payable)).toBe(false);
    expect(rows.every((entry) => sum(entry) === 0)).toBe(true);
    expect(await historyOf(work)).toEqual([
      { kind: "charge", price: 5, reviewer_pay: 5, organization_share: 0, of: "appeal" },
    ]);
    const paidOut = (await ray.call(review.payments, {})).body.data.payments;
    expect(paidOut).toContainEqual(expect.objectContaining({ credential_job_id: seat }));
    await expectInvariants(world, academy);
  });

  test("comes back as product credit in the moment the appeal is granted, and covers the next one at once", async () => {
    const { work } = await filed({ price: 50 }, "Leo");
    const seat = await taken(work);
    expect((await seats.says(ray, work, seat, { at: 1 })).body.data.submission_status).toBe("completed");
    expect(await feeOf(work)).toMatchObject({ status: "credited", spent_cents: 0 });
    expect(await newest(work)).toMatchObject({ kind: "refund", amount: 5, reason: "Appeal fee" });
    expect(await seats.shown(work)).toMatchObject({ appeal: { status: "overturned", fee: 5, fee_credited: 5 } });
    await seats.clock();
    expect((await entries(work)).filter((entry) => entry.org_payable)).toEqual([
      { org_payable: feeCents, reviewer_payable: -feeCents },
    ]);
    const [one, other, ...before] = await historyOf(work);
    const ofOneMoment = [one, other].toSorted((left, right) => left!.kind.localeCompare(right!.kind));
    expect(ofOneMoment).toMatchObject([
      { kind: "pay", reviewer_pay: 5 },
      { kind: "refund", price: -5, reviewer_pay: -5, of: "appeal" },
    ]);
    expect(before).toMatchObject([
      { kind: "charge", price: 5, of: "appeal" },
      { kind: "charge", price: 50 },
    ]);
    await expectInvariants(world, academy);

    const next = await rejected({}, "Leo");
    expect((await file(next)).body.data.status).toBe("filed");
    expect(await creditOf(next.learner)).toMatchObject({ balance: 0, held: 0 });
    expect(await feeOf(next)).toMatchObject({ status: "paid", method: "credit" });
    await taken(next);
    await expectInvariants(world, academy);
  });

  test("may be paid with PayPal, by the webhook alone, and a card after the way was changed", async () => {
    const work = await unpaid({}, "Liv");
    const { learner, credential_id } = work;
    await secretOf(work);
    const order = (await learner.call(payment.createPaypalOrder, { credential_id, purchase })).body.data;
    expect(order.amount).toBe(5);
    const back = await approveOrder(order);
    expect(back).toContain(`/paymentInformation/${credential_id}/appeal?paypal=approved`);
    await world.settle();
    expect(await seats.shown(work)).toMatchObject({ appeal: { status: "filed" } });
    const caught = await learner.call(payment.capturePaypalOrder, {
      credential_id,
      purchase,
      order_id: order.order_id,
    });
    expect(caught.body.data).toMatchObject({ status: "paid", method: "paypal" });
    expect((await withdraw(work)).status).toBe(200);
    expect(await newest(work)).toMatchObject({ kind: "refund", amount: 5 }); // nobody had reviewed anything
    await seats.clock();
    await expectInvariants(world, academy);
  });

  test("is asked for a day; then the appeal is none, may be filed again, and late money becomes credit once", async () => {
    const work = await unpaid({}, "Lena");
    const { stripe_id } = await secretOf(work);
    const { balance } = await creditOf(work.learner);
    await world.control.moveClock(25 * hourMs);
    for (const person of [work.learner, ada, ray]) person.signOut(); // their tokens have expired by now
    await world.control.invoke("payment/reconcile-payments", {});
    expect((await seats.shown(work)).appeal).toBeUndefined();
    expect((await seats.shown(work)).appealable_until).toBeDefined();
    const refused = await work.learner.call(payment.readCardSecret, { credential_id: work.credential_id, purchase });
    expect(refused.body).toMatchObject({ error: { code: "payment.nothing-due" } });
    await expectInvariants(world, academy);

    const metadata = (await (await stripeAt(world)).paymentIntents.retrieve(stripe_id)).metadata;
    const late = await (await stripeAt(world)).paymentIntents.create({
      amount: feeCents,
      currency: "usd",
      payment_method: "pm_card_visa",
      confirm: true,
      metadata,
    });
    await world.settle();
    expect((await charged(work, late.id)).status).toBe(400);
    expect(await creditOf(work.learner)).toMatchObject({ balance: balance + 5 });
    expect(await newest(work)).toMatchObject({ kind: "duplicate", amount: 5 });
    expect((await seats.shown(work)).appeal).toBeUndefined();

    expect((await file(work)).body.data.status).toBe("filed"); // the credit covers it
    await taken(work);
    await expectInvariants(world, academy);
  });

  test("that lapses is told its learner by mail and notification; what they ended themselves is not", async () => {
    const lapsing = await unpaid({}, "Lena");
    const revised = await unpaid({}, "Liv");
    const { application_id, credential_id, section_ids } = revised;
    const sections = [{ section_id: section_ids[1]!, response: "<p>Better.</p>" }];
    expect((await revised.learner.call(submission.submit, { application_id, credential_id, sections })).status).toBe(
      200,
    );
    const takenBack = await unpaid({}, "Leo");
    expect((await withdraw(takenBack)).status).toBe(200);
    await world.control.moveClock(25 * hourMs);
    for (const { learner } of [lapsing, revised, takenBack]) learner.signOut(); // their tokens have expired by now
    for (let time = 0; time < 2; time += 1) await world.control.invoke("payment/reconcile-payments", {});
    await world.settle();
    const toldOf = async ({ learner }: Submitted) => {
      const isIt = (title: string | undefined) => title?.startsWith("Appeal not filed");
      const mails = (await world.mails.to(learner.email)).filter(({ subject }) => isIt(subject));
      const { notices } = (await learner.call(user.listNotices, {})).body.data;
      return [mails.length, notices.filter(({ title }) => isIt(title)).length];
    };
    expect(await toldOf(lapsing)).toEqual([1, 1]);
    for (const ended of [revised, takenBack]) expect(await toldOf(ended)).toEqual([0, 0]);
    for (const { learner, application_id: id } of [lapsing, revised]) {
      expect(await world.control.item(submissionKeys.appeal(id).pk, "APPEAL")).toBeNull();
      expect(await creditOf(learner)).toMatchObject({ held: 0 });
    }
  });

  test("blocks no revision; paid after that was handed in, it becomes credit and nothing is filed", async () => {
    const work = await unpaid({}, "Liv");
    const { balance } = await creditOf(work.learner);
    const held = await (async () => feeOf(work))();
    const secret = await secretOf(work);
    const { learner, application_id, credential_id, section_ids } = work;
    const sections = [{ section_id: section_ids[1]!, response: "<p>Better.</p>" }];
    expect((await learner.call(submission.submit, { application_id, credential_id, sections })).status).toBe(200);
    expect((await seats.shown(work)).appeal).toBeUndefined();
    const refused = await learner.call(payment.readCardSecret, { credential_id, purchase });
    expect(refused.body).toMatchObject({ error: { code: "payment.nothing-due" } });
    await typeCard(world.origin, secret);
    await world.settle();
    await charged(work, secret.stripe_id);
    expect((await creditOf(learner)).balance).toBe(balance + feeCents / 100 + Number(held?.credit_cents) / 100);
    expect(await feeOf(work)).toMatchObject({ status: "failed" });
    expect(await newest(work)).toMatchObject({ kind: "duplicate" });
    await expectInvariants(world, academy);
  });
});

describe("an appeal with a fee", () => {
  test("that is not paid can be taken back, and filed anew with other words", async () => {
    const work = await unpaid({}, "Lena");
    await secretOf(work);
    const other = { ...appealOf(work), grounds: "procedure" as const };
    expect((await work.learner.call(appeal.file, other)).status).toBe(409);
    for (let time = 0; time < 2; time += 1) expect((await withdraw(work)).status).toBe(200);
    expect((await seats.shown(work)).appeal).toBeUndefined();
    expect((await work.learner.call(appeal.file, other)).body.data.status).toBe("unpaid");
    await pay(work);
    expect(await seats.shown(work)).toMatchObject({ appeal: { status: "filed", grounds: "procedure" } });
    await taken(work);
    await expectInvariants(world, academy);
  });

  describe("whose card payment was given up at its provider for PayPal, which was not begun then,", () => {
    const givenUp = async (name: MemberName) => {
      const work = await unpaid({}, name);
      const { stripe_id } = await secretOf(work);
      const { learner, credential_id } = work;
      const dies = { what: "crash", service: "stripe", function: "payment/create-paypal-order" } as const;
      await world.control.faults({ rules: [dies] });
      expect((await learner.call(payment.createPaypalOrder, { credential_id, purchase })).status).toBe(500);
      await world.control.faults();
      const intent = await (await stripeAt(world)).paymentIntents.retrieve(stripe_id);
      expect(intent.status).toBe("canceled");
      expect(await feeOf(work)).toMatchObject({ status: "open", method: "card" });
      return { work, stripe_id };
    };
    const expectWaiting = async (work: Submitted) => {
      const { grounds, text } = appealOf(work);
      expect(await seats.shown(work)).toMatchObject({ appeal: { status: "unpaid", grounds, text } });
    };

    test("is paid by card all the same, by the next attempt", async () => {
      const { work, stripe_id } = await givenUp("Lena");
      const next = await secretOf(work);
      expect(next.stripe_id).not.toBe(stripe_id);
      expect((await secretOf(work)).stripe_id).toBe(next.stripe_id);
      await expectWaiting(work);
      expect(await feeOf(work)).toMatchObject({ status: "open", method: "card", attempt: 2 });
      expect(await pay(work)).toBe(next.stripe_id);
      const { grounds, text } = appealOf(work);
      expect(await seats.shown(work)).toMatchObject({ appeal: { status: "filed", grounds, text } });
    });

    test("waits for its day, and lapses then", async () => {
      const { work } = await givenUp("Leo");
      await world.control.runSchedule("reconcile-payments", hourMs / 4);
      await expectWaiting(work);
      expect(await feeOf(work)).toMatchObject({ status: "open" });
      await world.control.runSchedule("reconcile-payments", 25 * hourMs);
      expect((await seats.shown(work)).appeal).toBeUndefined();
      expect(await feeOf(work)).toMatchObject({ status: "failed" });
    });
  });

  test("that is withdrawn in the middle pays what was decided, and the rest is credit", async () => {
    const work = await seats.begun({ criteria: feeTerms }, "Lena");
    for (const at of [0, 1]) await seats.says(rita, work, work.credential_job_id, { at, ...no });
    expect((await file(work, [...work.section_ids])).body.data.status).toBe("unpaid");
    const { amount } = (
      await work.learner.call(payment.readCardSecret, { credential_id: work.credential_id, purchase })
    ).body.data;
    const secret = (await work.learner.call(payment.readCardSecret, { credential_id: work.credential_id, purchase }))
      .body.data;
    await typeCard(world.origin, secret);
    expect((await charged(work, secret.stripe_id)).status).toBe(200);
    const seat = await taken(work);
    expect((await seats.says(ray, work, seat, { at: 1, ...no })).status).toBe(200);
    expect((await withdraw(work)).status).toBe(200);
    const rest = amount - feeCents / 100;
    expect(await newest(work)).toMatchObject({ kind: "refund", amount: Number(rest.toFixed(2)) });
    await seats.clock();
    expect((await entries(work)).some((entry) => entry.org_payable)).toBe(false);
    await expectInvariants(world, academy);
  });

  test("that ends with its sale gives the fee back", async () => {
    const { work } = await filed({ price: 50 }, "Lena");
    const { application_id, learner } = work;
    const { balance } = await creditOf(learner);
    expect((await ada.call(payment.refund, { application_id, reason: "Cancelled" })).status).toBe(200);
    expect(await seats.shown(work)).toMatchObject({ status: "closed", appeal: { status: "closed" } });
    await seats.clock();
    expect(await feeOf(work)).toMatchObject({ status: "credited" });
    expect((await creditOf(learner)).balance).toBe(balance + 55);
    await expectInvariants(world, academy);
  });

  test("that is granted after its learner's account was deleted becomes credit that nobody spends", async () => {
    const { work } = await filed({}, "Lena");
    const { user_id, email } = work.learner;
    const seat = await taken(work);
    expect((await work.learner.call(user.remove, { user_id, email })).status).toBe(200);
    expect((await seats.says(ray, work, seat, { at: 1 })).body.data.submission_status).toBe("completed");
    expect(await feeOf(work)).toMatchObject({ status: "credited", spent_cents: 0 });
    const { pk, sk } = paymentKeys.credit(user_id);
    expect(await world.control.item(pk, sk)).toMatchObject({ balance_cents: feeCents });
    await world.control.runSchedule("erase-people", hourMs);
    await seats.clock();
  });

  test.each([
    ["winning_evidence", "credited"],
    ["losing_evidence", "lost"],
  ] as const)("that is granted while the fee is disputed waits for the dispute: %s", async (evidence, status) => {
    const { work, stripe_id } = await filed({}, "Lena", cards.disputed);
    await world.settle();
    expect(await feeOf(work)).toMatchObject({ status: "disputed" });
    const seat = await taken(work);
    expect((await seats.says(ray, work, seat, { at: 1 })).body.data.submission_status).toBe("completed");
    expect(await feeOf(work)).toMatchObject({ status: "disputed", spent_cents: 0 });
    const { balance } = await creditOf(work.learner);
    await decideDispute(world, await disputeAbout(world, stripe_id), evidence);
    await world.settle();
    expect(await feeOf(work)).toMatchObject({ status });
    expect((await creditOf(work.learner)).balance - balance).toBe(status === "credited" ? 5 : 0);
    expect((await seats.shown(work)).status).toBe("completed");
    await seats.clock();
    await expectInvariants(world, academy);
  });

  test("that stands after its fee was lost in a dispute is paid by the organization", async () => {
    const { work, stripe_id } = await filed({}, "Lena", cards.disputed);
    await world.settle();
    await decideDispute(world, await disputeAbout(world, stripe_id), "losing_evidence");
    await world.settle();
    expect(await feeOf(work)).toMatchObject({ status: "lost" });
    expect(await seats.shown(work)).toMatchObject({ appeal: { status: "filed" } });
    const seat = await taken(work);
    expect((await seats.says(ray, work, seat, { at: 1, ...no })).status).toBe(200);
    await seats.clock();
    expect((await entries(work)).filter((entry) => entry.org_payable)).toEqual([
      { org_payable: feeCents, reviewer_payable: -feeCents },
    ]);
    await expectInvariants(world, academy);
  });
});

describe("in the same moment", async () => {
  const harness = await raceHarness(world.control);
  afterAll(() => harness.stop());

  const partitionsOf = (work: Submitted) =>
    [
      submissionKeys.application(work.application_id),
      submissionKeys.job(work.credential_job_id),
      paymentKeys.payment(work.application_id),
      credentialKeys.credential(work.credential_id),
      organizationKeys.organization(academy.organization_id),
      submissionKeys.applied(work.learner.user_id, work.credential_id),
      paymentKeys.credit(work.learner.user_id),
      ...[ada, rita, ray, work.learner].map(({ user_id }) => organizationKeys.user(user_id)),
    ].map(({ pk }) => pk);

  const statusesOf = async (copy: Awaited<ReturnType<typeof harness.copy>>, { application_id }: Submitted) => {
    const all = [
      ...(await copy.items(submissionKeys.application(application_id).pk)),
      ...(await copy.items(`PAYMENT#${application_id}`)),
    ];
    const of = (sk: string, start: string) => all.find((item) => item.sk === sk && String(item.pk).startsWith(start));
    return [of("APPEAL", "APPLICATION#")?.status, of("APPEAL", "PAYMENT#")?.status];
  };

  test("two tabs begin one appeal", async () => {
    const work = await rejected({}, "Lena");
    const racer = (grounds: string) => ({
      handler: fileAppeal,
      person: work.learner,
      input: { ...appealOf(work), grounds },
    });
    const partitions = partitionsOf(work);
    const racers = [racer("procedure"), racer("conflict")];
    expect(await (await harness.copy(partitions)).race(racers)).toEqual([200, 409]);
    const unguarded = [0, 2].map((at) => partitions[at]!);
    expect(await (await harness.copy(partitions)).race(racers, { unguarded })).toEqual([200, 200]); // the race is one
  });

  test("a fee that is paid twice files one appeal", async () => {
    const work = await unpaid({}, "Lena");
    const secret = await secretOf(work);
    await world.control.switchStripe({ dropWebhooks: true });
    await typeCard(world.origin, secret);
    const { credential_id } = work;
    const racer = {
      handler: charge,
      person: work.learner,
      input: { credential_id, purchase, stripe_id: secret.stripe_id },
    };
    const partitions = partitionsOf(work);
    const copy = await harness.copy(partitions);
    expect(await copy.race([racer, racer])).toEqual([200, 200]);
    expect(await statusesOf(copy, work)).toEqual(["filed", "paid"]);
    const salesIn = async (of: typeof copy) =>
      (await of.written()).filter(({ pk, event }) => String(pk).startsWith("LEDGER#") && event === "sale").length;
    expect(await salesIn(copy)).toBe(1);
    const open = await harness.copy(partitions);
    const begun = (await world.control.item(partitions[0]!, "APPEAL"))!;
    const seat = submissionKeys.job(String(begun.job_id)).pk;
    const unguarded = [...partitions.slice(0, 3), seat, paymentKeys.providerMarker("intent", secret.stripe_id).pk];
    await open.race([racer, racer], { unguarded });
    expect(await salesIn(open)).toBe(2); // the race is one
    await world.control.switchStripe({ dropWebhooks: false });
    expect((await charged(work, secret.stripe_id)).status).toBe(200);
  });

  /** A verdict that answers the appeal, and the end of the dispute about its fee: all that the provider keeps is booked. */
  async function answeredInDispute(evidence: "winning_evidence" | "losing_evidence") {
    const isWon = evidence === "winning_evidence";
    const { work, stripe_id } = await filed({}, "Lena", cards.disputed);
    await world.settle();
    const seat = await taken(work);
    const dispute_id = await disputeAbout(world, stripe_id);
    await world.control.switchStripe({ dropWebhooks: true });
    await decideDispute(world, dispute_id, evidence);
    await world.control.switchStripe({ dropWebhooks: false });
    const closed = (await world.control.stripeEvents()).find(
      ({ type, data }) => type === "charge.dispute.closed" && data.object.id === dispute_id,
    )!;
    const posted = await world.control.signedEvent("stripe", closed);
    const webhook = async (event: object, context: never) => stripeWebhook({ ...event, ...posted } as never, context);
    const ofSeat = { ...work, credential_job_id: seat };
    const fee = paymentKeys.payment(work.application_id, "appeal").pk;
    const booked = paymentKeys.providerMarker("dispute", dispute_id).pk;
    const partitions = [
      ...partitionsOf(work),
      submissionKeys.job(seat).pk,
      booked,
      paymentKeys.providerMarker("intent", stripe_id).pk,
      paymentKeys.billing(work.learner.user_id, "").pk,
    ];
    return {
      fee,
      answering: isWon
        ? { handler: acceptSection, person: ray, input: verdict(ofSeat, 1) }
        : { handler: rejectSection, person: ray, input: rejection(ofSeat, 1) },
      ending: { handler: Object.assign(webhook, { call: stripeWebhook.call }), person: ada, input: {} },
      async copy() {
        const copy = await harness.copy(partitions);
        const [marker] = await copy.items(booked);
        await copy.put({ ...marker, decided: true, ...(isWon && { fee_cents: 0 }) });
        return copy;
      },
      async feeIn(copy: Awaited<ReturnType<typeof harness.copy>>) {
        const { status, spent_cents } = (await copy.items(fee)).find(({ sk }) => sk === "APPEAL")!;
        return { status, spent_cents };
      },
    };
  }

  test("the appeal is granted and the dispute about its fee won, the fee becomes credit", async () => {
    const { answering, ending, copy, fee, feeIn } = await answeredInDispute("winning_evidence");
    for (const racers of [
      [answering, ending],
      [ending, answering],
    ]) {
      const guarded = await copy();
      expect(await guarded.race(racers)).toEqual([200, 200]);
      expect(await feeIn(guarded)).toEqual({ status: "credited", spent_cents: 0 });
    }
    const open = await copy();
    expect(await open.race([answering, ending], { unguarded: [fee] })).toEqual([200, 200]);
    expect(await feeIn(open)).toEqual({ status: "paid", spent_cents: 0 }); // the race is one: it is never given back
  });

  test("the decision stands and the dispute about its fee is lost, the organization bears what pays the seat", async () => {
    const { answering, ending, copy, fee, feeIn } = await answeredInDispute("losing_evidence");
    const borneIn = async (of: Awaited<ReturnType<typeof copy>>) =>
      (await of.written())
        .filter(({ pk, event }) => String(pk).startsWith("LEDGER#") && event === "reversal")
        .map(({ entry }) => (entry as { org_payable?: number }).org_payable);
    const guarded = await copy();
    expect(await guarded.race([answering, ending])).toEqual([200, 200]);
    expect(await feeIn(guarded)).toEqual({ status: "lost", spent_cents: feeCents });
    expect(await borneIn(guarded)).toEqual([feeCents]);
    const lostFirst = await copy();
    expect(await lostFirst.race([ending, answering])).toEqual([200, 200]);
    expect(await feeIn(lostFirst)).toEqual({ status: "lost", spent_cents: undefined }); // its seat's pay is owed then
    const open = await copy();
    expect(await open.race([answering, ending], { unguarded: [fee] })).toEqual([200, 200]);
    expect([await feeIn(open), await borneIn(open)]).toEqual([{ status: "lost", spent_cents: feeCents }, [undefined]]);
  });

  test("the fee is paid and the revision handed in, the fee becomes credit or the revision waits", async () => {
    const work = await unpaid({}, "Lena");
    const secret = await secretOf(work);
    await world.control.switchStripe({ dropWebhooks: true });
    await typeCard(world.origin, secret);
    const { credential_id, application_id, section_ids } = work;
    const paying = {
      handler: charge,
      person: work.learner,
      input: { credential_id, purchase, stripe_id: secret.stripe_id },
    };
    const revising = {
      handler: submit,
      person: work.learner,
      input: { application_id, credential_id, sections: [{ section_id: section_ids[1]!, response: "<p>Better.</p>" }] },
    };
    const partitions = partitionsOf(work);
    const first = await harness.copy(partitions);
    expect(await first.race([paying, revising])).toEqual([200, 409]);
    expect(await statusesOf(first, work)).toEqual(["filed", "paid"]);
    const second = await harness.copy(partitions);
    expect((await second.race([revising, paying]))[0]).toBe(200);
    expect(await statusesOf(second, work)).toEqual([undefined, "failed"]);
    const credited = (await second.written()).filter(({ kind }) => kind === "duplicate").length;
    expect(credited).toBe(1);
    const open = await harness.copy(partitions);
    expect(await open.race([paying, revising], { unguarded: partitions.slice(0, 2) })).toEqual([200, 200]); // the race is one
    await world.control.switchStripe({ dropWebhooks: false });
    expect((await charged(work, secret.stripe_id)).status).toBe(200);
  });
});
