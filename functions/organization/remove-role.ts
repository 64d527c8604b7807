import { Problem } from "../../shared/http/problem.ts";
import { removeRole } from "../../shared/organization/role-calls.ts";
import { implement } from "../chain/implement.ts";
import { audit } from "../data/audit.ts";
import { organizationKeys } from "../data/keys/organization.ts";
import { remove } from "../data/steps.ts";
import { writeRoles } from "./model/organization.ts";
import { organizationOfActor } from "./model/store.ts";

export const handler = implement(removeRole, async ({ role_id }, { actor, commit }) => {
  const organization = organizationOfActor(actor);
  const { organization_id } = organization;
  const { [role_id]: removed, ...roles } = organization.roles;
  if (removed === undefined) throw new Problem("resource.not-found");
  return commit(
    [
      ...writeRoles(organization, roles),
      remove(organizationKeys.roleHolders(organization_id, role_id), {
        where: { count: 0 },
        otherwise: new Problem("role.in-use"),
      }),
      audit("role.removed", { organization_id, actor_id: actor.user_id, subject_id: role_id, role_id }),
    ],
    { data: {} },
  );
});
