import { Problem } from "../../shared/http/problems.ts";
import type { Payment } from "../../shared/payment/payment.ts";
import { providerKey } from "../../shared/payment/rules.ts";
import { together } from "../data/table.ts";
import { createIntent, type Intent, readIntent } from "../outside/stripe.ts";
import { writePayment } from "./ledger.ts";
import { begin, readPurchase } from "./store.ts";

/** Begins to pay for the caller's application unless that was done; of two clicks at once one begins. Answers the purchase. */
export async function startPurchase(user_id: string, cred_id: string) {
  for (let attempt = 0; ; attempt++) {
    const purchase = await readPurchase(user_id, cred_id);
    const { payment } = purchase;
    if (payment && payment.status !== "failed") return { ...purchase, payment };
    const begun = begin(purchase);
    try {
      await together(begun.steps);
      return { ...purchase, payment: begun.payment };
    } catch (error) {
      const raced = error instanceof Problem && error.code === "payment.changed";
      if (!raced || attempt === 2) throw error;
    }
  }
}

/** The provider's object of an open attempt. The key makes it the same one however often, and wherever, it is asked for. */
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
  await together(writePayment({ ...payment, stripe_payment_id: intent.id }, payment, changed));
  return intent;
}
