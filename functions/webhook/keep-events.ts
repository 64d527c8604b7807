import { publicEventOf } from "../../shared/webhook/events.ts";
import { idIn, Message, orderedWorker } from "../chain/event.ts";
import { askToDeliver, messageOf } from "./model/delivery.ts";
import { keepEvents } from "./model/feed.ts";

/** Keeps what an organization's programs may hear of, in one order for all who read it, and puts it on its way to those who are told. */
export const handler = orderedWorker(Message, async (organization_id, messages) => {
  const events = messages.flatMap((message) => publicEventOf(message) ?? []);
  const once = [...new Map(events.map((event) => [event.event_id, event])).values()];
  await keepEvents(organization_id, once);
  const asked = messages.filter(({ type }) => type === "webhook.delivery-asked");
  const deliveries = asked.map((message) => {
    const [endpoint_id, event_id] = [idIn(message, "endpoint_id"), idIn(message, "delivery_id")];
    return messageOf({ organization_id, endpoint_id, event_id }, message.event_id);
  });
  if (deliveries.length > 0) await askToDeliver(deliveries);
});
