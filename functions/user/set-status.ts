import { Problem } from "../../shared/http/problem.ts";
import { roleIds } from "../../shared/permissions.ts";
import { ReviewerApplication } from "../../shared/reviewer/reviewer.ts";
import { setStatus } from "../../shared/user/calls.ts";
import type { Actor } from "../chain/actor.ts";
import { implement } from "../chain/implement.ts";
import { dueNow } from "../data/deadlines.ts";
import { organizationKeys } from "../data/keys/organization.ts";
import { reviewerKeys } from "../data/keys/reviewer.ts";
import type { Step } from "../data/steps.ts";
import { batchGet, get } from "../data/table.ts";
import { transition } from "../data/transition.ts";
import { requireNoPaidWork } from "../payment/model/paid-work.ts";
import { leaveLists } from "../reviewer/model/withdrawal.ts";
import { nextSecond } from "../runtime/clock.ts";
import { noteDisabled, requireNoKnownJobs, setSuspended } from "./model/membership.ts";
import { MembershipRecord, type UserRecord } from "./model/record.ts";
import { readMember } from "./model/store.ts";
import { userEntity } from "./model/user-entity.ts";

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
  const { user_id, version, organization_ids } = before;
  const by = { before, where: { version }, actor_id: actor.user_id, organization_id: actor.organization_id };
  const isDisabled = status === "disabled";
  if (isDisabled && before.superadmin) throw new Problem("access.denied");
  const memberships = await batchGet(organization_ids.map((id) => organizationKeys.membership(user_id, id)));
  const { steps } = isDisabled
    ? transition(userEntity, "disable", { ...by, set: { tokens_valid_after: nextSecond() } })
    : transition(userEntity, "enable", by);
  return [
    ...steps,
    ...memberships.flatMap((item) => (item ? noteDisabled(MembershipRecord.parse(item), isDisabled) : [])),
    dueNow(isDisabled ? "person-pause" : "person-return", organizationKeys.user(user_id)),
  ];
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
