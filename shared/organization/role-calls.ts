import * as z from "zod";
import { call, data, page, paging } from "../http/call.ts";
import { organizationSelector } from "../http/fields.ts";
import { actions } from "../permissions.ts";
import { RoleId } from "./invitation.ts";
import { OrganizationRole } from "./organization.ts";
import { roleFields } from "./role.ts";

export const readPermissions = call({
  route: "GET /permission/list",
  summary: "List the actions that custom roles are made of",
  allow: { permission: "organization:read-permissions", within: "organization" },
  input: () => z.object({ ...organizationSelector }),
  output: () =>
    data(z.object({ permissions: z.array(z.object({ action: z.enum(actions), description: z.string() })) })),
});

/** By name. Issuers get id and name alone. */
export const listRoles = call({
  route: "GET /orgroletypes",
  summary: "List custom roles",
  allow: { permission: "organization:list-roles", within: "organization" },
  input: () => z.object({ ...organizationSelector, ...paging }),
  output: () => page("roles", OrganizationRole),
});

export const createRole = call({
  route: "POST /orgroletype",
  summary: "Create a custom role",
  allow: { permission: "organization:write-roles", within: "organization" },
  input: () => z.object({ ...organizationSelector, ...roleFields }),
  output: () => data(OrganizationRole),
  problems: ["role.name-taken", "role.too-many"],
  idempotent: true,
});

/** It holds for its members at once. */
export const updateRole = call({
  route: "PUT /orgroletype",
  summary: "Update a custom role",
  allow: { permission: "organization:write-roles", within: "organization" },
  input: () =>
    z.object({ ...organizationSelector, role_id: RoleId, ...roleFields, version: z.number().int().optional() }),
  output: () => data(OrganizationRole),
  problems: ["resource.not-found", "role.name-taken", "state.changed"],
});

/** Refused while somebody holds it. */
export const removeRole = call({
  route: "DELETE /orgroletype",
  summary: "Delete a custom role",
  allow: { permission: "organization:write-roles", within: "organization" },
  input: () => z.object({ ...organizationSelector, role_id: RoleId }),
  output: () => data(z.object({})),
  problems: ["resource.not-found", "role.in-use"],
  idempotent: true,
});
