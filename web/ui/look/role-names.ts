import { type MemberRole, roleIds, roleOf } from "../../../shared/permissions.ts";

const names: Readonly<Record<MemberRole, string>> = {
  admin: "Admin",
  issuer: "Issuer",
  reviewer: "Reviewer",
  learner: "Learner",
  publisher: "Publisher",
  custom: "Custom role",
};

/** The word for a role's number; a custom role goes by its own name. */
export function roleName(role: number, ownName?: string): string {
  const known = roleOf(role);
  return ownName ?? (known && known !== "superadmin" ? names[known] : "");
}

/** A role to choose: built-in or the organization's own. */
export interface RoleChoice {
  /** `3`, or `7:rol_…` for a custom role. */
  readonly value: string;
  readonly label: string;
}

/** The choices for the roles somebody may give, the organization's custom roles after the built-in ones. */
export function roleChoices(
  roles: readonly MemberRole[],
  custom: readonly { readonly role_id: string; readonly name: string; readonly invitable: boolean }[],
): RoleChoice[] {
  return [
    ...roles.filter((role) => role !== "custom").map((role) => ({ value: String(roleIds[role]), label: names[role] })),
    ...custom
      .filter(({ invitable }) => invitable)
      .map(({ role_id, name }) => ({ value: `${roleIds.custom}:${role_id}`, label: name })),
  ];
}

/** What a choice means on the wire. */
export function roleOfChoice(value: string): { role: number; role_id?: string } {
  const [role, role_id] = value.split(":");
  return { role: Number(role), ...(role_id ? { role_id } : {}) };
}
