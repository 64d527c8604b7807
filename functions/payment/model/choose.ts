import { Problem } from "../../../shared/http/problem.ts";
import type { Payment } from "../../../shared/payment/payment.ts";
import { readOrder } from "../../clients/paypal/orders.ts";
import { cancelIntent } from "../../clients/stripe.ts";
import type { FeePurchase } from "./fee-purchase.ts";
import { cardReceipt, paypalReceipt, type Receipt } from "./receipt.ts";
import { settle } from "./settle.ts";
import { type Method, startPurchase, switchTo } from "./start.ts";
import type { BegunPurchase, PurchaseId } from "./store.ts";

/**
 * Begins, or goes on with, a payment by one way: an open one by the other way is closed at its provider first. Where that
 * provider does not answer, its object stays behind: what it should still collect becomes credit. Throws
 * `payment.already-paid` when there is nothing left to pay.
 */
export async function choose(of: PurchaseId, method: Method, fees: FeePurchase): Promise<BegunPurchase> {
  const purchase = await startPurchase(of, method, fees);
  const { payment } = purchase;
  if (payment.status !== "open") throw new Problem("payment.already-paid");
  if (payment.method === method) return purchase;
  const receipt = await closeAtProvider(payment);
  if (receipt) {
    await settle(receipt, { actor_id: of.user_id }, fees);
    throw new Problem("payment.already-paid");
  }
  return { ...purchase, payment: await switchTo(method, payment) };
}

/**
 * Closes the provider's object of an open payment; answers what it has collected after all. One whose provider does not
 * answer stays behind.
 */
export async function closeAtProvider({ stripe_payment_id, paypal_order_id }: Payment): Promise<Receipt | undefined> {
  try {
    if (stripe_payment_id !== undefined) {
      const intent = await cancelIntent(stripe_payment_id);
      return intent && cardReceipt(intent);
    }
    if (paypal_order_id === undefined) return undefined;
    const order = await readOrder(paypal_order_id); // nobody but us collects an order: one we leave lapses
    return order && paypalReceipt(order);
  } catch (error) {
    const { statusOf } = await import("../../../shared/http/problems.ts");
    const isUnavailable = error instanceof Problem && statusOf(error.code) === 503;
    if (!isUnavailable) throw error;
    return undefined;
  }
}
