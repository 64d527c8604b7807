import { Problem } from "../../shared/http/problems.ts";
import type { Payment } from "../../shared/payment/payment.ts";
import { isSold } from "../../shared/payment/rules.ts";
import { now } from "../data/ids.ts";
import type { ProviderMark } from "../data/keys.ts";
import { change, type Item, type Step, transact } from "../data/table.ts";
import { log } from "../process/log.ts";
import { failedAudit } from "./fail.ts";
import { duplicateSteps, markApplied, paidSteps, postFee, writePayment } from "./ledger.ts";
import { markOf, objectOf, type Receipt } from "./receipt.ts";
import { type BegunPurchase, readPurchaseOf } from "./store.ts";

const ATTEMPTS = 4;

/** Whether a provider's object is the one that a record waits for: its way of paying, attempt and, once known, id. */
export const isOf = (
  { method, id, attempt }: Pick<Receipt, "method" | "id" | "attempt">,
  payment: Payment,
): boolean => {
  const known = method === "card" ? payment.stripe_payment_id : payment.paypal_order_id;
  return payment.method === method && attempt === String(payment.attempt) && (known === undefined || known === id);
};

/** Who brought the news, and with which event of the provider. */
export interface Messenger {
  readonly actor_id: string;
  readonly event?: { readonly kind: ProviderMark; readonly id: string };
}

/**
 * Applies money that a provider says it has collected, whoever brought the news: a call of the learner, a webhook or the
 * reconciliation. The first one makes the purchase paid, the others find it so. Money that came for a purchase that is
 * paid or given up already becomes credit, once. A fee that was not known at first is written when it is. Answers the
 * purchase as it is then; undefined when the money is for no purchase of ours.
 */
export async function settle(receipt: Receipt, messenger: Messenger): Promise<BegunPurchase | undefined> {
  const { application_id, user_id } = receipt;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const purchase = await readPurchaseOf(application_id, user_id, [markOf(receipt).key]);
    if (purchase?.payment === undefined) return undefined;
    const { payment, alsoFound } = purchase;
    const [applied] = alsoFound;
    const raced = new Problem("state.changed");
    const whole = { ...purchase, payment };
    const { steps, after, alarm } = effectOf(receipt, whole, {
      applied,
      actor_id: messenger.actor_id,
      otherwise: raced,
    });
    if (steps.length === 0) return whole;
    const { event } = messenger;
    try {
      await transact([...(event ? [markApplied(event.kind, event.id, raced)] : []), ...steps]);
      if (alarm) log("error", alarm, { organization_id: payment.organization_id });
      return { ...purchase, payment: after };
    } catch (error) {
      if (error !== raced) throw error;
    }
  }
  throw new Problem("server.busy");
}

/** What money that came does to a payment, and what it is then. An operator looks at each `alarm`: lines are counted. */
interface Effect {
  readonly steps: Step[];
  readonly after: Payment;
  readonly alarm?: "payment_duplicate" | "payment_mismatch";
}

function effectOf(
  receipt: Receipt,
  { application, payment }: BegunPurchase,
  { applied, actor_id, otherwise }: { applied?: Item; actor_id: string; otherwise: Problem },
): Effect {
  const { fee_cents, cents } = receipt;
  const expected = isOf(receipt, payment);
  if (applied) {
    const isSale = expected && isSold(payment.status);
    const known = isSale ? payment.fee_cents : applied.fee_cents;
    if (fee_cents === undefined || known !== undefined) return { steps: [], after: payment };
    if (!isSale) return { steps: duplicateFeeSteps(receipt, fee_cents, { payment, otherwise }), after: payment };
    const after = { ...payment, fee_cents };
    return { steps: feeSteps(after, payment, otherwise), after };
  }
  const mark = markApplied(markOf(receipt).kind, receipt.id, otherwise, fee_cents);
  const exact = receipt.currency === "usd" && cents === payment.due_cents;
  if (payment.status === "open" && application.status === "applied" && expected && exact) {
    const paid: Payment = { ...payment, ...objectOf(receipt), ...(fee_cents !== undefined && { fee_cents }) };
    const steps = paidSteps({ payment: paid, before: payment, application, mark }, { actor_id, otherwise });
    return { steps, after: { ...paid, status: "paid", comment: "", paid_on: now() } };
  }
  const money = { mark, cents, fee_cents, title: application.title };
  if (payment.status !== "open" || !expected || exact) {
    return { steps: duplicateSteps(payment, money), after: payment, alarm: "payment_duplicate" };
  }
  const failed: Payment = { ...payment, status: "failed", comment: "The amount was not the one we asked for." };
  const steps = [
    ...duplicateSteps(payment, { ...money, releasedCents: payment.credit_cents }),
    ...writePayment({ ...failed, updated_on: now() }, payment, otherwise),
    failedAudit(payment),
  ];
  return { steps, after: failed, alarm: "payment_mismatch" };
}

/** The fee of a second payment is known by its mark alone. */
function duplicateFeeSteps(
  receipt: Receipt,
  fee_cents: number,
  { payment, otherwise }: { payment: Payment; otherwise: Problem },
): Step[] {
  const { organization_id, application_id, cred_id, user_id } = payment;
  return [
    change(markOf(receipt).key, { set: { fee_cents } }, { where: { fee_cents: { absent: true } }, otherwise }),
    ...postFee(fee_cents, { organization_id, at: now(), application_id, cred_id, user_id }),
  ];
}

function feeSteps(after: Payment, before: Payment, otherwise: Problem): Step[] {
  const { organization_id, application_id, cred_id, user_id, fee_cents } = after;
  const about = { organization_id, at: now(), application_id, cred_id, user_id };
  return [...writePayment(after, before, otherwise, { fee_cents: { absent: true } }), ...postFee(fee_cents, about)];
}
