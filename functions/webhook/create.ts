import { create } from "../../shared/webhook/endpoint-calls.ts";
import { implement } from "../chain/implement.ts";
import { newId, now } from "../data/ids.ts";
import { transition } from "../data/transition.ts";
import { endpointEntity } from "./model/endpoint-entity.ts";
import { requireAddress, shownEndpoint } from "./model/endpoint-record.ts";
import { newSecret } from "./model/secrets.ts";

/** Nothing but this answer ever has the secret: a repeat under an Idempotency-Key would have to keep it, so there is none. */
export const handler = implement(
  create,
  async ({ address, description, types }, { actor, organization_id, commit }) => {
    requireAddress(address);
    const { user_id } = actor;
    const endpoint_id = newId("wep");
    const { secret, stored } = await newSecret(endpoint_id);
    const { steps, after } = transition(endpointEntity, "make", {
      set: {
        endpoint_id,
        organization_id,
        address,
        description,
        types: [...new Set(types)],
        secrets: [stored],
        created_by: user_id,
        created_on: now(),
      },
      actor_id: user_id,
      details: { user_id },
    });
    return commit(steps, { data: { secret, endpoint: shownEndpoint(after) } });
  },
);
