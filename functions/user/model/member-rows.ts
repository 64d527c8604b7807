import type { Organization, OrganizationUser } from "../../../shared/organization/organization.ts";
import { mayEditPerson, mayGiveRole } from "../../../shared/user/rules.ts";
import type { Actor } from "../../chain/actor.ts";
import type { Item } from "../../data/table.ts";
import { InvitationRecord, isExpired, OrganizationRecord, organizationOf } from "../../organization/model/record.ts";
import { MembershipRecord } from "./record.ts";

/** An organization of a list as it leaves. */
export const organizationRow = (item: Item): Organization => organizationOf(OrganizationRecord.parse(item));

/** A member or an invitation of a list, as the caller may see and change it. */
export function userRow(item: Item, actor: Actor, { roles }: OrganizationRecord): OrganizationUser {
  const nameOf = (role_id: string | undefined) => (role_id === undefined ? undefined : roles[role_id]?.name);
  if (typeof item.invite_id === "string") {
    const invitation = InvitationRecord.parse(item);
    const { role, role_id } = invitation;
    const role_perms = role_id === undefined ? undefined : roles[role_id]?.role_perms;
    return {
      ...invitation,
      first_name: "",
      last_name: "",
      role_name: nameOf(role_id),
      status: isExpired(invitation) ? "expired" : "pending",
      editable: mayGiveRole(actor.role, { role, role_perms }),
    };
  }
  const member = MembershipRecord.parse(item);
  const { user_id, role, role_id } = member;
  return {
    ...member,
    role_name: nameOf(role_id),
    editable: mayEditPerson({ editor: actor.role, self: user_id === actor.user_id, role, memberships: 1 }),
  };
}
