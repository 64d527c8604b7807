import { saveBilling } from "../../shared/payment/calls.ts";
import { implement } from "../runtime/implement.ts";
import { startPurchase } from "./start.ts";
import { billingOf } from "./store.ts";

/** Safe to repeat without a key: there is one payment record for an application. */
export const handler = implement(saveBilling, async ({ credential_id }, { actor, commit }) => {
  const { payment, application } = await startPurchase(actor.user_id, credential_id);
  return commit([], { data: billingOf(payment, application) });
});
