import { saveBilling } from "../../shared/payment/calls.ts";
import { appealFees } from "../appeal/model/fees.ts";
import { implement } from "../chain/implement.ts";
import { pointer } from "../submission/model/pointer.ts";
import { startPurchase } from "./model/start.ts";
import { billingOf, pointedApplication } from "./model/store.ts";

/** Safe to repeat without a key: there is one payment record for an application. */
export const handler = implement(
  saveBilling,
  async ({ purchase }, { actor: { user_id }, prefetched: [prefetched], commit }) => {
    const application_id = pointedApplication(prefetched);
    const { payment, application } = await startPurchase({ application_id, user_id, purchase }, "card", appealFees);
    return commit([], { data: billingOf(payment, application) });
  },
  pointer,
);
