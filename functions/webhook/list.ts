import { list } from "../../shared/webhook/endpoint-calls.ts";
import { implement } from "../chain/implement.ts";
import { webhookKeys, webhookViews } from "../data/keys/webhook.ts";
import { listPage } from "../data/list.ts";
import { batchGet } from "../data/table.ts";
import { Health } from "./model/attempt.ts";
import { countKeys, countsIn } from "./model/attempt-counts.ts";
import { EndpointRecord, shownEndpoint } from "./model/endpoint-record.ts";

export const handler = implement(list, async (asked, { organization_id }) => {
  const { items, ...page } = await listPage({ view: webhookViews.endpoints(organization_id), ...asked });
  const endpoints = items.map((item) => EndpointRecord.parse(item));
  const keys = endpoints.map((endpoint) => [
    webhookKeys.endpointHealth(organization_id, endpoint.endpoint_id),
    ...countKeys(endpoint),
  ]);
  const found = await batchGet(keys.flat());
  return {
    data: {
      ...page,
      endpoints: endpoints.map((endpoint, index) => {
        const [failing, ...counts] = found.splice(0, keys[index]!.length);
        const health = failing && Health.parse(failing);
        return {
          ...shownEndpoint(endpoint),
          ...(health && { failing_since: health.failing_since }),
          attempts: countsIn(counts),
        };
      }),
    },
  };
});
