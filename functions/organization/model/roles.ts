import { Problem } from "../../../shared/http/problem.ts";
import { lookOf } from "../../../shared/http/text.ts";
import type { OrganizationRole } from "../../../shared/organization/organization.ts";
import { roleIds } from "../../../shared/permissions.ts";
import { mayGiveRole } from "../../../shared/user/rules.ts";
import type { Actor } from "../../chain/actor.ts";
import type { CustomRoles, OrganizationRecord } from "./record.ts";

/** A custom role as the caller may see it: an issuer learns its name and whether they may invite into it. */
export function roleFor(
  actor: Actor,
  { organization_id, roles }: OrganizationRecord,
  role_id: string,
): OrganizationRole {
  const { name, role_perms, version } = roles[role_id]!;
  const invitable = mayGiveRole(actor.role, { role: roleIds.custom, role_perms });
  return { role_id, name, organization_id, invitable, ...(actor.role !== "issuer" && { role_perms, version }) };
}

/** Refuses a name that another role of the organization has. */
export function requireFreeName(roles: CustomRoles, name: string, except?: string): void {
  const taken = Object.entries(roles).some(
    ([role_id, role]) => role_id !== except && lookOf(role.name) === lookOf(name),
  );
  if (!taken) return;
  throw new Problem("role.name-taken", { field: "name" });
}
