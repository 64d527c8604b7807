import { listAssigned } from "../../shared/job/calls.ts";
import { Job } from "../../shared/job/job.ts";
import { views } from "../data/keys.ts";
import { implement } from "../runtime/implement.ts";
import { readOwnJobs } from "./ordered-jobs.ts";
import { jobRow } from "./store.ts";

export const handler = implement(listAssigned, async ({ status, offset, limit, cursor, search, sort }, { actor }) => {
  const view = views.reviewerJobs(actor.user_id, status);
  const page = await readOwnJobs({ view, search, sort, offset, limit, cursor });
  const jobs = page.items.map((item) => jobRow(Job.parse(item), actor.user_id));
  return { data: { jobs, total: page.total, cursor: page.cursor } };
});
