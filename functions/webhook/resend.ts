import { resend } from "../../shared/webhook/delivery-calls.ts";
import { implement } from "../chain/implement.ts";
import { consumeRate } from "../data/rate.ts";
import { again } from "./model/attempt.ts";
import { askedFor, readDelivery, shownDelivery } from "./model/delivery.ts";
import { readActive } from "./model/endpoint-record.ts";

export const handler = implement(resend, async ({ endpoint_id, event_id }, { actor, organization_id, commit }) => {
  await readActive(organization_id, endpoint_id);
  const before = await readDelivery({ organization_id, endpoint_id, event_id });
  const { steps, after } = again(before);
  const asked = [askedFor(before, actor.user_id), consumeRate("webhooksByHand", endpoint_id)];
  return commit([...steps, ...asked], { data: shownDelivery(after) });
});
