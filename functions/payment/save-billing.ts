import { saveBilling } from "../../shared/payment/calls.ts";
import { implement } from "../runtime/implement.ts";
import { begin, billingOf, readPurchase } from "./store.ts";

export const handler = implement(saveBilling, async ({ credential_id }, { actor, commit }) => {
  const purchase = await readPurchase(actor.user_id, credential_id);
  const { application, payment } = purchase;
  if (payment && payment.status !== "failed") return { data: billingOf(payment, application) };
  const begun = begin(purchase);
  return commit(begun.steps, { data: billingOf(begun.payment, application) });
});
