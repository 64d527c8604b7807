import { dollars } from "../../shared/credential/money.ts";
import { Problem } from "../../shared/http/problem.ts";
import { createPaypalOrder } from "../../shared/payment/calls.ts";
import { paypalMode } from "../outside/paypal.ts";
import { implement } from "../runtime/implement.ts";
import { pointer } from "../submission/pointer.ts";
import { choose } from "./choose.ts";
import { orderFor } from "./paypal.ts";
import { paypalReceipt } from "./receipt.ts";
import { settle } from "./settle.ts";
import { pointedApplication } from "./store.ts";

export const handler = implement(
  createPaypalOrder,
  async ({ purchase }, { actor, prefetched: [prefetched] }) => {
    const application_id = pointedApplication(prefetched);
    const chosen = await choose({ application_id, user_id: actor.user_id, purchase }, "paypal");
    const { payment, application } = chosen;
    const order = await orderFor(payment, application.title);
    const receipt = paypalReceipt(order);
    if (receipt) {
      await settle(receipt, { actor_id: actor.user_id });
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
