import { Problem, type ProblemCode } from "../../shared/http/problems.ts";
import { Profile, ReviewerApplication } from "../../shared/reviewer/reviewer.ts";
import { dueOn, nextReviewerStatus, profileFaults } from "../../shared/reviewer/rules.ts";
import { audit } from "../data/audit.ts";
import { now } from "../data/ids.ts";
import { keys } from "../data/keys.ts";
import { batchGet, change, check, create } from "../data/table.ts";
import type { Context } from "../runtime/implement.ts";
import { requirePortalAddress } from "../runtime/portal-address.ts";
import { listApplication } from "./store.ts";

/**
 * Submits the actor's profile to his organization, the first time or once more after a rejection. A repeat, recognised by
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
  const key = keys.reviewerApplication(organization_id, user_id);
  const [profileItem, item] = await batchGet([keys.reviewer(user_id), key]);
  const before = item && ReviewerApplication.parse(item);
  if (before?.status === (event === "submit" ? "active" : "resubmitted")) return answer(before);
  const status = nextReviewerStatus(before, event);
  if (!status) throw new Problem(refusal(event, before));
  const profile = profileItem && Profile.parse(profileItem);
  const fields = profileFaults(profile);
  if (Object.keys(fields).length > 0) throw new Problem("reviewer.incomplete", { fields });

  const at = now();
  const after: Omit<ReviewerApplication, "version"> = {
    organization_id,
    user_id,
    status,
    category: profile!.category!,
    submitted_on: at,
    due_on: dueOn(at),
    skill_ids: profile!.skills.map(({ skill_id }) => skill_id),
    attempt_count: (before?.attempt_count ?? 0) + 1,
    history: [...(before?.history ?? []), { at, ...(before && { from: before.status }), to: status }],
  };
  const otherwise = new Problem("state.changed");
  return commit(
    [
      before
        ? change(
            key,
            { set: { ...after, reason: undefined, decided_on: undefined } },
            { where: { status: before.status, version: before.version }, otherwise },
          )
        : create(key, after, { otherwise }),
      check(keys.reviewer(user_id), { where: { version: profile!.version }, otherwise }), // what it is listed by
      ...listApplication(before, after),
      audit(event === "submit" ? "reviewer.submitted" : "reviewer.resubmitted", {
        organization_id,
        actor_id: user_id,
        subject_id: user_id,
        user_id,
        from: before?.status,
        to: status,
      }),
    ],
    answer(after),
  );
}

const answer = ({
  organization_id,
  status,
  attempt_count,
  submitted_on,
  due_on,
}: Omit<ReviewerApplication, "version">) => ({
  data: { organization_id, status, attempt_count, submitted_on, due_on },
});

function refusal(event: "submit" | "resubmit", before: ReviewerApplication | undefined): ProblemCode {
  if (event === "submit") return "reviewer.already-applied";
  return before?.status === "rejected" ? "reviewer.no-attempt-left" : "reviewer.not-rejected";
}
