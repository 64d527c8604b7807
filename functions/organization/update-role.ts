import { Problem } from "../../shared/http/problem.ts";
import { updateRole } from "../../shared/organization/role-calls.ts";
import { implement } from "../chain/implement.ts";
import { audit } from "../data/audit.ts";
import { writeRoles } from "./model/organization.ts";
import { requireFreeName, roleFor } from "./model/roles.ts";
import { organizationOfActor } from "./model/store.ts";

export const handler = implement(updateRole, async ({ role_id, name, role_perms, version }, { actor, commit }) => {
  const organization = organizationOfActor(actor);
  const { organization_id, roles: before } = organization;
  const role = before[role_id];
  if (role === undefined) throw new Problem("resource.not-found");
  if (version !== undefined && version !== role.version) throw new Problem("state.changed");
  requireFreeName(before, name, role_id);
  const after = { name, role_perms: [...new Set(role_perms)], version: role.version + 1 };
  const roles = { ...before, [role_id]: after };
  return commit(
    [
      ...writeRoles(organization, roles),
      audit("role.changed", { organization_id, actor_id: actor.user_id, subject_id: role_id, role_id }),
    ],
    { data: roleFor(actor, { ...organization, roles }, role_id) },
  );
});
