import { readQueue } from "../../shared/quality/calls.ts";
import { implement } from "../chain/implement.ts";
import { submissionViews } from "../data/keys/submission.ts";
import { readTotals } from "../data/list.ts";
import { isDecisionLate, readOpenReviews } from "../review/model/open-reviews.ts";

/** The same reviews as in the list of those under way, so that each number is as long as its list. */
export const handler = implement(readQueue, async (_, { organization_id }) => {
  const states = ["open", "accepted", "reviewing"] as const;
  const [{ jobs }, [open = 0, ...underReview]] = await Promise.all([
    readOpenReviews(organization_id),
    readTotals(states.map((status) => submissionViews.jobs(organization_id, status))),
  ]);
  return {
    data: {
      open,
      under_review: underReview.reduce((sum, each) => sum + each, 0),
      waiting_since: jobs.map(({ submitted_on }) => submitted_on).toSorted()[0],
      late: { count: jobs.filter(isDecisionLate).length, of: jobs.filter(({ due }) => due !== undefined).length },
    },
  };
});
