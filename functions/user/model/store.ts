import { Problem } from "../../../shared/http/problem.ts";
import { roleIds } from "../../../shared/permissions.ts";
import type { Profile } from "../../../shared/user/user.ts";
import type { Actor } from "../../chain/actor.ts";
import { organizationKeys } from "../../data/keys/organization.ts";
import { batchGet } from "../../data/table.ts";
import type { CustomRoles } from "../../organization/model/record.ts";
import { MembershipRecord, UserRecord } from "./record.ts";
import { isTermsDue } from "./terms.ts";

/** A person and, unless a super administrator looks from outside, what they are in the caller's organization. */
export interface Member {
  readonly user: UserRecord;
  readonly membership?: MembershipRecord;
}

/** The caller, as authorization has read them. */
export const selfOf = ({ user, membership }: Actor): Member => ({
  user: UserRecord.parse(user),
  ...(membership && { membership: MembershipRecord.parse(membership) }),
});

/** Reads a person of the caller's organization, disabled or not; anybody for a super administrator who named none. */
export async function readMember(user_id: string, { organization_id }: Actor): Promise<Member> {
  const [person, member] = await batchGet([
    organizationKeys.user(user_id),
    ...(organization_id ? [organizationKeys.membership(user_id, organization_id)] : []),
  ]);
  const user = person && UserRecord.parse(person);
  const membership = member && MembershipRecord.parse(member);
  if (!user || user.status === "deleted" || (organization_id && !membership)) throw new Problem("resource.not-found");
  return { user, ...(membership && { membership }) };
}

/** A person's profile with everything in it; a card leaves address and telephone out. `self`: they read their own. */
export function profileOf(
  { user, membership }: Member,
  { editable, self = false, roles = {} }: { editable: boolean; self?: boolean; roles?: CustomRoles },
): Profile {
  const role_id = membership?.role_id;
  return {
    ...user,
    role: membership?.role ?? (user.superadmin ? roleIds.superadmin : undefined),
    role_id,
    role_name: role_id === undefined ? undefined : roles[role_id]?.name,
    created_on: membership?.created_on ?? user.created_on,
    editable,
    ...(self && { terms_due: isTermsDue(user) }),
  };
}
