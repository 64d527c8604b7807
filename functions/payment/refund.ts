import { Problem } from "../../shared/http/problem.ts";
import { refund } from "../../shared/payment/calls.ts";
import { paymentMachine } from "../../shared/payment/states.ts";
import { nextState } from "../../shared/platform/machine.ts";
import { implement } from "../chain/implement.ts";
import { organizationKeys } from "../data/keys/organization.ts";
import { batchGet } from "../data/table.ts";
import { refundSteps } from "../review/model/reversal.ts";
import { billingOf, readOrganizationsPurchase } from "./model/store.ts";

export const handler = implement(refund, async ({ application_id, reason }, { actor, organization_id, commit }) => {
  const purchase = await readOrganizationsPurchase(application_id, organization_id);
  if (nextState(paymentMachine, purchase.payment.status, "refund") === undefined)
    throw new Problem("payment.not-refundable");
  const [learner] = await batchGet([organizationKeys.user(purchase.application.user_id)]);
  if (learner === undefined || learner.status === "deleted") throw new Problem("payment.account-deleted");
  const { steps, after } = refundSteps(purchase, {
    reason,
    actor_id: actor.user_id,
    otherwise: new Problem("payment.changed"),
  });
  return commit(steps, { data: billingOf(after, purchase.application) });
});
