import { Problem } from "../../shared/http/problems.ts";
import { ReviewerApplication } from "../../shared/reviewer/reviewer.ts";
import { remove } from "../../shared/user/calls.ts";
import { audit } from "../data/audit.ts";
import { keys, views } from "../data/keys.ts";
import { readTotal } from "../data/list.ts";
import { change, getMany, remove as removeItem, type Step } from "../data/table.ts";
import { signOutEverywhere } from "../outside/cognito.ts";
import { withdrawalSteps } from "../reviewer/withdrawal.ts";
import type { Actor } from "../runtime/actor.ts";
import { clock } from "../runtime/clock.ts";
import { implement } from "../runtime/implement.ts";
import { leaveSteps } from "./membership.ts";
import { MembershipRecord, type UserRecord } from "./record.ts";
import { readMember, selfOf } from "./store.ts";

/** Oneself: the account. An admin: a member's place in the organization. A super administrator: anybody's account. */
export const handler = implement(remove, async ({ user_id, email }, { actor, commit }) => {
  const self = user_id === actor.user_id;
  const ownAccount = self && actor.reach === "s";
  if (!ownAccount && actor.reach === "s") throw new Problem("thing.not-found");
  if (!ownAccount && actor.organization?.status === "archived") throw new Problem("organization.archived");
  if (self && actor.role === "superadmin") throw new Problem("access.denied");
  const { user } = self ? selfOf(actor) : await readMember(user_id, actor);
  if (user.email !== email) {
    const { message } = new Problem("user.email-differs");
    throw new Problem("user.email-differs", { fields: { email: message } });
  }

  const account = ownAccount || actor.role === "superadmin";
  const leaving = account ? user.organization_ids : [actor.organization_id];
  const answer = await commit(
    [
      ...(await departureSteps(user, leaving, actor)),
      account ? deleteStep(user) : leaveStep(user, actor.organization_id),
      ...(account ? [removeItem(keys.scech(user_id)), removeItem(keys.passwordReset(user_id))] : []),
      ...(account ? [event("user.deleted", user, actor, { from: user.status, to: "deleted" })] : []),
    ],
    { data: {} },
  );
  if (account) await signOutEverywhere(email);
  return answer;
});

const event = (type: string, { user_id }: UserRecord, actor: Actor, change: { from?: string; to?: string } = {}) =>
  audit({
    type,
    organization_id: actor.organization_id,
    actor_id: actor.user_id,
    subject_id: user_id,
    user_id,
    ...change,
  });

/** Takes a person out of organizations. Who still holds review jobs finishes or releases them first. */
async function departureSteps(user: UserRecord, organizationIds: readonly string[], actor: Actor): Promise<Step[]> {
  const { user_id } = user;
  const [openJobs, items] = await Promise.all([
    readTotal(views.reviewerJobs(user_id, "type=inprogress")),
    getMany([
      ...organizationIds.map((id) => keys.membership(user_id, id)),
      ...organizationIds.map((id) => keys.reviewerApplication(id, user_id)),
    ]),
  ]);
  if (openJobs > 0) throw new Problem("user.has-open-jobs");
  const memberships = items
    .slice(0, organizationIds.length)
    .flatMap((item) => (item ? [MembershipRecord.parse(item)] : []));
  const applications = items
    .slice(organizationIds.length)
    .flatMap((item) => (item ? [ReviewerApplication.parse(item)] : []));
  return [
    ...memberships.flatMap((membership) => [
      ...leaveSteps(membership),
      audit({
        type: "member.removed",
        organization_id: membership.organization_id,
        actor_id: actor.user_id,
        subject_id: user_id,
        user_id,
        from: "active",
        to: "removed",
      }),
    ]),
    ...applications.flatMap(withdrawalSteps),
  ];
}

/** Names stay for the certificates that carry them; address and password stay, so that signing in can say what happened. */
const deleteStep = ({ user_id, version }: UserRecord): Step =>
  change(
    keys.user(user_id),
    {
      set: { status: "deleted", organization_ids: [], tokens_valid_after: clock.seconds() + 1 },
      remove: ["phone", "image", "learner_profile"],
    },
    { where: { status: "active", version } },
  );

const leaveStep = ({ user_id, organization_ids, version }: UserRecord, organization_id: string): Step =>
  change(
    keys.user(user_id),
    { set: { organization_ids: organization_ids.filter((id) => id !== organization_id) } },
    { where: { version } },
  );
