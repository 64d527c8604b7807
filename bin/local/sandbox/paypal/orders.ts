import { randomBytes } from "node:crypto";
import * as z from "zod";

/** An order as PayPal's Orders v2 answers it. */
export interface PayPalOrder {
  readonly id: string;
  readonly intent: "CAPTURE";
  readonly status: "PAYER_ACTION_REQUIRED" | "APPROVED" | "COMPLETED";
  readonly create_time: string;
  readonly purchase_units: readonly Unit[];
  readonly payment_source: { readonly paypal: { readonly experience_context: Experience } };
  readonly payer?: { readonly email_address: string; readonly payer_id: string };
  readonly links: readonly Link[];
}

interface Unit extends z.infer<typeof UnitWish> {
  readonly payments?: { readonly captures: readonly Capture[] };
}

/** Money that was collected for an order. */
export interface Capture {
  readonly id: string;
  readonly status: "COMPLETED";
  readonly amount: Money;
  readonly final_capture: true;
  readonly custom_id?: string;
  readonly invoice_id?: string;
  readonly seller_receivable_breakdown: { gross_amount: Money; paypal_fee: Money; net_amount: Money };
  readonly supplementary_data: { readonly related_ids: { readonly order_id: string } };
  readonly create_time: string;
}

interface Link {
  readonly href: string;
  readonly rel: string;
  readonly method: "GET" | "POST";
}

/** A refusal as PayPal's API answers it. */
export class PayPalRefusal extends Error {
  readonly status: number;
  readonly body: Record<string, unknown>;

  constructor(status: number, name: string, message: string, details: { issue: string; description: string }[]) {
    super(message);
    this.status = status;
    this.body = { name, details, message, debug_id: randomBytes(6).toString("hex"), links: [] };
  }
}

const unprocessable = (issue: string, description: string) =>
  new PayPalRefusal(
    422,
    "UNPROCESSABLE_ENTITY",
    "The requested action could not be performed, semantically incorrect, or failed business validation.",
    [{ issue, description }],
  );

/** The refusal of an id that is no resource. */
export const notFound = () =>
  new PayPalRefusal(404, "RESOURCE_NOT_FOUND", "The specified resource does not exist.", [
    {
      issue: "INVALID_RESOURCE_ID",
      description: "Specified resource ID does not exist. Please check the resource ID and try again.",
    },
  ]);

const Money = z.object({ currency_code: z.literal("USD"), value: z.string().regex(/^\d{1,7}\.\d{2}$/) });
type Money = z.infer<typeof Money>;
const Experience = z.object({
  return_url: z.url(),
  cancel_url: z.url(),
  brand_name: z.string().max(127).optional(),
  user_action: z.enum(["CONTINUE", "PAY_NOW"]).optional(),
  shipping_preference: z.enum(["GET_FROM_FILE", "NO_SHIPPING", "SET_PROVIDED_ADDRESS"]).optional(),
});
type Experience = z.infer<typeof Experience>;
const UnitWish = z.object({
  custom_id: z.string().max(255).optional(),
  invoice_id: z.string().max(127).optional(),
  description: z.string().max(127).optional(),
  amount: Money.extend({ value: Money.shape.value.refine((value) => Number(value) > 0) }),
});
const OrderInput = z.object({
  intent: z.literal("CAPTURE"),
  purchase_units: z.array(UnitWish).length(1),
  payment_source: z.object({ paypal: z.object({ experience_context: Experience }) }),
});

const letters = "ABCDEFGHJKLMNPQRSTUVWXYZ0123456789";

/** An id as PayPal makes them: 17 capital letters and digits. */
export const newPayPalId = (): string => [...randomBytes(17)].map((byte) => letters[byte % letters.length]).join("");

/** Makes an order that waits for its payer, whose page is in the links. */
export function makeOrder(body: unknown, { api, now }: { api: string; now: number }): PayPalOrder {
  const wish = OrderInput.safeParse(body);
  if (!wish.success) {
    const details = wish.error.issues.map(({ path, message }) => ({
      issue: "INVALID_PARAMETER_SYNTAX",
      description: `/${path.join("/")}: ${message}`,
    }));
    throw new PayPalRefusal(
      400,
      "INVALID_REQUEST",
      "Request is not well-formed, syntactically incorrect, or violates schema.",
      details,
    );
  }
  const id = newPayPalId();
  const { return_url } = wish.data.payment_source.paypal.experience_context;
  const page = `${new URL(return_url).origin}/sandbox/paypal/checkoutnow?token=${id}`;
  return {
    id,
    ...wish.data,
    status: "PAYER_ACTION_REQUIRED",
    create_time: new Date(now).toISOString(),
    links: [
      { href: `${api}/v2/checkout/orders/${id}`, rel: "self", method: "GET" },
      { href: page, rel: "payer-action", method: "GET" },
    ],
  };
}

/** The order after its payer said yes. */
export const approved = (order: PayPalOrder): PayPalOrder =>
  order.status !== "PAYER_ACTION_REQUIRED"
    ? order
    : {
        ...order,
        status: "APPROVED",
        payer: { email_address: "buyer@paypal.test", payer_id: newPayPalId().slice(0, 13) },
      };

const cents = (value: string) => Math.round(Number(value) * 100);
const money = (amount: number): Money => ({ currency_code: "USD", value: (amount / 100).toFixed(2) });
const FEE_RATE = 0.0349;
const FEE_FIXED_CENTS = 49;

/** The order after its money was collected. `declines` says that the payer's bank will not. */
export function captured(
  order: PayPalOrder,
  { declines, taken, now }: { declines: boolean; taken: boolean; now: number },
): PayPalOrder {
  if (order.status === "COMPLETED") {
    throw unprocessable(
      "ORDER_ALREADY_CAPTURED",
      "Order already captured.If 'intent=CAPTURE' only one capture per order is allowed.",
    );
  }
  if (order.status !== "APPROVED") {
    throw unprocessable(
      "ORDER_NOT_APPROVED",
      "Payer has not yet approved the Order for payment. Please redirect the payer to the 'rel':'approve' url returned as part of the HATEOAS links within the Create Order call or provide a valid payment_source in the request.",
    );
  }
  if (taken)
    throw unprocessable(
      "DUPLICATE_INVOICE_ID",
      "Duplicate Invoice ID detected. To avoid a potential duplicate transaction your account setting requires that Invoice Id be unique for each transaction.",
    );
  if (declines)
    throw unprocessable(
      "INSTRUMENT_DECLINED",
      "The instrument presented was either declined by the processor or bank, or it can't be used for this payment.",
    );
  const [unit] = order.purchase_units;
  const gross = cents(unit!.amount.value);
  const fee = Math.round(gross * FEE_RATE) + FEE_FIXED_CENTS;
  const capture: Capture = {
    id: newPayPalId(),
    status: "COMPLETED",
    amount: money(gross),
    final_capture: true,
    custom_id: unit!.custom_id,
    invoice_id: unit!.invoice_id,
    seller_receivable_breakdown: { gross_amount: money(gross), paypal_fee: money(fee), net_amount: money(gross - fee) },
    supplementary_data: { related_ids: { order_id: order.id } },
    create_time: new Date(now).toISOString(),
  };
  return { ...order, status: "COMPLETED", purchase_units: [{ ...unit!, payments: { captures: [capture] } }] };
}
