import { type Action, invitableRoles, type Role, roleIds, roleOf } from "../permissions.ts";

/** What an issuer may hand on by inviting into a custom role. */
const issuerActions: readonly Action[] = ["Read", "Create", "Update"];

/** A role as it is given: its number, and for a custom one what it may do (undefined when there is no such role). */
export interface GivenRole {
  readonly role: number;
  readonly role_perms?: readonly Action[];
}

/** Whether someone may invite into a role, or give it to a member: shared/user/README.md, "Who may do what". */
export function mayGiveRole(giver: Role, { role, role_perms }: GivenRole): boolean {
  const name = roleOf(role);
  if (name === undefined || name === "superadmin" || !invitableRoles(giver).includes(name)) return false;
  if (name !== "custom") return true;
  if (role_perms === undefined) return false;
  return giver !== "issuer" || role_perms.every((action) => issuerActions.includes(action));
}

/** Whether a key may invite somebody into a role, or end that: a program makes nobody more than a learner or a reviewer. */
export const mayKeyManage = (role: number): boolean => role === roleIds.learner || role === roleIds.reviewer;

/** Whether someone changes other people's roles at all; an issuer does not. */
export const maySetRoles = (role: Role): boolean => role === "superadmin" || role === "admin";

/** Who wants to change a person's name, phone or image, and whose. */
export interface PersonalEdit {
  readonly editor: Role;
  readonly self: boolean;
  /** The person's role in the editor's organization. */
  readonly role: number;
  /** In how many organizations the person is a member. */
  readonly memberships: number;
}

/**
 * Whether someone may change a person's name, phone and image: the person, the superadmin, the admin of the person's
 * only organization, and there the issuer for reviewers, learners and custom roles. The e-mail nobody changes.
 */
export function mayEditPerson({ editor, self, role, memberships }: PersonalEdit): boolean {
  if (self || editor === "superadmin") return true;
  if (memberships !== 1) return false;
  if (editor === "admin") return true;
  const open: readonly number[] = [roleIds.reviewer, roleIds.learner, roleIds.custom];
  return editor === "issuer" && open.includes(role);
}
