import { afterAll, beforeAll, expect } from "vitest";
import { credentialKeys } from "../../functions/data/keys/credential.ts";
import { organizationKeys } from "../../functions/data/keys/organization.ts";
import { paymentKeys } from "../../functions/data/keys/payment.ts";
import { submissionKeys } from "../../functions/data/keys/submission.ts";
import { handler as capture } from "../../functions/payment/capture-paypal-order.ts";
import { handler as charge } from "../../functions/payment/charge.ts";
import { handler as createOrder } from "../../functions/payment/create-paypal-order.ts";
import { paymentEntity } from "../../functions/payment/model/payment-entity.ts";
import { handler as readCardSecret } from "../../functions/payment/read-card-secret.ts";
import { handler as refund } from "../../functions/payment/refund.ts";
import { handler as saveBilling } from "../../functions/payment/save-billing.ts";
import { handler as withdrawApplication } from "../../functions/payment/withdraw-application.ts";
import { paymentMachine } from "../../shared/payment/states.ts";
import { publishedCredential } from "../support/fixtures/credential.ts";
import {
  applied,
  approveOrder,
  cards,
  decideDispute,
  disputeAbout,
  orderFor,
  paidPurchase,
  refundedPurchase,
  secretFor,
  stripeAt,
  typeCard,
} from "../support/fixtures/payment.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import type { Organization } from "../support/organization.ts";
import type { Person } from "../support/people.ts";
import { type RaceHarness, raceHarness } from "../support/race.ts";
import { type Act, attemptsOf, keyed, type Place, type Thing, testSweep } from "../support/sweep.ts";
import { world } from "../support/world.ts";

/** Lena buys; Sam is of no organization. */
const people = ["Sam", "Ada", "Ivan", "Pia", "Rita", "Lena", "Leo", "Cy"] as const;
type Name = (typeof people)[number];

let harness: RaceHarness;
let academy: Organization;
let persons: Record<Name, Person>;
const places: Place[] = [];

/** A purchase of Lena's, with the provider's payments of it as far as there are any. */
interface Purchase {
  readonly credential_id: string;
  readonly application_id: string;
  readonly stripe_id?: string;
  readonly order_id?: string;
}

beforeAll(async () => {
  harness = await raceHarness(world.control);
  academy = await world.newOrganization("Till Academy");
  persons = Object.fromEntries(
    people.map((name) => [name, name === "Sam" ? world.as("Sam") : academy.as(name)]),
  ) as Record<Name, Person>;
  await Promise.all(Object.values(persons).map((person) => person.token()));
  const reviewer = await acceptedReviewer(academy, "Rita");
  const offered = () => publishedCredential(academy, [reviewer], { price: 25 });
  const { Lena } = persons;
  const begun = async (): Promise<Purchase> => {
    const credential_id = await offered();
    return { credential_id, application_id: await applied(Lena, credential_id) };
  };
  const withIntent = async () => {
    const purchase = await begun();
    const intent = await secretFor(Lena, purchase.credential_id);
    return { ...purchase, intent, stripe_id: intent.stripe_id };
  };

  await keep("none", await begun());
  await keep("open", await withIntent());
  const typed = await withIntent();
  await keep("open, collected", typed); // as it is before the provider's webhook settles it
  await typeCard(world.origin, typed.intent);
  const ordered = await begun();
  await keep("ordered", { ...ordered, ...(await orderFor(Lena, ordered.credential_id)) });
  const approved = await begun();
  const order = await orderFor(Lena, approved.credential_id);
  await keep("ordered, approved", { ...approved, ...order });
  await approveOrder(order);
  const failed = await withIntent();
  await (await stripeAt(world)).paymentIntents.cancel(failed.stripe_id);
  await world.control.runSchedule("reconcile-payments", 11 * 60_000);
  const { pk, sk } = paymentKeys.payment(failed.application_id);
  expect(await world.control.item(pk, sk)).toMatchObject({ status: "failed" });
  await keep("failed", failed);

  await keep("paid", await stored(await paidPurchase(Lena, await offered(), world.origin)));
  const disputed = await stored(await paidPurchase(Lena, await offered(), world.origin, cards.disputed));
  await world.settle();
  await keep("disputed", disputed);
  await decideDispute(world, await disputeAbout(world, disputed.stripe_id), "losing_evidence");
  await world.settle();
  await keep("lost", disputed);
  const unaided = await begun();
  await keep("credited", await stored(await refundedPurchase(academy, Lena, await offered(), world.origin)));
  await keep("none, with credit", unaided);
  await keep("failed, with credit", failed);
});
afterAll(() => harness.stop());

/** What is stored of a purchase that was paid by card. */
async function stored(application_id: string): Promise<Purchase> {
  const { pk, sk } = paymentKeys.payment(application_id);
  const { cred_id, stripe_payment_id } = (await world.control.item(pk, sk))!;
  return { application_id, credential_id: String(cred_id), stripe_id: String(stripe_payment_id) };
}

/** Keeps how things lie now as a place. */
async function keep(name: string, purchase: Purchase): Promise<void> {
  const { credential_id, application_id, stripe_id = "pi_none", order_id = "NONE" } = purchase;
  const copy = await harness.copy([
    ...Object.values(persons).map(({ user_id }) => organizationKeys.user(user_id).pk),
    organizationKeys.organization(academy.organization_id).pk,
    credentialKeys.credential(credential_id).pk,
    submissionKeys.application(application_id).pk,
    paymentKeys.payment(application_id).pk,
    paymentKeys.billing(persons.Lena.user_id, "").pk,
    paymentKeys.providerMarker("intent", stripe_id).pk,
    `USER#${persons.Lena.user_id}#submissions#all`,
    `USER#${persons.Lena.user_id}#submissions#Draft`,
  ]);
  places.push({ name, copy, ids: { credential_id, application_id, stripe_id, order_id } });
}

const own = ({ ids: { credential_id } }: Place) => ({ credential_id });
const application = ({ ids: { application_id } }: Place) => ({ application_id });

/** What closes something at a provider comes last: the copies share the providers. */
const acts: Readonly<Record<string, Act>> = {
  charge: { handler: charge, input: (place) => ({ ...own(place), stripe_id: place.ids.stripe_id }), by: ["Lena"] },
  capture: { handler: capture, input: (place) => ({ ...own(place), order_id: place.ids.order_id }), by: ["Lena"] },
  begin: { handler: saveBilling, input: own, by: ["Lena"] },
  card: { handler: readCardSecret, input: own, by: ["Lena"] },
  refund: { handler: refund, input: (place) => ({ ...application(place), reason: "Cancelled" }), by: ["Ada"] },
  paypal: { handler: createOrder, input: own, by: ["Lena"] },
  withdraw: { handler: withdrawApplication, input: application, by: ["Lena"] },
};

const begin = ["begin", "card", "paypal"];
const payments: Thing<keyof typeof paymentEntity.records> = {
  machine: paymentMachine,
  records: paymentEntity.records,
  find: keyed((ids) => paymentKeys.payment(ids.application_id!)),
  events: {
    start: begin,
    cover: begin,
    switch: ["card", "paypal"],
    succeed: ["charge", "capture", "card", "paypal", "withdraw"],
    fail: ["withdraw"],
    refund: ["refund"],
    dispute: "a provider: test/payment/payment.test.ts",
    win: "a provider: test/payment/payment.test.ts",
    lose: "a provider: test/payment/payment.test.ts",
  },
};

/** Where nothing is left to pay. */
const over = ["paid", "disputed", "lost", "credited"];

testSweep(
  {
    name: "payments",
    acts,
    things: [payments] as unknown as Thing<string>[],
    answered: [
      ...attemptsOf(["open", "open, collected", "ordered", "ordered, approved", ...over], "begin", ["Lena"]),
      ...attemptsOf(["open"], "card", ["Lena"]),
      ...attemptsOf(["ordered"], "paypal", ["Lena"]),
      ...attemptsOf(over, "charge", ["Lena"]),
      ...attemptsOf(["none", "none, with credit", "failed", "failed, with credit"], "withdraw", ["Lena"]),
    ],
    movedThough: [
      ...["card", "paypal"].flatMap((act) =>
        attemptsOf(["open, collected", "ordered, approved", "none, with credit", "failed, with credit"], act, ["Lena"]),
      ),
      ...attemptsOf(["open, collected", "ordered, approved"], "withdraw", ["Lena"]),
    ],
    refusals: {
      "payment.already-paid": [
        "card in open, collected, ordered, approved, paid, disputed, lost, credited, none, with credit, failed, with credit",
        "paypal in open, collected, ordered, approved, paid, disputed, lost, credited, none, with credit, failed, with credit",
        "withdraw in open, collected, ordered, approved, paid, disputed, lost, credited",
      ],
      "payment.mismatch": [
        "charge in none, ordered, ordered, approved, none, with credit",
        "capture in none, open, open, collected, failed, paid, disputed, lost, credited, none, with credit, failed, with credit",
      ],
      "payment.not-approved": ["capture in ordered"],
      "payment.not-finished": ["charge in open, failed, failed, with credit"],
      "payment.not-refundable": [
        "refund in open, open, collected, ordered, ordered, approved, failed, disputed, lost, credited, failed, with credit",
      ],
      "resource.not-found": ["refund in none, none, with credit"],
    },
  },
  () => ({ people: persons, places }),
);
