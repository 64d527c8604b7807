import { Problem } from "../../../shared/http/problem.ts";
import type { Payment } from "../../../shared/payment/payment.ts";
import { providerKey } from "../../../shared/payment/rules.ts";
import { createIntent, type Intent, readIntent } from "../../clients/stripe.ts";
import { organizationKeys } from "../../data/keys/organization.ts";
import { retryWhenRaced } from "../../data/retry-when-raced.ts";
import { batchGet, transact } from "../../data/table.ts";
import { amend, transition } from "../../data/transition.ts";
import type { FeePurchase } from "./fee-purchase.ts";
import { paymentEntity } from "./payment-entity.ts";
import { type BegunPurchase, begin, type PurchaseId, readPurchaseOf } from "./store.ts";

/** The ways to pay that a provider collects. */
export type Method = "card" | "paypal";

/**
 * Begins to pay for a learner's application unless that was done; of two clicks at once one begins. An open payment stays
 * with the way it was begun: `switchTo` changes it. Answers the purchase.
 */
export function startPurchase(of: PurchaseId, method: Method, fees: FeePurchase): Promise<BegunPurchase> {
  return retryWhenRaced(
    async () => {
      const purchase = await readPurchaseOf(of);
      if (purchase === undefined) throw new Problem("resource.not-found");
      const { payment } = purchase;
      if (of.purchase === "appeal") await fees.requireDue(purchase);
      if (payment?.status === "open") await requireActive(payment.organization_id);
      if (payment && payment.status !== "failed") return { ...purchase, payment };
      const begun = begin(purchase, method);
      await transact(begun.steps);
      return { ...purchase, payment: begun.payment };
    },
    { raced: "payment.changed" },
  );
}

/** Refuses to go on with a payment that nobody could make good use of. */
async function requireActive(organization_id: string): Promise<void> {
  const [organization] = await batchGet([organizationKeys.organization(organization_id)]);
  if (organization?.status !== "active") throw new Problem("organization.archived");
}

/** Makes an open payment one by the other way: the next attempt, so that nothing of the former one pays for it. */
export async function switchTo(method: Method, payment: Payment): Promise<Payment> {
  const { steps, after } = transition(paymentEntity, "switch", {
    before: payment,
    set: {
      method,
      attempt: payment.attempt + 1,
      comment: "",
      stripe_payment_id: undefined,
      paypal_order_id: undefined,
    },
    otherwise: new Problem("payment.changed"),
    actor_id: payment.user_id,
  });
  await transact(steps);
  return after;
}

/** The card provider's object of an open attempt. The key makes it the same one however often, and wherever, it is asked for. */
export async function intentFor(payment: Payment): Promise<Intent> {
  const { application_id, user_id, organization_id, purchase, attempt, stripe_payment_id, due_cents } = payment;
  const known = stripe_payment_id === undefined ? undefined : await readIntent(stripe_payment_id);
  if (known) return known;
  const intent = await createIntent({
    amountCents: due_cents,
    key: providerKey(payment),
    metadata: { application_id, user_id, organization_id, attempt: String(attempt), ...(purchase && { purchase }) },
  });
  const otherwise = new Problem("payment.changed");
  await transact(amend(paymentEntity, { before: payment, set: { stripe_payment_id: intent.id }, otherwise }).steps);
  return intent;
}

/**
 * An open attempt to pay by card with its object. The next one where that object was given up at the provider, as when
 * PayPal was chosen and could not be begun: what waits for the payment goes on waiting.
 */
export async function cardAttempt(payment: Payment): Promise<{ payment: Payment; intent: Intent }> {
  const intent = await intentFor(payment);
  if (intent.status !== "canceled") return { payment, intent };
  const next = await switchTo("card", payment);
  return { payment: next, intent: await intentFor(next) };
}
