import { rename } from "../../shared/organization/calls.ts";
import { audit } from "../data/audit.ts";
import { keys } from "../data/keys.ts";
import { change } from "../data/table.ts";
import { implement } from "../runtime/implement.ts";
import { organizationOf } from "./record.ts";
import { nameSteps } from "./save.ts";
import { organizationOfActor } from "./store.ts";

export const handler = implement(rename, async ({ orgName: name }, { actor, commit }) => {
  const before = organizationOfActor(actor);
  const { organization_id } = before;
  return commit(
    [
      change(
        keys.organization(organization_id),
        { set: { name, is_set_up: true } },
        { where: { version: before.version } },
      ),
      ...nameSteps(organization_id, before.name, name, "orgName"),
      audit("organization.changed", { organization_id, actor_id: actor.user_id, subject_id: organization_id }),
    ],
    { data: organizationOf({ ...before, name, is_set_up: true, version: before.version + 1 }) },
  );
});
