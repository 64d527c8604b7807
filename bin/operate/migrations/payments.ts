import { paymentKeys, paymentViews, payoutSort } from "../../../functions/data/keys/payment.ts";
import { relist } from "../../../functions/data/relist.ts";
import { change, type Step } from "../../../functions/data/steps.ts";
import { type BillingRecord, changeLine, listPurchase } from "../../../functions/payment/model/billing.ts";
import type { Payout } from "../../../functions/payment/model/earned-pay.ts";
import { isListed } from "./lists.ts";

/** A line of billing history is listed among those of its kinds, and a charge among its learner's purchases. */
export function billingSteps(line: BillingRecord): Step[] {
  return line.kinds ? [] : [...changeLine(line), ...listPurchase(line)];
}

/** What a payout lacks: its place among all that its reviewer earned; and one of nothing is paid. */
export async function payoutSteps(payout: Payout): Promise<Step[]> {
  const key = paymentKeys.payout(payout.credential_job_id, payout.part);
  const view = paymentViews.earnings(payout.user_id);
  const listed = await isListed(view, payoutSort(payout));
  const isNothing = payout.status === "due" && payout.pay_cents === 0;
  return [
    ...(listed ? [] : relist(key, payoutSort(payout), [], [view])),
    ...(isNothing
      ? [change(key, { set: { status: "paid", paid_on: payout.due_on } }, { where: { status: "due" } })]
      : []),
  ];
}
