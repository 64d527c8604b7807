import { readDelivery } from "../../shared/webhook/delivery-calls.ts";
import { implement } from "../chain/implement.ts";
import { readDelivery as read, shownDelivery } from "./model/delivery.ts";

export const handler = implement(readDelivery, async ({ endpoint_id, event_id }, { organization_id }) => {
  const record = await read({ organization_id, endpoint_id, event_id });
  const { body, attempts } = record;
  return { data: { ...shownDelivery(record), body, attempts } };
});
