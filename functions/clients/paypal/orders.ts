import * as z from "zod";
import { Problem } from "../../../shared/http/problem.ts";
import { brand } from "../../../shared/platform/brand.ts";
import { centsOf, Money } from "./money.ts";
import { ask, find, Refusal } from "./requests.ts";

const Capture = z.object({
  id: z.string(),
  status: z.string(),
  amount: Money,
  seller_receivable_breakdown: z.object({ paypal_fee: Money.optional() }).optional(),
});

const OrderBody = z.object({
  id: z.string(),
  status: z.string(),
  purchase_units: z
    .array(
      z.object({
        custom_id: z.string().optional(),
        payments: z.object({ captures: z.array(Capture).optional() }).optional(),
      }),
    )
    .default([]),
  links: z.array(z.object({ rel: z.string(), href: z.string() })).default([]),
});

/** An order as PayPal has it. */
export interface Order {
  readonly id: string;
  /** PAYER_ACTION_REQUIRED, APPROVED, COMPLETED … */
  readonly status: string;
  /** Which attempt of which purchase it is for; undefined when it is none of ours. */
  readonly reference?: {
    readonly application_id: string;
    readonly user_id: string;
    readonly attempt: string;
    /** Of an appeal's fee. */
    readonly purchase?: "appeal";
  };
  /** The collecting, once it was begun. Cents. */
  readonly capture?: {
    /** COMPLETED, PENDING or DECLINED. */
    readonly status: string;
    readonly cents: number;
    readonly currency: string;
    readonly feeCents?: number;
  };
  /** Where the learner approves it. */
  readonly approveUrl?: string;
}

function orderOf(body: unknown): Order {
  const { id, status, purchase_units, links } = OrderBody.parse(body);
  const [unit] = purchase_units;
  const [application_id, user_id, attempt, purchase] = (unit?.custom_id ?? "").split(":");
  const captures = unit?.payments?.captures ?? [];
  const capture = captures.find((each) => each.status === "COMPLETED") ?? captures.at(-1);
  const fee = capture?.seller_receivable_breakdown?.paypal_fee;
  return {
    id,
    status,
    ...(application_id &&
      user_id &&
      attempt && {
        reference: { application_id, user_id, attempt, ...(purchase === "appeal" && { purchase }) },
      }),
    ...(capture && {
      capture: {
        status: capture.status,
        cents: centsOf(capture.amount),
        currency: capture.amount.currency_code.toLowerCase(),
        ...(fee && { feeCents: centsOf(fee) }),
      },
    }),
    approveUrl: links.find(({ rel }) => rel === "payer-action" || rel === "approve")?.href,
  };
}

/** What a new order is for. The key makes a repeated wish the same order. */
export interface OrderInput {
  readonly key: string;
  readonly cents: number;
  readonly title: string;
  readonly reference: NonNullable<Order["reference"]>;
  /** Where the learner comes back to. */
  readonly returnUrl: string;
  readonly cancelUrl: string;
}

/** Opens an order that waits for the learner's approval. */
export async function createOrder({
  key,
  title,
  reference,
  returnUrl,
  cancelUrl,
  ...wish
}: OrderInput): Promise<Order> {
  const body = {
    intent: "CAPTURE",
    purchase_units: [
      {
        custom_id: [reference.application_id, reference.user_id, reference.attempt, reference.purchase]
          .filter(Boolean)
          .join(":"),
        invoice_id: key,
        description: title.slice(0, 127),
        amount: { currency_code: "USD", value: (wish.cents / 100).toFixed(2) },
      },
    ],
    payment_source: {
      paypal: {
        experience_context: {
          brand_name: brand.product,
          user_action: "PAY_NOW",
          shipping_preference: "NO_SHIPPING",
          return_url: returnUrl,
          cancel_url: cancelUrl,
        },
      },
    },
  };
  const headers = { "paypal-request-id": key, prefer: "return=representation" };
  return orderOf(await ask({ method: "POST", path: "/v2/checkout/orders", headers, body: JSON.stringify(body) }));
}

/** Reads an order; undefined when PayPal does not know it, or not any more. */
export async function readOrder(id: string): Promise<Order | undefined> {
  const body = await find(`/v2/checkout/orders/${id}`);
  return body === undefined ? undefined : orderOf(body);
}

/** Collects an approved order, once however often it is asked. Throws `payment.declined` and `payment.not-approved`. */
export async function captureOrder(id: string): Promise<Order | undefined> {
  const headers = { "paypal-request-id": `capture-${id}`, prefer: "return=representation" };
  try {
    return orderOf(await ask({ method: "POST", path: `/v2/checkout/orders/${id}/capture`, headers, body: "{}" }));
  } catch (error) {
    if (!(error instanceof Refusal) || error.status < 400) throw error;
    if (error.issue === "ORDER_ALREADY_CAPTURED" || error.issue === "DUPLICATE_INVOICE_ID") return readOrder(id);
    if (error.issue === "ORDER_NOT_APPROVED") throw new Problem("payment.not-approved");
    if (error.status === 404) return undefined;
    if (error.status !== 422) throw error;
    throw new Problem("payment.declined", { message: "PayPal declined this payment. Try another way to pay." });
  }
}

/** What else something of PayPal's belongs to. */
export const Related = z.object({ related_ids: z.object({ order_id: z.string().optional() }).optional() });
