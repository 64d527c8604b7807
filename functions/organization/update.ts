import { update } from "../../shared/organization/calls.ts";
import { implement } from "../chain/implement.ts";
import { changeOrganization } from "./model/organization.ts";
import { organizationOf } from "./model/record.ts";
import { changesOf } from "./model/save.ts";
import { organizationOfActor } from "./model/store.ts";

export const handler = implement(update, async ({ version, ...fields }, { actor, commit }) => {
  const before = organizationOfActor(actor);
  const { steps, after } = await changeOrganization(before, await changesOf(fields, before), {
    actor_id: actor.user_id,
    where: { version: version ?? before.version },
  });
  return commit(steps, { data: organizationOf(after) });
});
