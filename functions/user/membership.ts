import { Problem } from "../../shared/http/problems.ts";
import { roleIds } from "../../shared/permissions.ts";
import { now } from "../data/ids.ts";
import { keys, views } from "../data/keys.ts";
import { relist, requireEmpty } from "../data/list.ts";
import { change, create, type Key, remove, type Step } from "../data/table.ts";
import type { MembershipRecord, UserRecord } from "./record.ts";

/** Where a thing stands in lists that mix kinds of ids: by the time of its id. */
export const sortOf = (id: string): string => id.slice(id.indexOf("_") + 1);

/** The views a member or an invitation is listed in. */
const viewsOf = (organization_id: string, role: number, status: "active" | "pending"): string[] => [
  views.organizationUsers(organization_id),
  views.organizationUsers(organization_id, { status }),
  views.organizationUsers(organization_id, { role }),
  views.organizationUsers(organization_id, { role, status }),
];

/** Puts a row into the lists of its organization, moves it there, or takes it out. */
export function listUser(
  { key, id, organization_id }: { key: Key; id: string; organization_id: string },
  before: { role: number; status: "active" | "pending" } | undefined,
  after: { role: number; status: "active" | "pending" } | undefined,
): Step[] {
  const where = (row: typeof before) => (row ? viewsOf(organization_id, row.role, row.status) : []);
  return relist(key, sortOf(id), where(before), where(after));
}

const lastAdmin = () => new Problem("user.last-admin");

/** Counts a member into or out of the admins of an organization; the last one cannot leave. */
const countAdmin = (organization_id: string, by: 1 | -1, { guarded = true } = {}): Step =>
  by === 1 || !guarded
    ? change(keys.admins(organization_id), { add: { count: by } }, { orCreate: true })
    : change(
        keys.admins(organization_id),
        { add: { count: -1 } },
        { where: { count: { atLeast: 2 } }, otherwise: lastAdmin() },
      );

/** The step that keeps a reviewer in his place while he has accepted jobs: nobody else could finish them. */
export const requireNoOpenJobs = (user_id: string): Step =>
  requireEmpty(views.reviewerJobs(user_id, "type=inprogress"), new Problem("user.has-open-jobs"));

/** Counts holders of a custom role; a role that was deleted meanwhile cannot be held. */
export const countHolders = (organization_id: string, role_id: string, by: number): Step =>
  change(
    keys.roleHolders(organization_id, role_id),
    { add: { count: by } },
    { otherwise: new Problem("user.role-not-allowed") },
  );

/** The flag of a person that goes with a role. */
export const flagOf = (role: number): Partial<Pick<UserRecord, "is_issuer" | "is_reviewer" | "is_learner">> => ({
  ...(role === roleIds.issuer && { is_issuer: true }),
  ...(role === roleIds.reviewer && { is_reviewer: true }),
  ...(role === roleIds.learner && { is_learner: true }),
});

/** The role a person holds in an organization. */
export interface Place {
  readonly organization_id: string;
  readonly role: number;
  readonly role_id?: string;
}

/** Makes a person a member. The invitation has already counted the holder of a custom role. */
export function joinSteps(
  person: Pick<UserRecord, "user_id" | "email" | "first_name" | "last_name" | "image">,
  { organization_id, role, role_id }: Place,
): Step[] {
  const { user_id, email, first_name, last_name, image } = person;
  const key = keys.membership(user_id, organization_id);
  return [
    create(
      key,
      {
        user_id,
        organization_id,
        role,
        role_id,
        status: "active",
        email,
        first_name,
        last_name,
        image,
        created_on: now(),
      },
      { otherwise: new Problem("invitation.already-member") },
    ),
    ...listUser({ key, id: user_id, organization_id }, undefined, { role, status: "active" }),
    ...(role === roleIds.admin ? [countAdmin(organization_id, 1)] : []),
  ];
}

/** Ends a membership; the person's own item is the caller's to change. The last admin leaves only an organization that is not active. */
export function leaveSteps(membership: MembershipRecord, { dead = false }: { dead?: boolean } = {}): Step[] {
  const { user_id, organization_id, role, role_id, email, version } = membership;
  const key = keys.membership(user_id, organization_id);
  return [
    remove(key, { where: { version } }),
    remove(keys.addressIn(organization_id, email)),
    ...listUser({ key, id: user_id, organization_id }, { role, status: "active" }, undefined),
    ...(role === roleIds.admin ? [countAdmin(organization_id, -1, { guarded: !dead })] : []),
    ...(role_id ? [countHolders(organization_id, role_id, -1)] : []),
  ];
}

/** Gives a member another role, and other changes of the membership with it. */
export function changeRoleSteps(
  membership: MembershipRecord,
  to: { role: number; role_id?: string },
  set: Partial<MembershipRecord> = {},
): Step[] {
  const { user_id, organization_id, role, role_id, version } = membership;
  const key = keys.membership(user_id, organization_id);
  const held = [
    role_id !== to.role_id && role_id ? [countHolders(organization_id, role_id, -1)] : [],
    role_id !== to.role_id && to.role_id ? [countHolders(organization_id, to.role_id, 1)] : [],
  ];
  return [
    change(key, { set: { ...set, role: to.role, role_id: to.role_id } }, { where: { version } }),
    ...listUser({ key, id: user_id, organization_id }, { role, status: "active" }, { role: to.role, status: "active" }),
    ...(role === roleIds.admin && to.role !== role ? [countAdmin(organization_id, -1)] : []),
    ...(to.role === roleIds.admin && to.role !== role ? [countAdmin(organization_id, 1)] : []),
    ...held.flat(),
  ];
}
