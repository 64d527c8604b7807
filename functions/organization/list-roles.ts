import { cursorOf } from "../../shared/http/cursor.ts";
import { listRoles } from "../../shared/organization/role-calls.ts";
import { implement } from "../chain/implement.ts";
import { firstRowOf } from "../data/list.ts";
import { roleFor } from "./model/roles.ts";
import { organizationOfActor } from "./model/store.ts";

/** Custom roles live in the organization's item, which authorization has read: their pages cost no further read. */
export const handler = implement(listRoles, async ({ offset, limit, cursor }, { actor }) => {
  const organization = organizationOfActor(actor);
  const all = Object.keys(organization.roles)
    .map((role_id) => roleFor(actor, organization, role_id))
    .sort((one, other) => one.name.localeCompare(other.name));
  const start = firstRowOf({ offset, cursor });
  const end = start + limit;
  const roles = all.slice(start, end);
  return { data: { roles, total: all.length, ...(end < all.length && { cursor: cursorOf(String(end)) }) } };
});
