import { publicEventOf } from "../../shared/webhook/events.ts";
import { Message, orderedWorker } from "../chain/event.ts";
import { keepEvents } from "./model/feed.ts";

/** Keeps what an organization's programs may hear of, in one order for all who read it. */
export const handler = orderedWorker(Message, async (organization_id, messages) => {
  const events = messages.flatMap((message) => publicEventOf(message) ?? []);
  const once = [...new Map(events.map((event) => [event.event_id, event])).values()];
  await keepEvents(organization_id, once);
});
