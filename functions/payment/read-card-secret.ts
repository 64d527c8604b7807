import { dollars } from "../../shared/credential/money.ts";
import { Problem } from "../../shared/http/problems.ts";
import { readCardSecret } from "../../shared/payment/calls.ts";
import type { Payment } from "../../shared/payment/payment.ts";
import { providerKey } from "../../shared/payment/rules.ts";
import { together } from "../data/table.ts";
import { createIntent, type Intent, publicSide, readIntent } from "../outside/stripe.ts";
import { implement } from "../runtime/implement.ts";
import { writePayment } from "./ledger.ts";
import { settle } from "./settle.ts";
import { begin, failSteps, type Purchase, readPurchase } from "./store.ts";

export const handler = implement(readCardSecret, async ({ credential_id }, { actor }) => {
  const purchase = await readPurchase(actor.user_id, credential_id);
  const payment = await openPayment(purchase);
  const [intent, { publishableKey, provider }] = await Promise.all([intentFor(payment), publicSide()]);
  if (intent.status === "succeeded") {
    await settle(intent, { actor_id: actor.user_id });
    throw new Problem("payment.already-paid");
  }
  if (intent.status === "canceled") {
    const changed = new Problem("payment.changed");
    await together(failSteps({ ...payment, stripe_payment_id: intent.id }, "The payment was cancelled.", changed));
    throw changed;
  }
  return {
    data: {
      client_secret: intent.clientSecret,
      stripe_id: intent.id,
      amount: dollars(payment.due_cents),
      currency: "usd" as const,
      provider,
      publishable_key: publishableKey,
    },
  };
});

/** The payment that is open for a purchase; begins one when none is. */
async function openPayment(purchase: Purchase): Promise<Payment> {
  const { payment } = purchase;
  if (payment?.status === "open") return payment;
  if (payment && payment.status !== "failed") throw new Problem("payment.already-paid");
  const begun = begin(purchase);
  await together(begun.steps);
  if (begun.payment.status === "paid") throw new Problem("payment.already-paid");
  return begun.payment;
}

/** The provider's object of an attempt. The key makes it the same one however often, and wherever, it is asked for. */
async function intentFor(payment: Payment): Promise<Intent> {
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
