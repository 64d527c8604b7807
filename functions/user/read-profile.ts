import { Problem } from "../../shared/http/problem.ts";
import { ReviewerApplication } from "../../shared/reviewer/reviewer.ts";
import { readProfile } from "../../shared/user/calls.ts";
import { mayEditPerson } from "../../shared/user/rules.ts";
import type { Profile } from "../../shared/user/user.ts";
import { readFactor } from "../auth/model/factor.ts";
import { mayReset, shownReset } from "../auth/model/factor-reset.ts";
import type { Actor } from "../chain/actor.ts";
import { implement } from "../chain/implement.ts";
import { organizationKeys } from "../data/keys/organization.ts";
import { reviewerKeys } from "../data/keys/reviewer.ts";
import { batchGet } from "../data/table.ts";
import { UserRecord } from "./model/record.ts";
import { profileOf, readMember, selfOf } from "./model/store.ts";

export const handler = implement(readProfile, async (input, { actor }) => {
  const user_id = input.user_id ?? actor.user_id;
  const self = user_id === actor.user_id;
  const roles = actor.organization?.roles;
  if (self) return { data: profileOf(selfOf(actor), { editable: true, self, roles }) };
  if (actor.reach === "own") return { data: await readCard(user_id, actor) };
  const member = await readMember(user_id, actor);
  const editable = mayEditPerson({
    editor: actor.role,
    self,
    role: member.membership?.role ?? 0,
    memberships: member.user.organization_ids.length,
  });
  const profile = profileOf(member, { editable, roles });
  return { data: mayReset(actor.role, member) ? { ...profile, factor: await factorOf(member.user) } : profile };
});

/** What those know of a person's two-step sign-in who may have it turned off. */
async function factorOf({ user_id, factor_since }: UserRecord): Promise<Profile["factor"]> {
  const factor = factor_since === undefined ? undefined : await readFactor(user_id);
  return { is_on: factor !== undefined, ...(factor?.reset && { reset: await shownReset(factor.reset) }) };
}

/** A reviewer may read the card of another one whom the organization accepted: no address, no telephone. */
async function readCard(user_id: string, { role, organization_id }: Actor) {
  if (role !== "reviewer") throw new Problem("resource.not-found");
  const [person, application] = await batchGet([
    organizationKeys.user(user_id),
    reviewerKeys.reviewerApplication(organization_id, user_id),
  ]);
  const user = person && UserRecord.parse(person);
  const isAccepted = application && ReviewerApplication.parse(application).status === "accepted";
  if (user?.status !== "active" || !isAccepted) throw new Problem("resource.not-found");
  const { email, phone, learner_profile, ...card } = profileOf({ user }, { editable: false });
  return card;
}
