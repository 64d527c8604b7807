import { Job } from "../../shared/job/job.ts";
import { takeOffLists } from "../credential/departure.ts";
import { readSummary } from "../credential/summary.ts";
import { audit } from "../data/audit.ts";
import { type Deadline, finish } from "../data/deadlines.ts";
import { idOf, views } from "../data/keys.ts";
import { eachListed } from "../data/list.ts";
import { transact } from "../data/table.ts";
import { amend } from "../data/transition.ts";
import { jobEntity } from "../job/entity.ts";
import { followTies } from "../job/follow-ties.ts";
import { withoutTied } from "../job/ties.ts";
import { scheduled } from "./scheduled.ts";

/**
 * Takes reviewers off the lists they may not be on any more and follows ties that were declared, then offers the open jobs of each credential to the reviewers
 * it has now: those added are told, those removed lose the offer.
 */
export const handler = scheduled({
  "reviewer-departure": takeOffLists,
  "person-ties": followTies,
  "reviewer-offers": offer,
});

async function offer(deadline: Deadline): Promise<void> {
  const credential = await readSummary(idOf(deadline.reference.pk));
  if (credential) {
    const { cred_id, assigned_reviewers } = credential;
    await eachListed(views.openJobs(cred_id), (item) => offerTo(Job.parse(item), assigned_reviewers));
  }
  await transact([finish(deadline)]);
}

/** Takes the offer back first and makes it after: all of a credential's reviewers at once are too many for a transaction. */
async function offerTo(before: Job, assigned: readonly string[]): Promise<void> {
  const { learner_id, passed_over = [] } = before;
  const others = assigned.filter((user_id) => user_id !== learner_id && !passed_over.includes(user_id));
  const reviewers = await withoutTied(before, others);
  const added = reviewers.filter((user_id) => !before.reviewers.includes(user_id));
  const kept = before.reviewers.filter((user_id) => reviewers.includes(user_id));
  let job = before;
  if (kept.length < before.reviewers.length) {
    const withdrawn = amend(jobEntity, { before, set: { reviewers: kept } });
    await transact(withdrawn.steps);
    job = withdrawn.after;
  }
  if (added.length === 0) return;
  await transact([
    ...amend(jobEntity, { before: job, set: { reviewers } }).steps,
    ...added.map((reviewer_id) =>
      audit("job.offered", { ...jobEntity.identify(job), actor_id: "system", reviewer_id }),
    ),
  ]);
}
