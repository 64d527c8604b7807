import { Problem } from "../../shared/http/problems.ts";
import { keys, views } from "../data/keys.ts";
import { getMany } from "../data/table.ts";
import type { StoredCredential } from "./store.ts";

/**
 * Refuses to put anybody on a credential's list who is not an accepted reviewer, of its organization or in its category of
 * any other. Those already on it may stay.
 */
export async function demandReviewers(
  user_ids: readonly string[],
  { organization_id, category, assigned_reviewers }: StoredCredential,
): Promise<void> {
  const added = user_ids.filter((user_id) => !assigned_reviewers.includes(user_id));
  const items = await getMany(
    added.flatMap((user_id) => [
      keys.reviewerApplication(organization_id, user_id),
      { pk: views.reviewersOfCategory(category ?? 0), sk: user_id },
    ]),
  );
  const unknown = added.filter((_, at) => items[at * 2]?.status !== "accepted" && items[at * 2 + 1] === undefined);
  if (unknown.length > 0)
    throw new Problem("credential.reviewer-unknown", {
      fields: { assigned_reviewers: "Choose among the reviewers who have been accepted." },
    });
}
