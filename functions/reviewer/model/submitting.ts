import { Problem } from "../../../shared/http/problem.ts";
import type { ProblemCode } from "../../../shared/http/problems.ts";
import { roleIds } from "../../../shared/permissions.ts";
import { nextState } from "../../../shared/platform/machine.ts";
import { Profile, ReviewerApplication } from "../../../shared/reviewer/reviewer.ts";
import { dueOn, hasAttemptLeft, historyWith, profileFaults } from "../../../shared/reviewer/rules.ts";
import { reviewerApplicationMachine } from "../../../shared/reviewer/states.ts";
import type { Context } from "../../chain/implement.ts";
import { requirePortalAddress } from "../../chain/portal-address.ts";
import { now } from "../../data/ids.ts";
import { organizationKeys } from "../../data/keys/organization.ts";
import { reviewerKeys } from "../../data/keys/reviewer.ts";
import { check } from "../../data/steps.ts";
import { batchGet } from "../../data/table.ts";
import { transition } from "../../data/transition.ts";
import { reviewerApplicationEntity } from "./application-entity.ts";

/**
 * Submits the actor's profile to their organization, the first time or once more after a rejection. A repeat, recognised by
 * the state it led to, is answered with that state.
 */
export async function submitApplication(
  event: "submit" | "resubmit",
  { user_id: named, url }: { user_id?: string; url?: string },
  { actor, organization_id, commit }: Pick<Context, "actor" | "organization_id" | "commit">,
) {
  const { user_id } = actor;
  if (named !== undefined && named !== user_id) throw new Problem("resource.not-found");
  requirePortalAddress("url", url);
  const key = reviewerKeys.reviewerApplication(organization_id, user_id);
  const [profileItem, item] = await batchGet([reviewerKeys.reviewer(user_id), key]);
  const before = item && ReviewerApplication.parse(item);
  if (before?.status === (event === "submit" ? "active" : "resubmitted")) return answer(before);
  const status = nextState(reviewerApplicationMachine, before?.status ?? "none", event);
  if (status === undefined || status === "none" || (before && event === "resubmit" && !hasAttemptLeft(before)))
    throw new Problem(refusal(event, before));
  const profile = profileItem && Profile.parse(profileItem);
  const fields = profileFaults(profile);
  if (Object.keys(fields).length > 0) throw new Problem("reviewer.incomplete", { fields });

  const at = now();
  const { version, category, skills } = profile!;
  const { after, steps } = transition(reviewerApplicationEntity, event, {
    before,
    set: {
      organization_id,
      user_id,
      category,
      submitted_on: at,
      due_on: dueOn(at),
      skill_ids: skills.map(({ skill_id }) => skill_id),
      attempt_count: event === "submit" ? 1 : (before?.attempt_count ?? 0) + 1,
      history: historyWith(before?.history ?? [], { at, ...(before && { from: before.status }), to: status }),
      reason: undefined,
      decided_on: undefined,
    },
    actor_id: user_id,
  });
  const isListedByIt = check(reviewerKeys.reviewer(user_id), { where: { version } });
  const isReviewer = check(organizationKeys.membership(user_id, organization_id), {
    where: { role: roleIds.reviewer },
    otherwise: new Problem("access.denied"),
  });
  return commit([...steps, isListedByIt, isReviewer], answer(after));
}

const answer = ({ organization_id, status, attempt_count, submitted_on, due_on }: ReviewerApplication) => ({
  data: { organization_id, status, attempt_count, submitted_on, due_on },
});

function refusal(event: "submit" | "resubmit", before: ReviewerApplication | undefined): ProblemCode {
  if (event === "submit") return "reviewer.already-applied";
  return before?.status === "rejected" ? "reviewer.no-attempt-left" : "reviewer.not-rejected";
}
