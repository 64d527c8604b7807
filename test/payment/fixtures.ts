import Stripe from "stripe";
import { expect } from "vitest";
import { contract } from "../../shared/contract.ts";
import type { Organization } from "../support/organization.ts";
import type { Person } from "../support/people.ts";
import type { World } from "../support/world.ts";

const { credential, payment } = contract;

/** Cards of the sandbox. */
export const cards = { good: "4242424242424242", declined: "4000000000000002", disputed: "4000000000000259" } as const;

/** A learner applies for a paid credential; answers the application's id. */
export async function applied(learner: Person, credential_id: string): Promise<string> {
  const answer = await learner.call(credential.apply, { credential_id });
  expect(answer).toMatchObject({ status: 200, body: { data: { status: "applied" } } });
  return answer.body.data.application_id;
}

/** Begins to pay; answers what the card form needs. */
export async function secretFor(learner: Person, credential_id: string) {
  const answer = await learner.call(payment.readCardSecret, { credential_id });
  expect(answer).toMatchObject({ status: 200 });
  return answer.body.data;
}

/** Types a card into the sandbox's form, as the browser does. */
export async function typeCard(
  origin: string,
  { stripe_id, client_secret }: { stripe_id: string; client_secret: string },
  number: string = cards.good,
): Promise<{ status: number; body: { error?: { message: string } } }> {
  const answer = await fetch(`${origin}/sandbox/stripe/payment_intents/${stripe_id}/confirm`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ client_secret, number, exp_month: 12, exp_year: 2099, cvc: "123" }),
  });
  return { status: answer.status, body: (await answer.json()) as { error?: { message: string } } };
}

/** A learner applies and pays by card; answers the application's id. */
export async function paidPurchase(
  learner: Person,
  credential_id: string,
  origin: string,
  card?: string,
): Promise<string> {
  const application_id = await applied(learner, credential_id);
  const secret = await secretFor(learner, credential_id);
  await typeCard(origin, secret, card);
  const charged = await learner.call(payment.charge, { credential_id, stripe_id: secret.stripe_id });
  expect(charged).toMatchObject({ status: 200 });
  return application_id;
}

/** A learner pays, and an admin makes it product credit; answers the application's id. */
export async function refundedPurchase(
  academy: Organization,
  learner: Person,
  credential_id: string,
  origin: string,
): Promise<string> {
  const application_id = await paidPurchase(learner, credential_id, origin);
  const refunded = await academy.as("Ada").call(payment.refund, { application_id, reason: "Course cancelled" });
  expect(refunded).toMatchObject({ status: 200, body: { data: { status: "credited" } } });
  return application_id;
}

/** The card provider as an operator reaches it. */
export async function stripeAt({ control }: Pick<World, "control">): Promise<Stripe> {
  const { STRIPE_API_URL = "" } = await control.settings(["STRIPE_API_URL"]);
  const { hostname, port } = new URL(STRIPE_API_URL);
  return new Stripe("sk_test_sandbox", { host: hostname, port, protocol: "http", telemetry: false });
}

/** The card provider's dispute about one of its payments. */
export async function disputeAbout({ control }: Pick<World, "control">, payment_intent: unknown): Promise<string> {
  const created = (await control.stripeEvents()).find(
    ({ type, data }) =>
      type === "charge.dispute.created" &&
      (data.object as { payment_intent?: string }).payment_intent === payment_intent,
  );
  return created!.data.object.id;
}

/** Lets a dispute at the card provider be decided, as its sandbox does by the evidence it is sent. */
export async function decideDispute(
  world: Pick<World, "control">,
  dispute_id: string,
  uncategorized_text: "winning_evidence" | "losing_evidence",
): Promise<void> {
  await (await stripeAt(world)).disputes.update(dispute_id, { evidence: { uncategorized_text } });
}

/** Chooses PayPal; answers the order and where to approve it. */
export async function orderFor(learner: Person, credential_id: string) {
  const answer = await learner.call(payment.createPaypalOrder, { credential_id });
  expect(answer).toMatchObject({ status: 200 });
  return answer.body.data;
}

/** Does what the payer does on PayPal's page; answers where the page leads back to. */
export async function approveOrder(
  { approve_url, order_id }: { approve_url: string; order_id: string },
  decision: "pay" | "declined" | "disputed" | "cancel" = "pay",
): Promise<string> {
  const body = new URLSearchParams({ token: order_id, decision });
  const answer = await fetch(approve_url, { method: "POST", body, redirect: "manual" });
  expect(answer.status).toBe(303);
  return String(answer.headers.get("location"));
}

/** The ledger entries of an organization (of one application), oldest first, each a record of cents by account. */
export async function ledgerOf(
  items: (pk: string) => Promise<Record<string, unknown>[]>,
  { organization_id }: Organization,
  application_id?: string,
): Promise<Record<string, number>[]> {
  const month = new Date().toISOString().slice(0, 7);
  const rows = await items(`LEDGER#${organization_id}#${month}`);
  return rows
    .filter((row) => application_id === undefined || row.application_id === application_id)
    .map(({ at, entry }) => ({ at: String(at), entry: entry as Record<string, number> }))
    .sort((one, other) => one.at.localeCompare(other.at) || width(other.entry) - width(one.entry))
    .map(({ entry }) => entry);
}

/** How many accounts an entry moves: of one moment's entries the sale stands before its fee. */
const width = (entry: Record<string, number>): number => Object.keys(entry).length;

/** What an entry's amounts sum to. */
export const sum = (entry: Record<string, number>): number =>
  Object.values(entry).reduce((all, cents) => all + cents, 0);
