import { Problem } from "../../shared/http/problems.ts";
import { archive } from "../../shared/organization/calls.ts";
import { audit } from "../data/audit.ts";
import { dueNow } from "../data/deadlines.ts";
import { now } from "../data/ids.ts";
import { keys, views } from "../data/keys.ts";
import { relist } from "../data/list.ts";
import { change } from "../data/table.ts";
import { implement } from "../runtime/implement.ts";
import { sortOf } from "../user/membership.ts";
import { organizationOf } from "./record.ts";
import { readOrganization } from "./store.ts";

export const handler = implement(archive, async ({ id, archiveStatus }, { actor, commit }) => {
  const before = await readOrganization(id);
  const from = before.status;
  const to = archiveStatus ? "archived" : "active";
  if (from === to) return { data: organizationOf(before) };
  if (from !== "active" && from !== "archived") throw new Problem("state.changed");
  const key = keys.organization(id);
  const changes = { status: to, archived_at: archiveStatus ? now() : undefined } as const;
  return commit(
    [
      change(key, { set: changes }, { where: { status: from } }),
      ...relist(key, sortOf(id), [views.organizations(from)], [views.organizations(to)]),
      dueNow("organization-listing", key),
      audit(archiveStatus ? "organization.archived" : "organization.restored", {
        organization_id: id,
        actor_id: actor.user_id,
        subject_id: id,
        from,
        to,
      }),
    ],
    { data: organizationOf({ ...before, ...changes, version: before.version + 1 }) },
  );
});
