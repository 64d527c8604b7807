import { stripeWebhook } from "../../shared/payment/calls.ts";
import { readIntent, verifyEvent } from "../outside/stripe.ts";
import { implement } from "../runtime/implement.ts";
import { log } from "../runtime/log.ts";
import { settle } from "./settle.ts";

export const handler = implement(stripeWebhook, async (_, { request }) => {
  const event = await verifyEvent(request.rawBody, request.header("stripe-signature"));
  if (event.type === "payment_intent.succeeded") {
    const intent = await readIntent(event.objectId);
    const purchase =
      intent?.status === "succeeded" && (await settle(intent, { actor_id: "system", event_id: event.id }));
    if (!purchase) log("warn", "payment_unknown", { event_id: event.id, event_type: event.type });
  }
  return { data: { received: true as const } };
});
