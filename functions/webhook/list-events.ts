import { EventId } from "../../shared/http/fields.ts";
import { listEvents } from "../../shared/webhook/calls.ts";
import { toldEvent } from "../../shared/webhook/events.ts";
import { implement } from "../chain/implement.ts";
import { webhookKeys, webhookViews } from "../data/keys/webhook.ts";
import { queryPage } from "../data/table.ts";
import { eventMark, placeIn, StoredEvent } from "./model/feed.ts";
import { apiAddress } from "./model/kept.ts";

export const handler = implement(
  listEvents,
  async ({ after, limit }, { organization_id, prefetched: [mark] }) => {
    const from = after === undefined ? undefined : placeIn(organization_id, mark);
    const { items } = await queryPage({
      pk: webhookViews.events(organization_id),
      limit: limit + 1,
      ...(from !== undefined && { after: webhookKeys.event(organization_id, from).sk }),
    });
    const events = items.slice(0, limit).map((item) => StoredEvent.parse(item));
    return {
      data: {
        events: events.map((event) => toldEvent(event, apiAddress())),
        has_more: items.length > limit,
      },
    };
  },
  // what is no id is refused later, and would be no key of the table
  { prefetch: ({ after }) => (EventId.safeParse(after).success ? [eventMark(String(after))] : []) },
);
