import { orderedWorker } from "../chain/event.ts";
import { tryDelivery } from "./model/attempt.ts";
import { DeliveryMessage } from "./model/delivery.ts";

/** Posts events to an organization's endpoint, one after the other; other endpoints do not wait for it. */
export const handler = orderedWorker(DeliveryMessage, async (_, messages, isAgain) => {
  for (const [index, message] of messages.entries()) await tryDelivery(message, { isFirst: index === 0 && !isAgain });
});
