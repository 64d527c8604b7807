import { Problem } from "../../shared/http/problem.ts";
import { update } from "../../shared/webhook/endpoint-calls.ts";
import { implement } from "../chain/implement.ts";
import { webhookKeys } from "../data/keys/webhook.ts";
import { remove } from "../data/steps.ts";
import { amend } from "../data/transition.ts";
import { endpointEntity } from "./model/endpoint-entity.ts";
import { readEndpoint, requireAddress, shownEndpoint } from "./model/endpoint-record.ts";

export const handler = implement(
  update,
  async ({ endpoint_id, address, description, types, version }, { actor, organization_id, commit }) => {
    const before = await readEndpoint(organization_id, endpoint_id);
    requireAddress(address);
    if (before.version !== version) throw new Problem("state.changed");
    const { user_id } = actor;
    const { steps, after } = amend(endpointEntity, {
      before,
      set: { address, description, types: [...new Set(types)] },
      events: [{ type: "webhook.changed", actor_id: user_id, user_id }],
    });
    // how it failed at its former address says nothing of the new one
    const forgotten =
      address === before.address ? [] : [remove(webhookKeys.endpointHealth(organization_id, endpoint_id))];
    return commit([...steps, ...forgotten], { data: shownEndpoint(after) });
  },
);
