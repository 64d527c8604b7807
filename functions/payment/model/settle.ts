import { Problem } from "../../../shared/http/problem.ts";
import type { Payment } from "../../../shared/payment/payment.ts";
import { isSold } from "../../../shared/payment/rules.ts";
import { now } from "../../data/ids.ts";
import { type ProviderMark, paymentKeys } from "../../data/keys/payment.ts";
import { retryWhenRaced } from "../../data/retry-when-raced.ts";
import { change, type Step } from "../../data/steps.ts";
import { type Item, transact } from "../../data/table.ts";
import { amend } from "../../data/transition.ts";
import { log } from "../../runtime/log.ts";
import { duplicateSteps } from "./duplicate.ts";
import { endAttempt } from "./fail.ts";
import type { FeePurchase } from "./fee-purchase.ts";
import { postFee } from "./ledger.ts";
import { paymentEntity } from "./payment-entity.ts";
import { markApplied, markOf } from "./provider-marker.ts";
import { objectOf, type Receipt } from "./receipt.ts";
import { paidSteps } from "./sale.ts";
import { type BegunPurchase, readPurchaseOf } from "./store.ts";

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
export function settle(
  receipt: Receipt,
  { actor_id, event }: Messenger,
  fees: FeePurchase,
): Promise<BegunPurchase | undefined> {
  return retryWhenRaced(
    async () => {
      const purchase = await readPurchaseOf(receipt, [paymentKeys.providerMarker(...markOf(receipt))]);
      if (purchase?.payment === undefined) return undefined;
      const { payment, alsoFound } = purchase;
      const whole = { ...purchase, payment };
      const otherwise = new Problem("state.changed");
      const { steps, after, alarm } = await effectOf(receipt, whole, {
        applied: alsoFound[0],
        actor_id,
        otherwise,
        fees,
      });
      if (steps.length === 0) return whole;
      await transact([...(event ? [markApplied([event.kind, event.id], otherwise)] : []), ...steps]);
      if (alarm) log("error", alarm, { organization_id: payment.organization_id });
      return { ...purchase, payment: after };
    },
    { exhausted: "server.busy" },
  );
}

/** What money that came does to a payment, and what it is then. An operator looks at each `alarm`: lines are counted. */
interface Effect {
  readonly steps: Step[];
  readonly after: Payment;
  readonly alarm?: "payment_duplicate" | "payment_mismatch";
}

async function effectOf(
  receipt: Receipt,
  { application, payment, unpaid }: BegunPurchase,
  { applied, actor_id, otherwise, fees }: { applied?: Item; actor_id: string; otherwise: Problem; fees: FeePurchase },
): Promise<Effect> {
  const { fee_cents, cents } = receipt;
  const expected = isOf(receipt, payment);
  if (applied) {
    const isSale = expected && isSold(payment.status);
    const known = isSale ? payment.fee_cents : applied.fee_cents;
    if (fee_cents === undefined || known !== undefined) return { steps: [], after: payment };
    if (!isSale) return { steps: duplicateFeeSteps(receipt, fee_cents, { payment, otherwise }), after: payment };
    return feeEffect(payment, fee_cents, otherwise);
  }
  const mark = markApplied(markOf(receipt), otherwise, fee_cents);
  const exact = receipt.currency === "usd" && cents === payment.due_cents;
  const isAppeal = payment.purchase === "appeal";
  const waits = payment.status === "open" && expected && (isAppeal || application.status === "applied");
  if (waits && exact) {
    const paid: Payment = { ...payment, ...objectOf(receipt), ...(fee_cents !== undefined && { fee_cents }) };
    const success = { payment: paid, before: payment, application, mark };
    const applied = isAppeal
      ? await fees.paidSteps({ ...success, unpaid }, { actor_id, otherwise })
      : paidSteps(success, { actor_id, otherwise });
    if (applied) return applied;
  }
  const money = { mark, cents, fee_cents, title: application.title };
  const isOver = isAppeal && waits && exact;
  if (!isOver && (payment.status !== "open" || !expected || exact)) {
    return { steps: duplicateSteps(payment, money), after: payment, alarm: "payment_duplicate" };
  }
  const comment = isOver ? "The appeal can no longer be filed." : "The amount didn’t match the price.";
  const ended = await endAttempt(payment, comment, otherwise);
  const steps = [...duplicateSteps(payment, { ...money, releasedCents: payment.credit_cents }), ...ended.steps];
  return { steps, after: ended.after, alarm: isOver ? "payment_duplicate" : "payment_mismatch" };
}

/** The fee of a second payment is known by its mark alone. */
function duplicateFeeSteps(
  receipt: Receipt,
  fee_cents: number,
  { payment, otherwise }: { payment: Payment; otherwise: Problem },
): Step[] {
  return [
    change(
      paymentKeys.providerMarker(...markOf(receipt)),
      { set: { fee_cents } },
      { where: { fee_cents: { absent: true } }, otherwise },
    ),
    ...postFee(fee_cents, aboutOf(payment)),
  ];
}

/** The fee of a sale that was not known when it was paid: written once. */
function feeEffect(payment: Payment, fee_cents: number, otherwise: Problem): Effect {
  const known = amend(paymentEntity, {
    before: payment,
    set: { fee_cents },
    where: { fee_cents: { absent: true } },
    otherwise,
  });
  return { steps: [...known.steps, ...postFee(fee_cents, aboutOf(payment))], after: known.after };
}

/** What a row of the ledger about a payment says of it. */
const aboutOf = ({ organization_id, application_id, cred_id, user_id, purchase }: Payment) => ({
  organization_id,
  at: now(),
  application_id,
  cred_id,
  user_id,
  ...(purchase && { purchase }),
});
