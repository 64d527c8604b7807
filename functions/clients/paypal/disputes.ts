import * as z from "zod";
import { centsOf, Money } from "./money.ts";
import { Related } from "./orders.ts";
import { find } from "./requests.ts";

const Movement = z.object({
  affected_party: z.string(),
  type: z.enum(["DEBIT", "CREDIT"]),
  amount: Money,
  /** DISPUTE_SETTLEMENT, or one of the fees. */
  reason: z.string().optional(),
});

const DisputeBody = z.object({
  /** OPEN, WAITING_FOR_SELLER_RESPONSE, UNDER_REVIEW … and at last RESOLVED. */
  status: z.string(),
  seller_response_due_date: z.string().optional(),
  dispute_amount: Money.optional(),
  dispute_outcome: z.object({ outcome_code: z.string().optional(), amount_refunded: Money.optional() }).optional(),
  disputed_transactions: z.array(z.object({ seller_transaction_id: z.string().optional() })).default([]),
  money_movements: z.array(Movement).default([]),
});

const CaptureBody = z.object({ supplementary_data: Related.optional() });

/** A disagreement about the collecting of an order between its payer and us. */
export interface PayPalDispute {
  readonly standing: "open" | "won" | "lost";
  /** The order whose collecting it is about. */
  readonly orderId: string;
  /** What the payer wants, or was given, back. */
  readonly cents: number;
  /** What it has cost us besides that; absent until it is resolved and PayPal says which money it has moved. */
  readonly feeCents?: number;
  /** Until when evidence is taken; absent where PayPal does not say. */
  readonly evidenceDueOn?: string;
}

/** Outcomes for which we pay; after all others the money stays ours. */
const lost = ["RESOLVED_BUYER_FAVOUR", "ACCEPTED"];

/** Reads a dispute; undefined when PayPal does not know it, or when it is about no order. */
export async function readDispute(id: string): Promise<PayPalDispute | undefined> {
  const body = await find(`/v1/customer/disputes/${encodeURIComponent(id)}`);
  if (body === undefined) return undefined;
  const dispute = DisputeBody.parse(body);
  const { status, dispute_amount, dispute_outcome, disputed_transactions, money_movements } = dispute;
  const dueBy = dispute.seller_response_due_date;
  const orderId = await orderOfCapture(disputed_transactions[0]?.seller_transaction_id);
  if (orderId === undefined) return undefined;
  const isLost = lost.includes(dispute_outcome?.outcome_code ?? "");
  const amount = dispute_outcome?.amount_refunded ?? dispute_amount;
  const cents = amount ? centsOf(amount) : 0;
  const evidence = dueBy !== undefined && { evidenceDueOn: new Date(dueBy).toISOString() };
  if (status !== "RESOLVED") return { standing: "open", orderId, cents, ...evidence };
  const standing = isLost ? "lost" : "won";
  return { standing, orderId, cents, feeCents: disputeFee(money_movements, isLost ? cents : 0) };
}

/**
 * What a resolved dispute has cost us besides the cents that the payer was given back: negative where PayPal returned a
 * part of its first fee. Undefined as long as the giving back is not among the movements.
 */
export function disputeFee(movements: readonly z.infer<typeof Movement>[], backCents: number): number | undefined {
  const ours = movements.filter(({ affected_party }) => affected_party === "SELLER");
  const isSettled = backCents === 0 || ours.some(({ reason }) => reason === "DISPUTE_SETTLEMENT");
  if (ours.length === 0 || !isSettled) return undefined;
  return ours.reduce((sum, { type, amount }) => sum + (type === "DEBIT" ? 1 : -1) * centsOf(amount), -backCents);
}

async function orderOfCapture(capture_id: string | undefined): Promise<string | undefined> {
  const body = capture_id && (await find(`/v2/payments/captures/${encodeURIComponent(capture_id)}`));
  return body ? CaptureBody.parse(body).supplementary_data?.related_ids?.order_id : undefined;
}
