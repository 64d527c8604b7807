import { Problem } from "../../shared/http/problem.ts";
import { roleIds } from "../../shared/permissions.ts";
import { ReviewerApplication } from "../../shared/reviewer/reviewer.ts";
import { setStatus } from "../../shared/user/calls.ts";
import type { Actor } from "../chain/actor.ts";
import { implement } from "../chain/implement.ts";
import { dueNow } from "../data/deadlines.ts";
import { organizationKeys, organizationViews } from "../data/keys/organization.ts";
import { reviewerKeys } from "../data/keys/reviewer.ts";
import { listReferences } from "../data/list.ts";
import type { Step } from "../data/steps.ts";
import { batchGet, get } from "../data/table.ts";
import { transition } from "../data/transition.ts";
import { requireNoPaidWork } from "../payment/model/paid-work.ts";
import { leaveLists } from "../reviewer/model/withdrawal.ts";
import { nextSecond } from "../runtime/clock.ts";
import { requireNoKnownJobs, setSuspended } from "./model/membership.ts";
import type { MembershipRecord, UserRecord } from "./model/record.ts";
import { readMember } from "./model/store.ts";
import { userEntity } from "./model/user-entity.ts";

const ADMINS_READ_MAX = 100;

/** An account, for a super administrator; a place in the organization, for an admin. Nobody does it to themselves. */
export const handler = implement(setStatus, async ({ user_id, status }, { actor, commit }) => {
  if (user_id === actor.user_id) throw new Problem("user.not-oneself");
  const { user, membership } = await readMember(user_id, actor);
  const answer = { data: { user_id, status } };
  if (actor.role === "superadmin") {
    if (status === "suspended") throw notOffered("Only an organization’s admin can suspend its members.");
    return user.status === status ? answer : commit(await accountSteps(user, status, actor), answer);
  }
  if (status === "disabled" || !membership) throw notOffered("Only a super administrator can disable accounts.");
  return membership.status === status ? answer : commit(await placeSteps(membership, status, actor), answer);
});

const notOffered = (message: string) => new Problem("input.invalid", { message, fields: { status: message } });

/** Disabled, a person cannot sign in, their sessions end and their jobs are open to others; nothing of theirs is lost. */
async function accountSteps(before: UserRecord, status: "active" | "disabled", actor: Actor): Promise<Step[]> {
  const { user_id, version } = before;
  const by = { before, where: { version }, actor_id: actor.user_id, organization_id: actor.organization_id };
  if (status === "active")
    return [...transition(userEntity, "enable", by).steps, dueNow("person-return", organizationKeys.user(user_id))];
  if (before.superadmin) throw new Problem("access.denied");
  await requireOtherAdmins(before);
  const disabled = transition(userEntity, "disable", { ...by, set: { tokens_valid_after: nextSecond() } });
  return [...disabled.steps, dueNow("person-pause", organizationKeys.user(user_id))];
}

/** Every organization of which the person is an admin has another one who can sign in. */
async function requireOtherAdmins({ user_id, organization_ids }: UserRecord): Promise<void> {
  const memberships = await batchGet(organization_ids.map((id) => organizationKeys.membership(user_id, id)));
  const led = organization_ids.filter((_, index) => memberships[index]?.role === roleIds.admin);
  for (const organization_id of led) {
    const view = organizationViews.organizationUsers(organization_id, { role: roleIds.admin, status: "active" });
    const { references } = await listReferences({ view, limit: ADMINS_READ_MAX });
    const people = await batchGet(references.map(({ pk }) => ({ pk, sk: organizationKeys.user(user_id).sk })));
    if (!people.some((person) => person?.status === "active" && person.user_id !== user_id))
      throw new Problem("user.last-admin");
  }
}

async function placeSteps(before: MembershipRecord, status: "active" | "suspended", actor: Actor): Promise<Step[]> {
  const { user_id, organization_id, role } = before;
  const { steps } = setSuspended(before, status === "suspended", actor.user_id);
  if (status === "active") return steps;
  if (role === roleIds.learner) return [...steps, ...(await requireNoPaidWork(user_id, organization_id))];
  if (role !== roleIds.reviewer) return steps;
  const application = await get(ReviewerApplication, reviewerKeys.reviewerApplication(organization_id, user_id));
  return [...steps, await requireNoKnownJobs(user_id), ...(application ? [leaveLists(application)] : [])];
}
