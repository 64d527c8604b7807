import { listAssigned } from "../../shared/job/calls.ts";
import { Job } from "../../shared/job/job.ts";
import { views } from "../data/keys.ts";
import { readListed } from "../data/search.ts";
import { implement } from "../runtime/implement.ts";
import { jobRow, wordsOfJob } from "./store.ts";

export const handler = implement(listAssigned, async ({ status, offset, limit, cursor, search, sort }, { actor }) => {
  const view = views.reviewerJobs(actor.user_id, status);
  const page = await readListed({ view, search, wordsIn: wordsOfJob, sort, offset, limit, cursor });
  const jobs = page.items.map((item) => jobRow(Job.parse(item), actor.user_id));
  return { data: { jobs, total: page.total, cursor: page.cursor } };
});
