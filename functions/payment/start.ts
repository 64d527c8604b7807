import { Problem } from "../../shared/http/problems.ts";
import type { Payment } from "../../shared/payment/payment.ts";
import { providerKey } from "../../shared/payment/rules.ts";
import { audit } from "../data/audit.ts";
import { now } from "../data/ids.ts";
import { transact } from "../data/table.ts";
import { createIntent, type Intent, readIntent } from "../outside/stripe.ts";
import { writePayment } from "./ledger.ts";
import { type BegunPurchase, begin, readPurchaseOf } from "./store.ts";

/** Each loss means that another purchase of the same learner took from the same credit; nobody begins many at once. */
const ATTEMPTS = 6;

/** The ways to pay that a provider collects. */
export type Method = "card" | "paypal";

/**
 * Begins to pay for a learner's application unless that was done; of two clicks at once one begins. An open payment stays
 * with the way it was begun: `switchTo` changes it. Answers the purchase.
 */
export async function startPurchase(
  application_id: string,
  user_id: string,
  method: Method = "card",
): Promise<BegunPurchase> {
  for (let attempt = 1; ; attempt++) {
    const purchase = await readPurchaseOf(application_id, user_id);
    if (purchase === undefined) throw new Problem("resource.not-found");
    const { payment } = purchase;
    if (payment && payment.status !== "failed") return { ...purchase, payment };
    const begun = begin(purchase, method);
    try {
      await transact(begun.steps);
      return { ...purchase, payment: begun.payment };
    } catch (error) {
      const raced = error instanceof Problem && error.code === "payment.changed";
      if (!raced || attempt === ATTEMPTS) throw error;
    }
  }
}

/** Makes an open payment one by the other way: the next attempt, so that nothing of the former one pays for it. */
export async function switchTo(method: Method, payment: Payment): Promise<Payment> {
  const { stripe_payment_id: _, paypal_order_id: __, ...kept } = payment;
  const { application_id, organization_id, cred_id, user_id } = payment;
  const switched: Payment = { ...kept, method, attempt: payment.attempt + 1, comment: "", updated_on: now() };
  await transact([
    ...writePayment(switched, payment, new Problem("payment.changed")),
    audit("payment.switched", {
      organization_id,
      actor_id: user_id,
      subject_id: application_id,
      application_id,
      cred_id,
      user_id,
      from: "open",
      to: "open",
    }),
  ]);
  return switched;
}

/** The card provider's object of an open attempt. The key makes it the same one however often, and wherever, it is asked for. */
export async function intentFor(payment: Payment): Promise<Intent> {
  const { application_id, user_id, organization_id, attempt, stripe_payment_id, due_cents } = payment;
  const known = stripe_payment_id === undefined ? undefined : await readIntent(stripe_payment_id);
  if (known) return known;
  const intent = await createIntent({
    amountCents: due_cents,
    key: providerKey(application_id, attempt),
    metadata: { application_id, user_id, organization_id, attempt: String(attempt) },
  });
  const changed = new Problem("payment.changed");
  await transact(writePayment({ ...payment, stripe_payment_id: intent.id }, payment, changed));
  return intent;
}
