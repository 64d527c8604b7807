import { Problem } from "../../shared/http/problem.ts";
import { capturePaypalOrder } from "../../shared/payment/calls.ts";
import { readOrder } from "../outside/paypal.ts";
import { implement } from "../runtime/implement.ts";
import { explainUnsettled } from "./explain-unsettled.ts";
import { finishOrder } from "./paypal.ts";
import { billingOf, pointedApplication, pointer, readPurchaseOf } from "./store.ts";

export const handler = implement(
  capturePaypalOrder,
  async ({ order_id }, { actor, prefetched }) => {
    const application_id = pointedApplication(prefetched);
    const order = await readOrder(order_id).catch(explainUnsettled);
    const { reference } = order ?? {};
    if (!order || reference?.application_id !== application_id || reference.user_id !== actor.user_id) {
      throw new Problem("payment.mismatch");
    }
    const purchase = await finishOrder(order, { actor_id: actor.user_id }).catch(explainUnsettled);
    if (purchase) return { data: billingOf(purchase.payment, purchase.application) };
    const left = await readPurchaseOf(application_id, actor.user_id);
    if (left?.payment && left.payment.status !== "open" && left.payment.status !== "failed") {
      return { data: billingOf(left.payment, left.application) }; // paid the other way: the order lapses
    }
    if (left?.payment?.paypal_order_id !== order_id) throw new Problem("payment.changed");
    throw new Problem(order.status === "APPROVED" ? "payment.not-finished" : "payment.not-approved");
  },
  pointer,
);
