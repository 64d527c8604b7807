import { Problem } from "../../shared/http/problem.ts";
import { roleIds } from "../../shared/permissions.ts";
import { Profile, ReviewerApplication } from "../../shared/reviewer/reviewer.ts";
import { remove } from "../../shared/user/calls.ts";
import { mayKeyManage } from "../../shared/user/rules.ts";
import type { Actor } from "../chain/actor.ts";
import { implement } from "../chain/implement.ts";
import { retireAccount } from "../clients/cognito.ts";
import { organizationKeys } from "../data/keys/organization.ts";
import { reviewerKeys } from "../data/keys/reviewer.ts";
import { check, type Step } from "../data/steps.ts";
import { batchGet, type Item, transact } from "../data/table.ts";
import { amend } from "../data/transition.ts";
import { OrganizationRecord } from "../organization/model/record.ts";
import { requireNoPaidWork } from "../payment/model/paid-work.ts";
import { withdrawalSteps } from "../reviewer/model/withdrawal.ts";
import { describeError, log } from "../runtime/log.ts";
import { deletionSteps } from "./model/deletion.ts";
import { leave, requireNoKnownJobs, requireNoOpenJobs } from "./model/membership.ts";
import { pseudonymOf } from "./model/pseudonym.ts";
import { MembershipRecord, type UserRecord } from "./model/record.ts";
import { readMember, selfOf } from "./model/store.ts";
import { userEntity } from "./model/user-entity.ts";

/** Leaving a place takes up to 23 steps, and a transaction holds a hundred. */
const PLACES_PER_TRANSACTION = 3;

/** A place in an organization, with the steps that leave it. */
interface Left {
  readonly organization_id: string;
  readonly isAdmins: boolean;
  readonly steps: readonly Step[];
}

/** Who still holds review jobs finishes or releases them first: `idle` demands it. */
const leaving = (places: readonly Left[], idle: Step): Step[] => [idle, ...places.flatMap(({ steps }) => steps)];

/** Oneself: the account. An admin: a member's place in the organization. A super administrator: anybody's account. */
export const handler = implement(remove, async ({ user_id, email, certificates: decided }, { actor, commit }) => {
  const self = user_id === actor.user_id;
  const ownAccount = self && actor.reach === "own";
  if (!ownAccount && actor.reach === "own") throw new Problem("resource.not-found");
  if (!ownAccount && actor.organization?.status === "archived") throw new Problem("organization.archived");
  if (self && actor.role === "superadmin") throw new Problem("access.denied");
  if (!self && decided.length > 0) throw new Problem("access.denied"); // each decides about their own
  const { user, membership } = self ? selfOf(actor) : await readMember(user_id, actor);
  if (actor.isKey && !mayKeyManage(membership?.role ?? 0)) throw new Problem("user.role-not-allowed");
  if (user.email !== email) {
    throw new Problem("user.email-differs", { field: "email" });
  }

  const account = ownAccount || actor.role === "superadmin";
  const unstranded = account ? [] : await requireNoPaidWork(user_id, actor.organization_id);
  const { places, files } = await placesToLeave(user, account ? user.organization_ids : [actor.organization_id], actor);
  const idle = account ? requireNoOpenJobs(user_id) : await requireNoKnownJobs(user_id);
  let present = user;
  while (places.length > PLACES_PER_TRANSACTION) {
    const left = places.splice(0, PLACES_PER_TRANSACTION);
    const organization_ids = present.organization_ids.filter((id) => !left.some((each) => each.organization_id === id));
    await transact([...leaving(left, idle), ...staySteps(present, organization_ids)]);
    present = { ...present, organization_ids, version: present.version + 1 };
  }
  const rest = present.organization_ids.filter((id) => id !== actor.organization_id);
  const certificates = Object.fromEntries(decided.map(({ application_id, decision }) => [application_id, decision]));
  const ending = account
    ? deletionSteps(
        { ...user, version: present.version },
        { files, certificates, actor_id: actor.user_id, organization_id: actor.organization_id },
      )
    : staySteps(present, rest);
  const answer = await commit([...leaving(places, idle), ...unstranded, ...ending], { data: {} });
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

/**
 * The places a person leaves, and the files of the reviewer's profile. The last admin stays while the organization is
 * active: where somebody is an admin comes first, so that a refusal comes before anything is left.
 */
async function placesToLeave(user: UserRecord, organizationIds: readonly string[], actor: Actor) {
  const { user_id } = user;
  const [profile, ...items] = await batchGet([
    reviewerKeys.reviewer(user_id),
    ...organizationIds.flatMap((id) => [
      organizationKeys.membership(user_id, id),
      reviewerKeys.reviewerApplication(id, user_id),
      organizationKeys.organization(id),
    ]),
  ]);
  const certifications = profile === undefined ? [] : Profile.parse(profile).certifications;
  const places = organizationIds.flatMap((_, index) =>
    departFrom(items.slice(3 * index, 3 * index + 3), actor.user_id),
  );
  return {
    files: certifications.flatMap(({ attachment_link }) => attachment_link ?? []),
    places: places.toSorted((one, other) => Number(other.isAdmins) - Number(one.isAdmins)),
  };
}

function departFrom([member, reviewing, place]: readonly (Item | undefined)[], actor_id: string): Left[] {
  if (member === undefined) return [];
  const organization = place && OrganizationRecord.parse(place);
  const membership = MembershipRecord.parse(member);
  const { organization_id, role } = membership;
  const dead = organization?.status !== "active";
  const steps = [
    ...leave(membership, { actor_id, dead }),
    ...(dead && organization
      ? [check(organizationKeys.organization(organization_id), { where: { status: organization.status } })]
      : []),
    ...(reviewing ? withdrawalSteps(ReviewerApplication.parse(reviewing), actor_id) : []),
  ];
  return [{ organization_id, isAdmins: role === roleIds.admin, steps }];
}

const staySteps = (before: UserRecord, organization_ids: string[]): Step[] =>
  amend(userEntity, { before, set: { organization_ids }, where: { version: before.version } }).steps;
