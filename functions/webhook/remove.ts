import { remove } from "../../shared/webhook/endpoint-calls.ts";
import { implement } from "../chain/implement.ts";
import { removeEndpoint } from "./model/endpoint-entity.ts";
import { readEndpoint } from "./model/endpoint-record.ts";

export const handler = implement(remove, async ({ endpoint_id }, { actor, organization_id, commit }) => {
  const before = await readEndpoint(organization_id, endpoint_id);
  return commit(removeEndpoint(before, actor.user_id), { data: {} });
});
