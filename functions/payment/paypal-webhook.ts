import { Problem } from "../../shared/http/problems.ts";
import { paypalWebhook } from "../../shared/payment/calls.ts";
import { keys } from "../data/keys.ts";
import { getMany } from "../data/table.ts";
import { readOrder, verifyPayPalEvent } from "../outside/paypal.ts";
import { implement } from "../runtime/implement.ts";
import { log } from "../runtime/log.ts";
import { finishOrder } from "./paypal.ts";

const heard = ["CHECKOUT.ORDER.APPROVED", "CHECKOUT.ORDER.COMPLETED", "PAYMENT.CAPTURE.COMPLETED"];

export const handler = implement(paypalWebhook, async (_, { request }) => {
  const event = await verifyPayPalEvent(request.rawBody, request.header).catch((error: unknown) => {
    if (error instanceof Problem && error.code === "payment.bad-signature") log("security", "webhook_bad_signature");
    throw error;
  });
  const [applied] = await getMany([keys.providerMarker("notification", event.id)]);
  if (!applied && event.orderId !== undefined && heard.includes(event.type)) {
    const order = await readOrder(event.orderId);
    const messenger = { actor_id: "system", event: { kind: "notification", id: event.id } } as const;
    await (order && finishOrder(order, messenger))?.catch((error: unknown) => {
      const refused = error instanceof Problem && error.status < 500; // the learner hears of it; nothing to send again
      if (!refused) throw error;
    });
  }
  return { data: { received: true as const } };
});
