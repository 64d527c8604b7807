import { Problem } from "../../shared/http/problem.ts";
import { capturePaypalOrder } from "../../shared/payment/calls.ts";
import { appealFees } from "../appeal/model/fees.ts";
import { implement } from "../chain/implement.ts";
import { readOrder } from "../clients/paypal/orders.ts";
import { pointer } from "../submission/model/pointer.ts";
import { explainUnsettled } from "./model/explain-unsettled.ts";
import { finishOrder } from "./model/paypal.ts";
import { billingOf, pointedApplication, readPurchaseOf } from "./model/store.ts";

export const handler = implement(
  capturePaypalOrder,
  async ({ order_id, purchase }, { actor, prefetched: [prefetched] }) => {
    const application_id = pointedApplication(prefetched);
    const order = await readOrder(order_id).catch(explainUnsettled);
    const { reference } = order ?? {};
    const isOwn = reference?.application_id === application_id && reference.user_id === actor.user_id;
    if (!order || !isOwn || (reference.purchase ?? "application") !== (purchase ?? "application"))
      throw new Problem("payment.mismatch");
    const settled = await finishOrder(order, { actor_id: actor.user_id }, appealFees).catch(explainUnsettled);
    if (settled) return { data: billingOf(settled.payment, settled.application) };
    const left = await readPurchaseOf({ application_id, user_id: actor.user_id, purchase });
    if (left?.payment && left.payment.status !== "open" && left.payment.status !== "failed") {
      return { data: billingOf(left.payment, left.application) }; // paid the other way: the order lapses
    }
    if (left?.payment?.paypal_order_id !== order_id) throw new Problem("payment.changed");
    throw new Problem(order.status === "APPROVED" ? "payment.not-finished" : "payment.not-approved");
  },
  pointer,
);
