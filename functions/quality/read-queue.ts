import { readQueue } from "../../shared/quality/calls.ts";
import { isLate } from "../../shared/review/clock.ts";
import { Job } from "../../shared/review/job.ts";
import { promisedOn } from "../../shared/review/rules.ts";
import { implement } from "../chain/implement.ts";
import { submissionViews } from "../data/keys/submission.ts";
import { inOrder, listPage } from "../data/list.ts";
import { clock } from "../runtime/clock.ts";

/** So many of each state are looked at, those that were handed in first. */
const EACH_MAX = 100;

export const handler = implement(readQueue, async (_, { organization_id }) => {
  const page = (status: "open" | "accepted" | "reviewing") =>
    listPage({ view: submissionViews.jobs(organization_id, status), limit: EACH_MAX, ...inOrder("oldest") });
  const [open, accepted, reviewing] = await Promise.all([page("open"), page("accepted"), page("reviewing")]);
  const jobs = [open, accepted, reviewing].flatMap(({ items }) => items.map((item) => Job.parse(item)));
  const dated = jobs.filter(({ due }) => due !== undefined);
  return {
    data: {
      open: open.total,
      under_review: accepted.total + reviewing.total,
      waiting_since: jobs.map(({ submitted_on }) => submitted_on).toSorted()[0],
      late: { count: dated.filter(isDecisionLate).length, of: dated.length },
    },
  };
});

/** Whether the day that the learner was promised is over. */
const isDecisionLate = (job: Job): boolean => isLate({ due_on: promisedOn(job)! }, clock.now());
