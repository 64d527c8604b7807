import { randomInt } from "node:crypto";
import * as z from "zod";
import { type PayPalOrder, PayPalRefusal } from "./orders.ts";

/** A disagreement about a capture as PayPal's API answers it. */
export interface PayPalDispute {
  readonly dispute_id: string;
  readonly create_time: string;
  readonly update_time: string;
  readonly disputed_transactions: readonly [{ readonly seller_transaction_id: string; readonly custom?: string }];
  readonly reason: "MERCHANDISE_OR_SERVICE_NOT_RECEIVED";
  readonly status: "UNDER_REVIEW" | "RESOLVED";
  readonly dispute_amount: { readonly currency_code: string; readonly value: string };
  readonly dispute_outcome?: { readonly outcome_code: "RESOLVED_BUYER_FAVOUR" | "RESOLVED_SELLER_FAVOUR" };
  readonly money_movements?: readonly Movement[];
  readonly dispute_life_cycle_stage: "CHARGEBACK";
  readonly seller_response_due_date: string;
}

interface Movement {
  readonly affected_party: "BUYER" | "SELLER";
  readonly amount: { readonly currency_code: string; readonly value: string };
  readonly initiated_time: string;
  readonly type: "CREDIT" | "DEBIT";
  readonly reason: "DISPUTE_SETTLEMENT" | "DISPUTE_FEE";
}

const DISPUTE_FEE = "15.00";

/** Makes a dispute about all that was collected for an order. */
export function openDispute({ purchase_units: [unit] }: PayPalOrder, now: number): PayPalDispute {
  const capture = unit!.payments!.captures[0]!;
  const at = new Date(now).toISOString();
  return {
    dispute_id: `PP-D-${randomInt(10_000, 1_000_000)}`,
    create_time: at,
    update_time: at,
    disputed_transactions: [{ seller_transaction_id: capture.id, custom: capture.custom_id }],
    reason: "MERCHANDISE_OR_SERVICE_NOT_RECEIVED",
    status: "UNDER_REVIEW",
    dispute_amount: capture.amount,
    dispute_life_cycle_stage: "CHARGEBACK",
    seller_response_due_date: new Date(now + 10 * 86_400_000).toISOString(),
  };
}

const Adjudication = z.object({ adjudication_outcome: z.enum(["BUYER_FAVOR", "SELLER_FAVOR"]) });

/** The dispute as PayPal's sandbox decides it when it is told how. */
export function adjudicate(dispute: PayPalDispute, body: unknown, now: number): PayPalDispute {
  const wish = Adjudication.safeParse(body);
  if (!wish.success || dispute.status !== "UNDER_REVIEW") {
    const issue = wish.success ? "ACTION_NOT_ALLOWED_IN_CURRENT_DISPUTE_STATE" : "INVALID_PARAMETER_VALUE";
    throw new PayPalRefusal(wish.success ? 422 : 400, issue, "The dispute cannot be adjudicated so.", [
      { issue, description: issue },
    ]);
  }
  const favour = wish.data.adjudication_outcome === "BUYER_FAVOR" ? "RESOLVED_BUYER_FAVOUR" : "RESOLVED_SELLER_FAVOUR";
  const update_time = new Date(now).toISOString();
  const decided = { ...dispute, update_time, status: "RESOLVED", dispute_outcome: { outcome_code: favour } } as const;
  if (favour === "RESOLVED_SELLER_FAVOUR") return decided;
  const { dispute_amount: amount } = dispute;
  const settled = { amount, initiated_time: update_time, reason: "DISPUTE_SETTLEMENT" } as const;
  const fee = { ...settled, amount: { ...amount, value: DISPUTE_FEE }, reason: "DISPUTE_FEE" } as const;
  return {
    ...decided,
    money_movements: [
      { ...settled, affected_party: "BUYER", type: "CREDIT" },
      { ...settled, affected_party: "SELLER", type: "DEBIT" },
      { ...fee, affected_party: "SELLER", type: "DEBIT" },
    ],
  };
}
