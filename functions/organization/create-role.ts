import { Problem } from "../../shared/http/problem.ts";
import { createRole } from "../../shared/organization/role-calls.ts";
import { customRolesMax } from "../../shared/organization/rules.ts";
import { implement } from "../chain/implement.ts";
import { audit } from "../data/audit.ts";
import { newId } from "../data/ids.ts";
import { organizationKeys } from "../data/keys/organization.ts";
import { create } from "../data/steps.ts";
import { writeRoles } from "./model/organization.ts";
import { requireFreeName, roleFor } from "./model/roles.ts";
import { organizationOfActor } from "./model/store.ts";

export const handler = implement(createRole, async ({ name, role_perms }, { actor, commit }) => {
  const organization = organizationOfActor(actor);
  const { organization_id, roles: before } = organization;
  if (Object.keys(before).length >= customRolesMax) throw new Problem("role.too-many");
  requireFreeName(before, name);
  const role_id = newId("rol");
  const roles = { ...before, [role_id]: { name, role_perms: [...new Set(role_perms)], version: 1 } };
  return commit(
    [
      ...writeRoles(organization, roles),
      create(organizationKeys.roleHolders(organization_id, role_id), { count: 0 }),
      audit("role.created", { organization_id, actor_id: actor.user_id, subject_id: role_id, role_id }),
    ],
    { data: roleFor(actor, { ...organization, roles }, role_id) },
  );
});
