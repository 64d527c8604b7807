import { Problem } from "../../shared/http/problem.ts";
import { type Role, roleIds } from "../../shared/permissions.ts";
import { ReviewerApplication } from "../../shared/reviewer/reviewer.ts";
import { update } from "../../shared/user/calls.ts";
import { mayEditPerson, mayGiveRole, maySetRoles } from "../../shared/user/rules.ts";
import type { KnownOrganization } from "../chain/actor.ts";
import { implement } from "../chain/implement.ts";
import { reviewerKeys } from "../data/keys/reviewer.ts";
import { check, type Step } from "../data/steps.ts";
import { get } from "../data/table.ts";
import { requireNoPaidWork } from "../payment/model/paid-work.ts";
import { withdrawalSteps } from "../reviewer/model/withdrawal.ts";
import { changeRole, flagOf, requireNoKnownJobs } from "./model/membership.ts";
import { copiedOf, isPersonal, personalChanges, personalSteps } from "./model/personal.ts";
import { type MembershipRecord, UserRecord } from "./model/record.ts";
import { profileOf, readMember, selfOf } from "./model/store.ts";
import { acceptedTerms } from "./model/terms.ts";

export const handler = implement(update, async (input, { actor, commit }) => {
  const { organization_id, organization } = actor;
  const user_id = input.user_id ?? actor.user_id;
  const self = user_id === actor.user_id;
  if (!self && actor.reach === "own") throw new Problem("resource.not-found");
  if (!self && organization?.status === "archived") throw new Problem("organization.archived");
  const member = self ? selfOf(actor) : await readMember(user_id, actor);
  const { user, membership } = member;

  const editable = mayEditPerson({
    editor: actor.role,
    self,
    role: membership?.role ?? 0,
    memberships: user.organization_ids.length,
  });
  const accepts = input.terms_version !== undefined;
  if ((isPersonal(input) && !editable) || (accepts && !self)) throw new Problem("user.not-editable");
  const wanted = input.role === undefined ? undefined : { role: input.role, role_id: input.role_id };
  const given = wanted && givenRole(wanted, membership, { giver: actor.role, self, roles: organization?.roles ?? {} });

  const changes = {
    ...(isPersonal(input) ? await personalChanges(user_id, input) : {}),
    ...(given && flagOf(given.role)),
    ...acceptedTerms(input.terms_version),
  };
  const changing =
    membership && given && changeRole(membership, given, { set: copiedOf(changes), actor_id: actor.user_id });
  const after = {
    user: UserRecord.parse({ ...user, ...changes }),
    ...(membership && { membership: changing?.after ?? membership }),
  };
  const by = { actor_id: actor.user_id, organization_id };
  const leavesReviews = changing !== undefined && membership?.role === roleIds.reviewer;
  return commit(
    [
      ...personalSteps(user, changes, { ...by, except: given && organization_id }),
      ...(changing?.steps ?? []),
      ...(changing && membership?.role === roleIds.learner ? await requireNoPaidWork(user_id, organization_id) : []),
      ...(leavesReviews
        ? [await requireNoKnownJobs(user_id), ...(await endReviews(organization_id, by.actor_id, user_id))]
        : []),
    ],
    { data: profileOf(after, { editable, self, roles: organization?.roles }) },
  );
});

/** Who is given another role reviews no more: their application is withdrawn, and one that is sent meanwhile stops the change. */
async function endReviews(organization_id: string, actor_id: string, user_id: string): Promise<Step[]> {
  const key = reviewerKeys.reviewerApplication(organization_id, user_id);
  const application = await get(ReviewerApplication, key);
  return application ? withdrawalSteps(application, actor_id) : [check(key, { missing: true })];
}

/** The role to give, or undefined when the member holds it already. Nobody changes their own. */
function givenRole(
  { role, role_id }: { role: number; role_id?: string },
  membership: MembershipRecord | undefined,
  { giver, self, roles }: { giver: Role; self: boolean; roles: KnownOrganization["roles"] },
): { role: number; role_id?: string } | undefined {
  const custom = role === roleIds.custom;
  if (membership?.role === role && (!custom || membership.role_id === role_id)) return undefined;
  const role_perms = custom && role_id ? roles[role_id]?.role_perms : undefined;
  if (!membership || self || !maySetRoles(giver) || !mayGiveRole(giver, { role, role_perms })) {
    throw new Problem("user.role-not-allowed");
  }
  return { role, role_id: custom ? role_id : undefined };
}
