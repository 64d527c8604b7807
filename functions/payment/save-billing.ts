import { saveBilling } from "../../shared/payment/calls.ts";
import { implement } from "../runtime/implement.ts";
import { startPurchase } from "./start.ts";
import { billingOf, pointedApplication, pointer } from "./store.ts";

/** Safe to repeat without a key: there is one payment record for an application. */
export const handler = implement(
  saveBilling,
  async (_, { actor, prefetched, commit }) => {
    const { payment, application } = await startPurchase(pointedApplication(prefetched), actor.user_id);
    return commit([], { data: billingOf(payment, application) });
  },
  pointer,
);
