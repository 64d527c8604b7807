import { archiveEnd } from "../../../shared/organization/rules.ts";
import { roleIds } from "../../../shared/permissions.ts";
import type { OwnOrganization, User } from "../../../shared/user/user.ts";
import { organizationKeys } from "../../data/keys/organization.ts";
import { batchGet, get } from "../../data/table.ts";
import { OrganizationRecord } from "../../organization/model/record.ts";
import { MembershipRecord, UserRecord } from "./record.ts";
import { isTermsDue } from "./terms.ts";

/** A person with the living organizations (archived ones live, deleted ones do not). */
export interface Person {
  readonly user: UserRecord;
  readonly organizations: readonly OwnOrganization[];
}

/** Whether an organization that lives has suspended the person. */
export const isSuspendedSomewhere = async ({ user_id, organization_ids }: UserRecord): Promise<boolean> =>
  (await batchGet(organization_ids.map((id) => organizationKeys.membership(user_id, id)))).some(
    (item) => item?.status === "suspended",
  );

/** Reads a person and what they are where, two reads deep; undefined when there is no such person. */
export async function readPerson(user_id: string): Promise<Person | undefined> {
  const user = await get(UserRecord, organizationKeys.user(user_id));
  return user && { user, organizations: await readOwnOrganizations(user) };
}

/** Reads the living organizations a person is a member of. */
export async function readOwnOrganizations(user: UserRecord): Promise<OwnOrganization[]> {
  const ids = user.organization_ids;
  if (ids.length === 0) return [];
  const items = await batchGet([
    ...ids.map((id) => organizationKeys.membership(user.user_id, id)),
    ...ids.map((id) => organizationKeys.organization(id)),
  ]);
  return ids.flatMap((_, index) => {
    const membership = items[index];
    const organization = items[ids.length + index];
    if (membership?.status !== "active" || organization === undefined) return [];
    const own = ownOrganization(MembershipRecord.parse(membership), OrganizationRecord.parse(organization));
    return own ? [own] : [];
  });
}

/** An organization as its member sees it; undefined when it no longer lives. */
export function ownOrganization(
  { role, role_id }: Pick<MembershipRecord, "role" | "role_id">,
  organization: OrganizationRecord,
): OwnOrganization | undefined {
  const { organization_id, name, logo, timezone, status, archived_at, is_set_up, roles } = organization;
  if (status !== "active" && status !== "archived") return undefined;
  const custom = role_id === undefined ? undefined : roles[role_id];
  return {
    organization_id,
    organization_name: name,
    role,
    ...(role === roleIds.custom && { role_id, role_name: custom?.name, role_perms: custom?.role_perms ?? [] }),
    logo,
    timezone,
    archived: status === "archived",
    ...(archived_at !== undefined && { archived_until: archiveEnd(archived_at) }),
    is_set_up,
  };
}

/** A person as the session carries it: the only organization is selected, of several none is. */
export function userOf({ user, organizations }: Person): User {
  const only = organizations.length === 1 ? organizations[0] : undefined;
  return {
    ...user,
    role: user.superadmin ? roleIds.superadmin : (only?.role ?? null),
    organizations: [...organizations],
    selected_org: only && !user.superadmin ? { organization_id: only.organization_id } : null,
    terms_due: isTermsDue(user),
  };
}
