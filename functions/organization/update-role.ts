import { Problem } from "../../shared/http/problem.ts";
import { updateRole } from "../../shared/organization/role-calls.ts";
import { implement } from "../chain/implement.ts";
import { audit } from "../data/audit.ts";
import { writeRoles } from "./model/organization.ts";
import { requireFreeName, roleFor } from "./model/roles.ts";
import { organizationOfActor } from "./model/store.ts";

export const handler = implement(updateRole, async ({ role_id, name, role_perms }, { actor, commit }) => {
  const organization = organizationOfActor(actor);
  const { organization_id, roles: before } = organization;
  if (before[role_id] === undefined) throw new Problem("resource.not-found");
  requireFreeName(before, name, role_id);
  const roles = { ...before, [role_id]: { name, role_perms: [...new Set(role_perms)] } };
  return commit(
    [
      ...writeRoles(organization, roles),
      audit("role.changed", { organization_id, actor_id: actor.user_id, subject_id: role_id, role_id }),
    ],
    { data: roleFor(actor, { ...organization, roles }, role_id) },
  );
});
