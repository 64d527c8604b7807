import { listRoles } from "../../shared/organization/calls.ts";
import { implement } from "../runtime/implement.ts";
import { roleFor } from "./roles.ts";
import { organizationOfActor } from "./store.ts";

/** Custom roles live in the organization's item, which authorization has read: their pages cost no further read. */
export const handler = implement(listRoles, async ({ offset, limit, cursor }, { actor }) => {
  const organization = organizationOfActor(actor);
  const all = Object.keys(organization.roles)
    .map((role_id) => roleFor(actor, organization, role_id))
    .sort((one, other) => one.name.localeCompare(other.name));
  const start = cursor === undefined ? offset : all.findIndex(({ role_id }) => role_id === cursor) + 1;
  const roles = all.slice(start, start + limit);
  const more = start + limit < all.length;
  return { data: { roles, total: all.length, ...(more && { cursor: roles.at(-1)!.role_id }) } };
});
