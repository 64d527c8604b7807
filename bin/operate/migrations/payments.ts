import type { Key } from "../../../functions/data/keys/key.ts";
import { earnedSort, paymentKeys, paymentViews, payoutSort } from "../../../functions/data/keys/payment.ts";
import { enlist, relist } from "../../../functions/data/relist.ts";
import { change, remove, type Step } from "../../../functions/data/steps.ts";
import { type BillingRecord, changeLine, lineSort, listPurchase } from "../../../functions/payment/model/billing.ts";
import type { Payout } from "../../../functions/payment/model/earned-pay.ts";
import { isListed } from "./lists.ts";

/**
 * A line of billing history is listed among those of its kinds, a charge among its learner's purchases, and each in its
 * month: the release before gave some an id of an earlier one.
 */
export async function billingSteps(line: BillingRecord): Promise<Step[]> {
  const place = {
    key: paymentKeys.billing(line.user_id, line.entry_id),
    view: paymentViews.billing(line.organization_id),
    ...{ before: line.entry_id, after: lineSort(line) },
  };
  return [...(line.kinds ? [] : [...changeLine(line), ...listPurchase(line)]), ...(await moved(place))];
}

/** What a payout lacks: its place by time among what its reviewer earned, there and everywhere; and one of nothing is paid. */
export async function payoutSteps(payout: Payout): Promise<Step[]> {
  const key = paymentKeys.payout(payout.credential_job_id, payout.part);
  const view = paymentViews.earnings(payout.user_id);
  const listed = await isListed(view, payoutSort(payout));
  const isNothing = payout.status === "due" && payout.pay_cents === 0;
  const own = paymentViews.payouts(payout.user_id, payout.organization_id);
  return [
    ...(await moved({ key, view: own, before: payoutSort(payout), after: earnedSort(payout) })),
    ...(listed ? [] : relist(key, payoutSort(payout), [], [view])),
    ...(isNothing
      ? [change(key, { set: { status: "paid", paid_on: payout.due_on } }, { where: { status: "due" } })]
      : []),
  ];
}

/** The steps that move a row within a list, unless it is there: its number stays. */
async function moved({
  key,
  view,
  before,
  after,
}: {
  readonly key: Key;
  readonly view: string;
  readonly before: string;
  readonly after: string;
}): Promise<Step[]> {
  if (before === after || (await isListed(view, after))) return [];
  return [remove({ pk: view, sk: before }), enlist(key, view, after)];
}
