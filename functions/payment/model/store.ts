import * as z from "zod";
import { Appeal } from "../../../shared/appeal/appeal.ts";
import { ApplicationId } from "../../../shared/http/fields.ts";
import { Problem } from "../../../shared/http/problem.ts";
import { type Billing, Payment, type PaymentMethod, type PurchaseName } from "../../../shared/payment/payment.ts";
import { purchaseOf } from "../../../shared/payment/rules.ts";
import { paymentMachine } from "../../../shared/payment/states.ts";
import { nextState } from "../../../shared/platform/machine.ts";
import { dollars } from "../../../shared/platform/money.ts";
import type { Job } from "../../../shared/review/job.ts";
import type { Application } from "../../../shared/submission/submission.ts";
import { now } from "../../data/ids.ts";
import type { Key } from "../../data/keys/key.ts";
import { organizationKeys } from "../../data/keys/organization.ts";
import { paymentKeys } from "../../data/keys/payment.ts";
import { submissionKeys } from "../../data/keys/submission.ts";
import { check, type Step } from "../../data/steps.ts";
import { get, type Item } from "../../data/table.ts";
import { transition } from "../../data/transition.ts";
import { readReview } from "../../submission/model/review.ts";
import { Credit, holdCredit } from "./credit.ts";
import { paymentEntity, replacing } from "./payment-entity.ts";
import { paidSteps } from "./sale.ts";

/** Which purchase of whom is meant. */
export interface PurchaseId {
  readonly application_id: string;
  readonly user_id: string;
  /** The application itself unless told. */
  readonly purchase?: PurchaseName | undefined;
}

/** An application with its payment (or that of its appeal's fee), if one was begun, and the credit of its learner. */
export interface Purchase {
  readonly application: Application;
  /** The review of what was handed in. */
  readonly job?: Job;
  /** The later seats of the round under review. */
  readonly laterSeats?: readonly Job[];
  /** An appeal against its review that waits for its answer. */
  readonly appeal?: Appeal | undefined;
  /** For an appeal's fee: the appeal that waits for it. */
  readonly unpaid?: Appeal | undefined;
  readonly payment?: Payment;
  readonly credit: Credit;
}

/** A purchase whose payment was begun. */
export type BegunPurchase = Purchase & { readonly payment: Payment };

const Pointer = z.object({ application_id: ApplicationId });

/** The application that the caller's pointer leads to. Throws `resource.not-found` when the caller has none for the credential. */
export function pointedApplication(pointed: Item | undefined): string {
  if (pointed === undefined) throw new Problem("resource.not-found");
  return Pointer.parse(pointed).application_id;
}

/**
 * Reads a learner's application by its id, with a payment of it; undefined when there is none of that learner. `alsoRead` are
 * other items to read with it, all as of one moment: who finds money marked as applied finds the purchase that it paid.
 */
export async function readPurchaseOf(
  { application_id, user_id, purchase }: PurchaseId,
  alsoRead: readonly Key[] = [],
): Promise<(Purchase & { alsoFound: (Item | undefined)[] }) | undefined> {
  const [{ application, job, laterSeats, appeal, alsoFound }, begun] = await Promise.all([
    readReview(application_id, [
      paymentKeys.payment(application_id, purchase),
      paymentKeys.credit(user_id),
      ...alsoRead,
    ]),
    purchase === "appeal" ? get(Appeal, submissionKeys.appeal(application_id)) : undefined, // what uses it reads it again
  ]);
  if (application?.user_id !== user_id) return undefined;
  const [payment, credit, ...others] = alsoFound;
  return {
    application,
    payment: payment && Payment.parse(payment),
    job,
    laterSeats,
    appeal,
    unpaid: begun?.status === "unpaid" ? begun : undefined,
    credit: Credit.parse(credit ?? { user_id }),
    alsoFound: others,
  };
}

/** Reads the paid purchase behind an application of an organization. Anybody else's is not found. */
export async function readOrganizationsPurchase(
  application_id: string,
  organization_id: string,
): Promise<BegunPurchase> {
  const { application, job, laterSeats, appeal, alsoFound } = await readReview(application_id, [
    paymentKeys.payment(application_id),
  ]);
  const [payment] = alsoFound;
  if (application?.organization_id !== organization_id || payment === undefined)
    throw new Problem("resource.not-found");
  const { user_id } = application;
  return { application, payment: Payment.parse(payment), job, laterSeats, appeal, credit: Credit.parse({ user_id }) };
}

/** The billing record as it leaves. */
export const billingOf = (payment: Payment, { title }: Pick<Application, "title">): Billing => ({
  application_id: payment.application_id,
  cred_id: payment.cred_id,
  credential_id: payment.cred_id,
  organization_id: payment.organization_id,
  user_id: payment.user_id,
  title,
  status: payment.status,
  method: payment.method,
  stripe_payment_id: payment.stripe_payment_id,
  paypal_order_id: payment.paypal_order_id,
  comment: payment.comment,
  price: dollars(payment.price_cents),
  credit: dollars(payment.credit_cents),
  amount_due: dollars(payment.due_cents),
  currency: "usd",
  paid_on: payment.paid_on,
  credited_on: payment.credited_on,
});

/**
 * The next attempt to pay for an application, with its steps. Credit is held and the record written open before any
 * provider is asked; when credit covers the whole price the steps finish the purchase. Throws when nothing is to be paid;
 * the steps hold only while the application waits for its payment and its organization is active.
 */
export function begin(
  { application, payment: before, credit }: Purchase,
  method: Exclude<PaymentMethod, "credit">,
): { payment: Payment; steps: Step[] } {
  const { application_id, organization_id, user_id, price_cents } = application;
  if (before && nextState(paymentMachine, before.status, "start") === undefined)
    throw new Problem("payment.already-paid");
  if (application.status !== "applied" || price_cents === 0) throw new Problem("payment.nothing-due");
  const payment = attemptAfter(before, { application, price_cents, credit, method });
  const otherwise = new Problem("payment.changed");
  const isOpen = checkActive(organization_id);
  if (payment.due_cents === 0) {
    const { steps, after } = paidSteps({ payment, before, application }, { actor_id: user_id, otherwise });
    return { payment: after, steps: [isOpen, ...steps] };
  }
  const steps = [
    isOpen,
    check(submissionKeys.application(application_id), { where: { status: application.status }, otherwise }),
    ...startSteps(payment, before, otherwise).steps,
  ];
  return { payment, steps };
}

/** The step that requires that an organization takes payments. */
export const checkActive = (organization_id: string): Step =>
  check(organizationKeys.organization(organization_id), {
    where: { status: "active" },
    otherwise: new Problem("organization.archived"),
  });

/** The next attempt to pay a price: the record as it begins. With nothing due, credit covers it. */
export function attemptAfter(
  before: Payment | undefined,
  {
    application: { application_id, organization_id, cred_id, user_id },
    price_cents,
    credit,
    method,
  }: Pick<Purchase, "application" | "credit"> & {
    readonly price_cents: number;
    readonly method: Exclude<PaymentMethod, "credit">;
  },
): Payment {
  const { creditCents, dueCents } = purchaseOf(price_cents, credit.balance_cents);
  const at = now();
  return {
    application_id,
    organization_id,
    cred_id,
    user_id,
    price_cents,
    credit_cents: creditCents,
    due_cents: dueCents,
    status: "open",
    comment: "",
    method: dueCents === 0 ? "credit" : method,
    attempt: (before?.attempt ?? 0) + 1,
    started_on: at,
    updated_on: at,
    version: (before?.version ?? 0) + 1,
  };
}

/** The steps that begin an attempt: its credit is held and the record open. */
export function startSteps(
  payment: Payment,
  before: Payment | undefined,
  otherwise: Problem,
): { readonly steps: Step[]; readonly recorded: "payment.started" } {
  const { user_id, due_cents, credit_cents } = payment;
  const started = transition(paymentEntity, "start", {
    before,
    set: replacing(before, payment),
    otherwise,
    actor_id: user_id,
    details: { due_cents, credit_cents },
  });
  return {
    recorded: started.recorded,
    steps: [...started.steps, ...holdCredit(user_id, credit_cents, otherwise)],
  };
}
