import { Problem } from "../../../shared/http/problem.ts";
import { roleIds } from "../../../shared/permissions.ts";
import { newId, now } from "../../data/ids.ts";
import { organizationKeys } from "../../data/keys/organization.ts";
import { submissionViews } from "../../data/keys/submission.ts";
import { listPage } from "../../data/list.ts";
import { requireEmpty } from "../../data/relist.ts";
import { change, create, remove, type Step } from "../../data/steps.ts";
import { amend, type Transition, transition } from "../../data/transition.ts";
import { membershipEntity } from "./membership-entity.ts";
import { isActingAdmin, type MembershipRecord, type UserRecord } from "./record.ts";

/** So many jobs in hand of one reviewer are looked at. */
const IN_HAND_MAX = 100;
const lastAdmin = () => new Problem("user.last-admin");

/** Counts a member into or out of the admins of their organization; the last who can act as one stays, where `guarded`. */
function countAdmin(
  before: MembershipRecord | undefined,
  after: MembershipRecord | undefined,
  { guarded = true } = {},
): Step[] {
  const member = before ?? after;
  const by =
    Number(after !== undefined && isActingAdmin(after)) - Number(before !== undefined && isActingAdmin(before));
  if (member === undefined || by === 0) return [];
  const guard =
    by > 0 || !guarded ? { orCreate: true as const } : { where: { count: { atLeast: 2 } }, otherwise: lastAdmin() };
  return [change(organizationKeys.admins(member.organization_id), { add: { count: by } }, guard)];
}

/** The step that keeps a reviewer in their place while they have accepted jobs: nobody else could finish them. */
export const requireNoOpenJobs = (user_id: string, most = 0): Step =>
  requireEmpty(submissionViews.reviewerJobs(user_id, "type=inprogress"), new Problem("user.has-open-jobs"), most);

/**
 * The same where staff ask, who know of first seats alone and are not to find out about others by being refused: those go
 * back by the clock.
 */
export async function requireNoKnownJobs(user_id: string): Promise<Step> {
  const { items } = await listPage({
    view: submissionViews.reviewerJobs(user_id, "type=inprogress"),
    limit: IN_HAND_MAX,
  });
  const others = items.filter(({ seat = "first" }) => seat !== "first").length;
  return requireNoOpenJobs(user_id, others);
}

/** Counts holders of a custom role; a role that was deleted meanwhile cannot be held. */
export const countHolders = (organization_id: string, role_id: string, by: number): Step =>
  change(
    organizationKeys.roleHolders(organization_id, role_id),
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

type Named = Pick<UserRecord, "user_id" | "email" | "first_name" | "last_name" | "image">;

const memberOf = (person: Named, { organization_id, role, role_id }: Place): MembershipRecord => {
  const { user_id, email, first_name, last_name, image } = person;
  const names = { email, first_name, last_name, image };
  const joined = { created_on: now(), joining_id: newId("mem") };
  return { user_id, organization_id, role, role_id, status: "active", ...names, ...joined, version: 1 };
};

/**
 * Makes a person a member. `address` is the step that makes their address in the organization a member's. The invitation
 * has already counted the holder of a custom role.
 */
export function join(
  person: Named,
  place: Place,
  {
    actor_id,
    address,
    invite_id,
    credential_id: cred_id,
  }: {
    readonly actor_id: string;
    readonly address: Step;
    readonly invite_id?: string;
    /** What they were invited to. */
    readonly credential_id?: string | undefined;
  },
): Transition<MembershipRecord, "member.joined"> {
  const joining = transition(membershipEntity, "join", {
    set: memberOf(person, place),
    otherwise: new Problem("invitation.already-member"),
    actor_id,
    details: { invite_id, cred_id },
  });
  return { ...joining, steps: [address, ...joining.steps, ...countAdmin(undefined, joining.after)] };
}

/** Makes a person a member with the account that an operator makes for them. */
export function enrol(person: Named, place: Place, recordedBy: { readonly recorded: "user.signed-up" }): Step[] {
  const { user_id, email } = person;
  const enrolling = transition(membershipEntity, "enrol", { set: memberOf(person, place), recordedBy });
  return [
    create(organizationKeys.addressIn(place.organization_id, email), { user_id }),
    ...enrolling.steps,
    ...countAdmin(undefined, enrolling.after),
    ...(place.role_id ? [countHolders(place.organization_id, place.role_id, 1)] : []),
  ];
}

/**
 * Ends a membership; the person's own item is the caller's to change. The last admin leaves only an organization that is
 * not active (`dead`).
 */
export function leave(
  membership: MembershipRecord,
  { actor_id, dead }: { readonly actor_id: string; readonly dead: boolean },
): Step[] {
  const { organization_id, role_id, email } = membership;
  return [
    ...transition(membershipEntity, "leave", { before: membership, actor_id }).steps,
    remove(organizationKeys.addressIn(organization_id, email)),
    ...countAdmin(membership, undefined, { guarded: !dead }),
    ...(role_id ? [countHolders(organization_id, role_id, -1)] : []),
  ];
}

/** Suspends a member in an organization, or lets them in again; the last admin cannot be suspended. */
export function setSuspended(
  before: MembershipRecord,
  suspended: boolean,
  actor_id: string,
): Transition<MembershipRecord> {
  const moving = transition(membershipEntity, suspended ? "suspend" : "restore", { before, actor_id });
  return { ...moving, steps: [...moving.steps, ...countAdmin(before, moving.after)] };
}

/** Says of a membership whether its account is disabled; that of the last admin cannot be, where `guarded`. */
export function noteDisabled(
  before: MembershipRecord,
  isDisabled: boolean,
  guard?: { readonly guarded: false },
): Step[] {
  if (Boolean(before.is_disabled) === isDisabled) return [];
  const { steps, after } = amend(membershipEntity, { before, set: { is_disabled: isDisabled || undefined } });
  return [...steps, ...countAdmin(before, after, guard)];
}

/** Gives a member another role, and other changes of the membership with it. */
export function changeRole(
  before: MembershipRecord,
  given: { readonly role: number; readonly role_id?: string },
  { set, actor_id }: { readonly set: Partial<MembershipRecord>; readonly actor_id: string },
): Transition<MembershipRecord> {
  const { organization_id } = before;
  if (before.status === "suspended") throw new Problem("user.member-suspended");
  const changing = transition(membershipEntity, "changeRole", {
    before,
    set: { ...set, role: given.role, role_id: given.role_id },
    actor_id,
  });
  const { after } = changing;
  const isHeldAnew = before.role_id !== after.role_id;
  return {
    ...changing,
    steps: [
      ...changing.steps,
      ...countAdmin(before, after),
      ...(isHeldAnew && before.role_id ? [countHolders(organization_id, before.role_id, -1)] : []),
      ...(isHeldAnew && after.role_id ? [countHolders(organization_id, after.role_id, 1)] : []),
    ],
  };
}
