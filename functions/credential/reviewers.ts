import { Problem } from "../../shared/http/problems.ts";
import { keys, views } from "../data/keys.ts";
import { getMany, queryPage } from "../data/table.ts";
import type { StoredCredential } from "./store.ts";

/** Whether a person is an accepted reviewer of a category in any organization. */
async function isAcceptedIn(category: number | undefined, user_id: string): Promise<boolean> {
  if (category === undefined) return false;
  const pk = views.reviewersOfCategory(category);
  return (await queryPage({ pk, prefix: `${user_id}#`, limit: 1 })).items.length > 0;
}

/**
 * Refuses to put anybody on a credential's list who is not an accepted reviewer, of its organization or in its category of
 * any other. Those already on it may stay.
 */
export async function demandReviewers(
  user_ids: readonly string[],
  { organization_id, category, assigned_reviewers }: StoredCredential,
): Promise<void> {
  const added = user_ids.filter((user_id) => !assigned_reviewers.includes(user_id));
  if (added.length === 0) return;
  const [applications, accepted] = await Promise.all([
    getMany(added.map((user_id) => keys.reviewerApplication(organization_id, user_id))),
    Promise.all(added.map((user_id) => isAcceptedIn(category, user_id))),
  ]);
  if (added.every((_, at) => applications[at]?.status === "accepted" || accepted[at])) return;
  const problem = new Problem("credential.reviewer-unknown");
  throw new Problem(problem.code, { fields: { assigned_reviewers: problem.message } });
}
