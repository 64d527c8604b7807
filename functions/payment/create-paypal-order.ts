import { Problem } from "../../shared/http/problem.ts";
import { createPaypalOrder } from "../../shared/payment/calls.ts";
import { dollars } from "../../shared/platform/money.ts";
import { appealFees } from "../appeal/model/fees.ts";
import { implement } from "../chain/implement.ts";
import { paypalMode } from "../clients/paypal/requests.ts";
import { pointer } from "../submission/model/pointer.ts";
import { choose } from "./model/choose.ts";
import { orderFor } from "./model/paypal.ts";
import { paypalReceipt } from "./model/receipt.ts";
import { settle } from "./model/settle.ts";
import { pointedApplication } from "./model/store.ts";

export const handler = implement(
  createPaypalOrder,
  async ({ purchase }, { actor, prefetched: [prefetched] }) => {
    const application_id = pointedApplication(prefetched);
    const chosen = await choose({ application_id, user_id: actor.user_id, purchase }, "paypal", appealFees);
    const { payment, application } = chosen;
    const order = await orderFor(payment, application.title);
    const receipt = paypalReceipt(order);
    if (receipt) {
      await settle(receipt, { actor_id: actor.user_id }, appealFees);
      throw new Problem("payment.already-paid");
    }
    if (order.approveUrl === undefined) throw new Problem("payment.paypal-unavailable");
    return {
      data: {
        order_id: order.id,
        approve_url: order.approveUrl,
        amount: dollars(payment.due_cents),
        currency: "usd" as const,
        provider: paypalMode(),
      },
    };
  },
  pointer,
);
