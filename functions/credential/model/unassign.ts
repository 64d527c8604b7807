import { mayReviewFor } from "../../../shared/reviewer/eligibility.ts";
import { type Deadline, dueNow, finish } from "../../data/deadlines.ts";
import { credentialKeys } from "../../data/keys/credential.ts";
import { placeOf } from "../../data/keys/key.ts";
import { reviewerViews } from "../../data/keys/reviewer.ts";
import { eachListed } from "../../data/list.ts";
import { transact } from "../../data/table.ts";
import { transition } from "../../data/transition.ts";
import { type ReadStanding, readStanding, readStandings } from "../../user/model/reviewer-standing.ts";
import { credentialEntity } from "./entity.ts";
import { StoredCredential } from "./record.ts";

/**
 * Takes a person whom an organization has suspended or let go off the lists of published and closed credentials that they
 * may not review for any more; its author is told, and hears when nobody is left.
 */
export async function unassignReviewer(deadline: Deadline): Promise<void> {
  const { user_id } = placeOf(deadline.reference);
  const standing = await readStanding(user_id);
  await eachListed(reviewerViews.assignedCredentials(user_id), (item) =>
    unassign(StoredCredential.parse(item), standing),
  );
  await transact([finish(deadline)]);
}

async function unassign(before: StoredCredential, standing: ReadStanding): Promise<void> {
  if (mayReviewFor(standing, before)) return;
  const { user_id: reviewer_id } = standing;
  const assigned_reviewers = before.assigned_reviewers.filter((user_id) => user_id !== reviewer_id);
  const left = [...(await readStandings(assigned_reviewers)).values()];
  const event = left.some((each) => mayReviewFor(each, { ...before, assigned_reviewers }))
    ? "loseReviewer"
    : "loseLastReviewer";
  const { steps } = transition(credentialEntity, event, {
    before,
    set: { assigned_reviewers },
    actor_id: "system",
    details: { reviewer_id },
  });
  await transact([...steps, dueNow("reviewer-offers", credentialKeys.credential(before.cred_id))]);
}
