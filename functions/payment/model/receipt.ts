import type { Payment, PurchaseName } from "../../../shared/payment/payment.ts";
import type { Order } from "../../clients/paypal/orders.ts";
import type { Intent } from "../../clients/stripe.ts";

/** Money that a provider says it has collected for a purchase. */
export interface Receipt {
  readonly method: "card" | "paypal";
  /** The provider's object: an intent of the card, an order of PayPal. */
  readonly id: string;
  readonly cents: number;
  readonly currency: string;
  readonly purchase?: PurchaseName | undefined;
  readonly application_id: string;
  readonly user_id: string;
  readonly attempt: string;
  /** What the provider kept for itself; absent until it says so. */
  readonly fee_cents?: number;
}

/** What an intent has collected; undefined when nothing yet, or when it is of no purchase of ours. */
export function cardReceipt(intent: Intent): Receipt | undefined {
  const { application_id, user_id, attempt = "" } = intent.metadata;
  if (intent.status !== "succeeded" || !application_id || !user_id) return undefined;
  const { id, amountReceived: cents, currency, feeCents: fee_cents } = intent;
  return { method: "card", id, cents, currency, ...purchaseIn(intent), application_id, user_id, attempt, fee_cents };
}

/** Which purchase of its application an intent is for. */
export const purchaseIn = ({ metadata }: Pick<Intent, "metadata">): { purchase?: PurchaseName } =>
  metadata.purchase === "appeal" ? { purchase: "appeal" } : {};

/** What an order has collected; undefined when nothing yet, or when it is of no purchase of ours. */
export const paypalReceipt = (order: Order): Receipt | undefined =>
  order.capture?.status === "COMPLETED" ? collectingOf(order) : undefined;

/** The collecting of an order, even one that was given back since; undefined when it is of no purchase of ours. */
export function collectingOf({ id, capture, reference }: Order): Receipt | undefined {
  if (capture === undefined || reference === undefined) return undefined;
  const { cents, currency, feeCents: fee_cents } = capture;
  return { method: "paypal", id, cents, currency, ...reference, fee_cents };
}

/** The field of a payment that names the provider's object. */
export const objectOf = ({
  method,
  id,
}: Pick<Receipt, "method" | "id">): Pick<Payment, "stripe_payment_id" | "paypal_order_id"> =>
  method === "card" ? { stripe_payment_id: id } : { paypal_order_id: id };
