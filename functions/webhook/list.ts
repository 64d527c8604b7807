import { list } from "../../shared/webhook/endpoint-calls.ts";
import { implement } from "../chain/implement.ts";
import { webhookKeys, webhookViews } from "../data/keys/webhook.ts";
import { listPage } from "../data/list.ts";
import { batchGet } from "../data/table.ts";
import { Health } from "./model/attempt.ts";
import { EndpointRecord, shownEndpoint } from "./model/endpoint-record.ts";

export const handler = implement(list, async (asked, { organization_id }) => {
  const { items, ...page } = await listPage({ view: webhookViews.endpoints(organization_id), ...asked });
  const endpoints = items.map((item) => EndpointRecord.parse(item));
  const failing =
    endpoints.length === 0
      ? []
      : await batchGet(endpoints.map(({ endpoint_id }) => webhookKeys.endpointHealth(organization_id, endpoint_id)));
  return {
    data: {
      ...page,
      endpoints: endpoints.map((endpoint, index) => {
        const health = failing[index] && Health.parse(failing[index]);
        return { ...shownEndpoint(endpoint), ...(health && { failing_since: health.failing_since }) };
      }),
    },
  };
});
