import { badRequest, type Intent, newStripeId, type Parameters } from "./intents.ts";

/** How money was moved in our account with Stripe. */
interface Booking {
  readonly id: string;
  readonly object: "balance_transaction";
  readonly type: "charge" | "adjustment";
  readonly amount: number;
  readonly currency: string;
  readonly fee: number;
  readonly net: number;
}

const book = (
  type: Booking["type"],
  { amount, fee, currency }: Pick<Booking, "amount" | "fee" | "currency">,
): Booking => ({
  id: newStripeId("txn"),
  object: "balance_transaction",
  type,
  amount,
  currency,
  fee,
  net: amount - fee,
});

/** A disagreement about a charge as Stripe's API answers it. Amounts are cents, times seconds. */
export interface Dispute {
  readonly id: string;
  readonly object: "dispute";
  readonly evidence_details: { readonly due_by: number; readonly has_evidence: boolean; readonly past_due: boolean };
  readonly amount: number;
  readonly charge: string | null;
  readonly created: number;
  readonly currency: string;
  readonly livemode: false;
  readonly balance_transactions: readonly Booking[];
  readonly payment_intent: string;
  readonly reason: "fraudulent";
  readonly status: "needs_response" | "won" | "lost";
}

const FEE_RATE = 0.029;
const FEE_FIXED_CENTS = 30;
const DISPUTE_FEE_CENTS = 1500;

/** The charge of an intent with its booking, as `expand` asks for it; null while nothing was charged. */
export function chargeOf({ latest_charge, amount_received, currency }: Intent) {
  if (latest_charge === null) return null;
  const fee = Math.round(amount_received * FEE_RATE) + FEE_FIXED_CENTS;
  const balance_transaction = amount_received === 0 ? null : book("charge", { amount: amount_received, fee, currency });
  return { id: latest_charge, object: "charge", balance_transaction };
}

const EVIDENCE_DAYS = 9;

/** Makes a dispute about all of a charge. The money and the fee of the dispute are withdrawn at once. */
export const openDispute = ({ id, latest_charge, amount, currency }: Intent, now: number): Dispute => ({
  id: newStripeId("dp"),
  object: "dispute",
  amount,
  balance_transactions: [book("adjustment", { amount: -amount, fee: DISPUTE_FEE_CENTS, currency })],
  charge: latest_charge,
  created: Math.floor(now / 1000),
  currency,
  evidence_details: { due_by: Math.floor(now / 1000) + EVIDENCE_DAYS * 86_400, has_evidence: false, past_due: false },
  livemode: false,
  payment_intent: id,
  reason: "fraudulent",
  status: "needs_response",
});

/** The dispute after its evidence: Stripe's two texts for tests win or lose it. A won one brings money and fee back. */
export function decideDispute(dispute: Dispute, { evidence }: Parameters): Dispute {
  const text = typeof evidence === "object" ? evidence.uncategorized_text : undefined;
  const isOverturned = dispute.status === "lost" && text === "winning_evidence"; // banks do, now and then
  if (dispute.status !== "needs_response" && !isOverturned) throw badRequest("This dispute is already closed");
  const { amount, currency, balance_transactions } = dispute;
  const back = book("adjustment", { amount, fee: -DISPUTE_FEE_CENTS, currency });
  if (text === "winning_evidence")
    return { ...dispute, status: "won", balance_transactions: [...balance_transactions, back] };
  if (text === "losing_evidence") return { ...dispute, status: "lost" };
  throw badRequest("The sandbox decides on winning_evidence and losing_evidence only.", { param: "evidence" });
}
