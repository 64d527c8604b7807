import { listAssigned } from "../../shared/review/calls.ts";
import { Job } from "../../shared/review/job.ts";
import { implement } from "../chain/implement.ts";
import { submissionViews } from "../data/keys/submission.ts";
import { readOwnJobs } from "./model/ordered-jobs.ts";
import { jobRow } from "./model/store.ts";

export const handler = implement(listAssigned, async ({ status, offset, limit, cursor, search, sort }, { actor }) => {
  const view = submissionViews.reviewerJobs(actor.user_id, status);
  const page = await readOwnJobs({ view, search, sort, offset, limit, cursor });
  const jobs = page.items.map((item) => jobRow(Job.parse(item), actor.user_id));
  return { data: { jobs, total: page.total, cursor: page.cursor } };
});
