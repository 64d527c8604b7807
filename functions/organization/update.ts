import { update } from "../../shared/organization/calls.ts";
import { implement } from "../runtime/implement.ts";
import { changeOrganization } from "./organization.ts";
import { organizationOf } from "./record.ts";
import { changesOf } from "./save.ts";
import { organizationOfActor } from "./store.ts";

export const handler = implement(update, async ({ version, ...fields }, { actor, commit }) => {
  const before = organizationOfActor(actor);
  const { steps, after } = await changeOrganization(before, await changesOf(fields, before), {
    actor_id: actor.user_id,
    where: { version: version ?? before.version },
  });
  return commit(steps, { data: organizationOf(after) });
});
