import { update } from "../../shared/organization/calls.ts";
import { audit } from "../data/audit.ts";
import { keys } from "../data/keys.ts";
import { change } from "../data/table.ts";
import { implement } from "../runtime/implement.ts";
import { organizationOf } from "./record.ts";
import { changesOf, nameSteps } from "./save.ts";
import { organizationOfActor } from "./store.ts";

export const handler = implement(update, async ({ version, ...fields }, { actor, commit }) => {
  const before = organizationOfActor(actor);
  const { organization_id } = before;
  const changes = await changesOf(fields);
  const after = { ...before, ...changes, is_set_up: true, version: before.version + 1 };
  return commit(
    [
      change(
        keys.organization(organization_id),
        { set: { ...changes, is_set_up: true } },
        { where: { version: version ?? before.version } },
      ),
      ...nameSteps(organization_id, before.name, after.name),
      audit("organization.changed", { organization_id, actor_id: actor.user_id, subject_id: organization_id }),
    ],
    { data: organizationOf(after) },
  );
});
