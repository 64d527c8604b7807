import { Problem } from "../../shared/http/problem.ts";
import { refund } from "../../shared/payment/calls.ts";
import { implement } from "../chain/implement.ts";
import { refundSteps } from "../review/model/reversal.ts";
import { readRefundable } from "./model/refundable.ts";
import { billingOf } from "./model/store.ts";

export const handler = implement(refund, async ({ application_id, reason }, { actor, organization_id, commit }) => {
  const purchase = await readRefundable(application_id, organization_id);
  const { steps, after } = refundSteps(purchase, {
    reason,
    actor_id: actor.user_id,
    otherwise: new Problem("payment.changed"),
  });
  return commit(steps, { data: billingOf(after, purchase.application) });
});
