import { archive } from "../../shared/organization/calls.ts";
import { dueNow } from "../data/deadlines.ts";
import { now } from "../data/ids.ts";
import { keys } from "../data/keys.ts";
import { transition } from "../data/transition.ts";
import { implement } from "../runtime/implement.ts";
import { organizationEntity } from "./organization-entity.ts";
import { organizationOf } from "./record.ts";
import { readOrganization } from "./store.ts";

export const handler = implement(archive, async ({ id, archiveStatus }, { actor, commit }) => {
  const before = await readOrganization(id);
  if (before.status === (archiveStatus ? "archived" : "active")) return { data: organizationOf(before) };
  const { steps, after } = transition(organizationEntity, archiveStatus ? "archive" : "restore", {
    before,
    set: { archived_at: archiveStatus ? now() : undefined },
    actor_id: actor.user_id,
  });
  return commit([...steps, dueNow("organization-listing", keys.organization(id))], { data: organizationOf(after) });
});
