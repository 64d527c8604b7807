import { type Delivery, testEvent } from "../../shared/webhook/delivery.ts";
import { sendTest } from "../../shared/webhook/delivery-calls.ts";
import { implement } from "../chain/implement.ts";
import { newId, now } from "../data/ids.ts";
import { consumeRate } from "../data/rate.ts";
import { askedFor, beginDelivery } from "./model/delivery.ts";
import { readActive } from "./model/endpoint-record.ts";

export const handler = implement(sendTest, async ({ endpoint_id }, { actor, organization_id, commit }) => {
  const endpoint = await readActive(organization_id, endpoint_id);
  const [event_id, created_on] = [newId("evt"), now()];
  const told = { type: testEvent, timestamp: created_on, data: { organization_id, state: "test" } };
  const shown: Delivery = { endpoint_id, event_id, type: testEvent, outcome: "waiting", created_on, tries: 0 };
  return commit(
    [
      beginDelivery(endpoint, { event_id, type: testEvent, body: JSON.stringify(told), asked_on: created_on }),
      askedFor({ organization_id, endpoint_id, event_id }, actor.user_id),
      consumeRate("webhooksByHand", endpoint_id),
    ],
    { data: shown },
  );
});
