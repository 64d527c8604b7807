import { Problem } from "../../shared/http/problem.ts";
import { statusOf } from "../../shared/http/problems.ts";
import { Payment } from "../../shared/payment/payment.ts";
import { openHoursMax, reconcileAfterMinutes } from "../../shared/payment/rules.ts";
import { appealFees } from "../appeal/model/fees.ts";
import { readOrder } from "../clients/paypal.ts";
import { cancelIntent } from "../clients/stripe.ts";
import { paymentViews } from "../data/keys/payment.ts";
import { listPage } from "../data/list.ts";
import { transact } from "../data/table.ts";
import { clock } from "../runtime/clock.ts";
import { describeError, log } from "../runtime/log.ts";
import { failSteps } from "./model/fail.ts";
import { isToReconcile } from "./model/payment-entity.ts";
import { finishOrder } from "./model/paypal.ts";
import { cardReceipt } from "./model/receipt.ts";
import { settle } from "./model/settle.ts";
import { intentFor } from "./model/start.ts";

const PAGE = 50;
/** A day after which an open payment should have been given up, and time for a provider to come back. */
const lateMinutes = (openHoursMax + 2) * 60;

/**
 * Asks the providers about every payment that has been open for a while: what succeeded unheard is applied; what is older
 * than a day is given up at the provider first, and its credit is free again. Of paid ones it learns the provider's fee.
 */
export async function handler(): Promise<{ asked: number }> {
  let asked = 0;
  let cursor: string | undefined;
  do {
    const page = await listPage({ view: paymentViews.openPayments(), limit: PAGE, cursor, ascending: true });
    const waiting = page.items.map((item) => Payment.parse(item)).filter(isToReconcile);
    const due = waiting.filter((payment) => minutesOpen(payment) >= reconcileAfterMinutes);
    for (const payment of due) {
      await reconcile(payment).catch((error) => {
        const late = payment.status === "open" && minutesOpen(payment) >= lateMinutes;
        log("error", late ? "reconcile_late" : "reconcile_failed", {
          organization_id: payment.organization_id,
          error: describeError(error),
        });
      });
    }
    asked += due.length;
    cursor = due.length < waiting.length ? undefined : page.cursor; // the oldest come first
  } while (cursor !== undefined);
  log("info", "payments_reconciled", { count: asked });
  return { asked };
}

const minutesOpen = ({ started_on }: Payment): number => (clock.now() - Date.parse(started_on)) / 60_000;

async function reconcile(payment: Payment): Promise<void> {
  const late = payment.status === "open" && minutesOpen(payment) >= openHoursMax * 60;
  if (payment.method === "paypal") await reconcileOrder(payment, late);
  else await reconcileIntent(payment, late);
}

async function reconcileIntent(payment: Payment, late: boolean): Promise<void> {
  const intent = await intentFor(payment);
  const after = late && intent.status !== "succeeded" ? await cancelIntent(intent.id) : intent;
  const receipt = after && cardReceipt(after);
  if (receipt) await settle(receipt, { actor_id: "system" }, appealFees);
  else if (late || after?.status === "canceled") await giveUp({ ...payment, stripe_payment_id: intent.id });
}

/** An order that is not approved lapses at PayPal by itself; money on its way to us (an eCheck) is waited for. */
async function reconcileOrder(payment: Payment, late: boolean): Promise<void> {
  const { paypal_order_id } = payment;
  const order = paypal_order_id === undefined ? undefined : await readOrder(paypal_order_id);
  const settled = order && (await finishOrder(order, { actor_id: "system" }, appealFees).catch(declined));
  if (late && !settled && order?.capture?.status !== "PENDING") await giveUp(payment);
}

/** A refusal of PayPal is an answer: the order is not collected. */
function declined(error: unknown): undefined {
  if (error instanceof Problem && statusOf(error.code) < 500) return undefined;
  throw error;
}

const giveUp = async (payment: Payment): Promise<void> => {
  const comment = "The payment wasn’t finished within a day.";
  await transact(await failSteps(payment, comment, new Problem("state.changed"), { isLate: true }));
};
