import { Problem } from "../../shared/http/problems.ts";
import { setUp } from "../../shared/organization/calls.ts";
import { audit } from "../data/audit.ts";
import { keys } from "../data/keys.ts";
import { change } from "../data/table.ts";
import { implement } from "../runtime/implement.ts";
import { organizationOf } from "./record.ts";
import { changesOf, nameSteps } from "./save.ts";
import { organizationOfActor } from "./store.ts";

export const handler = implement(setUp, async (fields, { actor, commit }) => {
  const before = organizationOfActor(actor);
  const { organization_id } = before;
  const otherwise = new Problem("organization.already-set-up");
  if (before.is_set_up) throw otherwise;
  const changes = await changesOf(fields);
  return commit(
    [
      change(
        keys.organization(organization_id),
        { set: { ...changes, is_set_up: true } },
        { where: { is_set_up: false }, otherwise },
      ),
      ...nameSteps(organization_id, "", fields.name),
      audit("organization.changed", { organization_id, actor_id: actor.user_id, subject_id: organization_id }),
    ],
    { data: organizationOf({ ...before, ...changes, is_set_up: true, version: before.version + 1 }) },
  );
});
