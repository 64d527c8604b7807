import { Problem } from "../../../shared/http/problem.ts";
import type { Payment } from "../../../shared/payment/payment.ts";
import { providerKey } from "../../../shared/payment/rules.ts";
import * as paths from "../../../shared/platform/paths.ts";
import { captureOrder, createOrder, type Order, readOrder } from "../../clients/paypal/orders.ts";
import { transact } from "../../data/table.ts";
import { amend } from "../../data/transition.ts";
import { environment } from "../../runtime/environment.ts";
import type { FeePurchase } from "./fee-purchase.ts";
import { paymentEntity } from "./payment-entity.ts";
import { paypalReceipt } from "./receipt.ts";
import { isOf, type Messenger, settle } from "./settle.ts";
import { type BegunPurchase, readPurchaseOf } from "./store.ts";

/** PayPal's order of an open attempt. The key makes it the same one however often it is asked for. */
export async function orderFor(payment: Payment, title: string): Promise<Order> {
  const { application_id, user_id, cred_id, purchase, attempt, paypal_order_id, due_cents } = payment;
  const known = paypal_order_id === undefined ? undefined : await readOrder(paypal_order_id);
  if (known) return known;
  const origin = environment("PORTAL_ORIGIN");
  const order = await createOrder({
    key: providerKey(payment),
    cents: due_cents,
    title,
    reference: { application_id, user_id, attempt: String(attempt), ...(purchase === "appeal" && { purchase }) },
    returnUrl: origin + paths.payAfterPaypal(cred_id, "approved", purchase),
    cancelUrl: origin + paths.payAfterPaypal(cred_id, "cancelled", purchase),
  });
  const otherwise = new Problem("payment.changed");
  await transact(amend(paymentEntity, { before: payment, set: { paypal_order_id: order.id }, otherwise }).steps);
  return order;
}

/**
 * Collects an order whose purchase still waits for it, and applies what was collected: for the learner who comes back, a
 * webhook and the reconciliation alike. An order that is not the purchase's any more is left to lapse. Answers the
 * purchase when the order's money is in; undefined while it is not. Throws what `captureOrder` throws.
 */
export async function finishOrder(
  order: Order,
  messenger: Messenger,
  fees: FeePurchase,
): Promise<BegunPurchase | undefined> {
  const { reference } = order;
  if (reference === undefined) return undefined;
  const collected = order.status === "APPROVED" ? await collect(order, reference) : order;
  const receipt = collected && paypalReceipt(collected);
  return receipt && settle(receipt, messenger, fees);
}

async function collect(order: Order, reference: NonNullable<Order["reference"]>): Promise<Order | undefined> {
  const purchase = await readPurchaseOf(reference);
  const payment = purchase?.payment;
  const waits =
    payment?.status === "open" && isOf({ method: "paypal", id: order.id, attempt: reference.attempt }, payment);
  if (!waits) return undefined;
  const collected = await captureOrder(order.id);
  if (collected?.capture?.status === "DECLINED") throw new Problem("payment.declined", { message: declinedWords });
  return collected;
}

const declinedWords = "PayPal declined this payment. Try another way to pay.";
