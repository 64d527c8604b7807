import { setStatus } from "../../shared/webhook/endpoint-calls.ts";
import { implement } from "../chain/implement.ts";
import { webhookKeys } from "../data/keys/webhook.ts";
import { remove } from "../data/steps.ts";
import { transition } from "../data/transition.ts";
import { endpointEntity } from "./model/endpoint-entity.ts";
import { readEndpoint, shownEndpoint } from "./model/endpoint-record.ts";

export const handler = implement(setStatus, async ({ endpoint_id, status }, { actor, organization_id, commit }) => {
  const before = await readEndpoint(organization_id, endpoint_id);
  if (before.status === status) return { data: shownEndpoint(before) };
  const { user_id } = actor;
  const change = { before, actor_id: user_id, details: { user_id } };
  const { steps, after } =
    status === "off"
      ? transition(endpointEntity, "turnOff", { ...change, set: { off_because: "admin" } })
      : transition(endpointEntity, "turnOn", { ...change, set: { off_because: undefined } });
  // how it failed before counts no longer
  const forgotten = remove(webhookKeys.endpointHealth(organization_id, endpoint_id));
  return commit([...steps, forgotten], { data: shownEndpoint(after) });
});
