import { Problem } from "../../shared/http/problems.ts";
import { Profile, ReviewerApplication } from "../../shared/reviewer/reviewer.ts";
import { remove } from "../../shared/user/calls.ts";
import { audit } from "../data/audit.ts";
import { keys } from "../data/keys.ts";
import { change, check, getMany, type Item, type Step } from "../data/table.ts";
import { retireAccount } from "../outside/cognito.ts";
import { withdrawalSteps } from "../reviewer/withdrawal.ts";
import type { Actor } from "../runtime/actor.ts";
import { implement } from "../runtime/implement.ts";
import { describeError, log } from "../runtime/log.ts";
import { deletionSteps } from "./deletion.ts";
import { demandNoOpenJobs, leaveSteps } from "./membership.ts";
import { pseudonymOf } from "./pseudonym.ts";
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
  const { steps, files } = await departure(user, account ? user.organization_ids : [actor.organization_id], actor);
  const ending = account
    ? [...deletionSteps(user, files), event("user.deleted", user, actor, { from: user.status, to: "deleted" })]
    : [leaveStep(user, actor.organization_id)];
  const answer = await commit([...steps, ...ending], { data: {} });
  if (account) await retire(email, user_id);
  return answer;
});

/** The clock does it again when the pool does not answer now: the account is deleted all the same. */
async function retire(email: string, user_id: string): Promise<void> {
  try {
    await retireAccount(email, user_id, pseudonymOf(user_id));
  } catch (error) {
    log("error", "pool_account_not_retired", { user_id, error: describeError(error) });
  }
}

const event = (type: string, { user_id }: UserRecord, actor: Actor, change: { from?: string; to?: string } = {}) =>
  audit({
    type,
    organization_id: actor.organization_id,
    actor_id: actor.user_id,
    subject_id: user_id,
    user_id,
    ...change,
  });

/**
 * The steps that take a person out of organizations, and the files of the reviewer's profile. Who still holds review jobs
 * finishes or releases them first. The last admin stays while the organization is active.
 */
async function departure(user: UserRecord, organizationIds: readonly string[], actor: Actor) {
  const { user_id } = user;
  const [profile, ...items] = await getMany([
    keys.reviewer(user_id),
    ...organizationIds.flatMap((id) => [
      keys.membership(user_id, id),
      keys.reviewerApplication(id, user_id),
      keys.organization(id),
    ]),
  ]);
  const certifications = profile === undefined ? [] : Profile.parse(profile).certifications;
  return {
    files: certifications.flatMap(({ attachment_link }) => attachment_link ?? []),
    steps: [
      demandNoOpenJobs(user_id),
      ...organizationIds.flatMap((_, index) => departFrom(items.slice(3 * index, 3 * index + 3), actor.user_id)),
    ],
  };
}

function departFrom([member, reviewing, organization]: readonly (Item | undefined)[], actor_id: string): Step[] {
  if (member === undefined) return [];
  const membership = MembershipRecord.parse(member);
  const { user_id, organization_id } = membership;
  const dead = organization?.status !== "active";
  return [
    ...leaveSteps(membership, { dead }),
    ...(dead && organization
      ? [check(keys.organization(organization_id), { where: { status: String(organization.status) } })]
      : []),
    ...(reviewing ? withdrawalSteps(ReviewerApplication.parse(reviewing), actor_id) : []),
    audit({
      ...{ type: "member.removed", organization_id, actor_id, subject_id: user_id, user_id },
      ...{ from: "active", to: "removed" },
    }),
  ];
}

const leaveStep = ({ user_id, organization_ids, version }: UserRecord, organization_id: string): Step =>
  change(
    keys.user(user_id),
    { set: { organization_ids: organization_ids.filter((id) => id !== organization_id) } },
    { where: { version } },
  );
