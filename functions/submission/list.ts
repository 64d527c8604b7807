import { Job } from "../../shared/review/job.ts";
import { list } from "../../shared/submission/calls.ts";
import { Application } from "../../shared/submission/submission.ts";
import { implement } from "../chain/implement.ts";
import { submissionViews } from "../data/keys/submission.ts";
import { listPage } from "../data/list.ts";
import { submissionRow, submissionRowOfJob } from "./model/rows.ts";

/** A reviewer's own jobs, a learner's own work. */
export const handler = implement(list, async ({ type, offset, limit, cursor }, { actor }) => {
  const reviews = actor.role === "reviewer";
  const part = reviews && type !== "inprogress" ? type : `type=${type}`;
  const view = reviews
    ? submissionViews.reviewerJobs(actor.user_id, part)
    : submissionViews.submissions(actor.user_id, part);
  const page = await listPage({ view, offset, limit, cursor });
  const submissions = page.items.map((item) =>
    reviews ? submissionRowOfJob(Job.parse(item), actor.user_id) : submissionRow(Application.parse(item)),
  );
  return { data: { submissions, total: page.total, cursor: page.cursor } };
});
