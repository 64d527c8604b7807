import { Job } from "../../shared/review/job.ts";
import { scheduled } from "../chain/scheduled.ts";
import { readSummary } from "../credential/model/summary.ts";
import { unassignReviewer } from "../credential/model/unassign.ts";
import { type Deadline, finish } from "../data/deadlines.ts";
import { idOf } from "../data/keys/key.ts";
import { submissionViews } from "../data/keys/submission.ts";
import { eachListed } from "../data/list.ts";
import { transact } from "../data/table.ts";
import { seedAnchor } from "./model/anchors/seeded-anchors.ts";
import { followAnchors } from "./model/anchors/withdraw-anchor.ts";
import { followTies, offerAnew } from "./model/follow-ties.ts";
import { offerTo, openWave } from "./model/offers.ts";

/**
 * Takes reviewers off the lists they may not be on any more and follows ties that were declared, then offers the open jobs of each credential to the reviewers
 * it has now, wave by wave: those added are told, those removed lose the offer.
 */
export const handler = scheduled({
  "reviewer-departure": unassignReviewer,
  "person-ties": followTies,
  "ties-turn": offerAnew,
  "reviewer-offers": offer,
  "anchor-seeding": seedAnchor,
  "job-wave": openWave,
});

async function offer(deadline: Deadline): Promise<void> {
  const credential = await readSummary(idOf(deadline.reference.pk));
  if (credential) {
    const { cred_id, organization_id, assigned_reviewers } = credential;
    await followAnchors(organization_id, cred_id);
    await eachListed(submissionViews.openJobs(cred_id), (item) => offerTo(Job.parse(item), assigned_reviewers));
  }
  await transact([finish(deadline)]);
}
