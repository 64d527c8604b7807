import { badRequest, type Intent, newStripeId, type Parameters } from "./stripe-intents.ts";

/** A disagreement about a charge as Stripe's API answers it. Amounts are cents, times seconds. */
export interface Dispute {
  readonly id: string;
  readonly object: "dispute";
  readonly amount: number;
  readonly charge: string | null;
  readonly created: number;
  readonly currency: string;
  readonly livemode: false;
  readonly payment_intent: string;
  readonly reason: "fraudulent";
  readonly status: "needs_response" | "won" | "lost";
}

const FEE_RATE = 0.029;
const FEE_FIXED_CENTS = 30;

/** The charge of an intent with its booking, as `expand` asks for it; null while nothing was charged. */
export function chargeOf({ latest_charge, amount_received, currency }: Intent) {
  if (latest_charge === null) return null;
  const fee = Math.round(amount_received * FEE_RATE) + FEE_FIXED_CENTS;
  const balance_transaction =
    amount_received === 0
      ? null
      : {
          id: newStripeId("txn"),
          object: "balance_transaction",
          amount: amount_received,
          currency,
          fee,
          net: amount_received - fee,
        };
  return { id: latest_charge, object: "charge", balance_transaction };
}

/** Makes a dispute about all of a charge. */
export const openDispute = ({ id, latest_charge, amount, currency }: Intent, now: number): Dispute => ({
  id: newStripeId("dp"),
  object: "dispute",
  amount,
  charge: latest_charge,
  created: Math.floor(now / 1000),
  currency,
  livemode: false,
  payment_intent: id,
  reason: "fraudulent",
  status: "needs_response",
});

/** The dispute after its evidence: Stripe's two texts for tests win or lose it. */
export function decideDispute(dispute: Dispute, { evidence }: Parameters): Dispute {
  if (dispute.status !== "needs_response") throw badRequest("This dispute is already closed");
  const text = typeof evidence === "object" ? evidence.uncategorized_text : undefined;
  if (text === "winning_evidence") return { ...dispute, status: "won" };
  if (text === "losing_evidence") return { ...dispute, status: "lost" };
  throw badRequest("The sandbox decides on winning_evidence and losing_evidence only.", { param: "evidence" });
}
