import { keysMax } from "../../../../shared/key/key.ts";
import { endpointsMax } from "../../../../shared/webhook/endpoint.ts";
import { countedView, isOf, kinds, organizationIn } from "../../../data/keys/kinds.ts";
import { organizationViews } from "../../../data/keys/organization.ts";
import { webhookViews } from "../../../data/keys/webhook.ts";
import type { Invariant } from "./invariant.ts";

/** How many things a view may list; undefined where there is no limit. */
function mostIn(view: string): number | undefined {
  const organization_id = organizationIn({ pk: view, sk: "" }) ?? "";
  return new Map([
    [organizationViews.apiKeys(organization_id, "active"), keysMax],
    [webhookViews.endpoints(organization_id), endpointsMax],
  ]).get(view);
}

/** The invariant of lists with a limit: I38. Their counters are what they list by I22, and have no shards. */
export const limits: readonly Invariant[] = [
  {
    id: "I38",
    says: "no list has more things than it may",
    each(item, verify) {
      if (!isOf(kinds.total, item)) return;
      const view = countedView(item);
      const max = mostIn(view) ?? Number.POSITIVE_INFINITY;
      verify(Number(item.count ?? 0) <= max, `${view} has ${item.count}, more than ${max}`);
    },
  },
];
