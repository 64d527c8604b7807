import { Problem } from "../../shared/http/problems.ts";
import type { Payment } from "../../shared/payment/payment.ts";
import { now } from "../data/ids.ts";
import { keys } from "../data/keys.ts";
import { type Step, together } from "../data/table.ts";
import type { Intent } from "../outside/stripe.ts";
import { log } from "../runtime/log.ts";
import { duplicateSteps, markApplied, paidSteps } from "./ledger.ts";
import { type Purchase, readPurchaseOf } from "./store.ts";

const ATTEMPTS = 4;

/** Whether a payment of the provider is the one that a record asked for: its amount, currency, purchase and attempt. */
export const isOf = (intent: Intent, payment: Payment): boolean =>
  intent.currency === "usd" &&
  intent.amount === payment.due_cents &&
  intent.metadata.application_id === payment.application_id &&
  intent.metadata.user_id === payment.user_id &&
  intent.metadata.attempt === String(payment.attempt) &&
  (payment.stripe_payment_id === undefined || payment.stripe_payment_id === intent.id);

/** A purchase whose payment was begun. */
export type BegunPurchase = Purchase & { readonly payment: Payment };

/**
 * Applies a payment that the provider says has succeeded, whoever brought the news: the charge call, a webhook or the
 * reconciliation. The first one makes the purchase paid, the others find it so. Money that came for a purchase that is
 * paid or given up already becomes credit, once. `event_id` is the provider's event. Answers the purchase as it is then;
 * undefined when the payment is of no purchase of ours.
 */
export async function settle(
  intent: Intent,
  { actor_id, event_id }: { actor_id: string; event_id?: string },
): Promise<BegunPurchase | undefined> {
  const { application_id, user_id } = intent.metadata;
  if (!application_id || !user_id) return undefined;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const purchase = await readPurchaseOf(application_id, user_id, [keys.providerMarker("intent", intent.id)]);
    if (purchase?.payment === undefined) return undefined;
    const { payment, besides } = purchase;
    if (besides[0] !== undefined) return { ...purchase, payment };
    const raced = new Problem("state.changed");
    const event = event_id === undefined ? [] : [markApplied("event", event_id, raced)];
    const { steps, after } = effectOf(intent, { ...purchase, payment }, actor_id, raced);
    try {
      await together([...event, ...steps]);
      return { ...purchase, payment: after };
    } catch (error) {
      if (error !== raced) throw error;
    }
  }
  throw new Problem("server.busy");
}

function effectOf(
  intent: Intent,
  { application, payment }: BegunPurchase,
  actor_id: string,
  otherwise: Problem,
): { steps: Step[]; after: Payment } {
  const expected = isOf(intent, payment) && intent.amountReceived === payment.due_cents;
  if (payment.status === "open" && application.status === "applied" && expected) {
    const paid: Payment = { ...payment, stripe_payment_id: intent.id };
    const steps = paidSteps({ payment: paid, before: payment, application }, { actor_id, otherwise });
    return { steps, after: { ...paid, status: "paid", comment: "", paid_on: now() } };
  }
  // an operator looks at each of these: an alarm counts the line
  log("error", "payment_duplicate", { organization_id: payment.organization_id });
  const steps = duplicateSteps(payment, intent.id, intent.amountReceived, application.title, otherwise);
  return { steps, after: payment };
}
