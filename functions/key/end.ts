import { Problem } from "../../shared/http/problem.ts";
import { end } from "../../shared/key/calls.ts";
import { implement } from "../chain/implement.ts";
import { organizationKeys } from "../data/keys/organization.ts";
import { get } from "../data/table.ts";
import { endKey } from "./model/key-entity.ts";
import { StoredKey, shownKeys } from "./model/record.ts";

export const handler = implement(end, async ({ key_id }, { actor, organization_id, commit }) => {
  const before = await get(StoredKey, organizationKeys.apiKey(key_id));
  if (before?.organization_id !== organization_id) throw new Problem("resource.not-found");
  const { steps, after } = endKey(before, actor.user_id);
  const [shown] = await shownKeys([after]);
  return commit(steps, { data: shown! });
});
