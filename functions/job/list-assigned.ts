import { listAssigned } from "../../shared/job/calls.ts";
import { Job } from "../../shared/job/job.ts";
import { views } from "../data/keys.ts";
import { listPage } from "../data/list.ts";
import { implement } from "../runtime/implement.ts";
import { jobRow } from "./store.ts";

export const handler = implement(listAssigned, async ({ status, offset, limit, cursor }, { actor }) => {
  const page = await listPage({ view: views.reviewerJobs(actor.user_id, status), offset, limit, cursor });
  const jobs = page.items.map((item) => jobRow(Job.parse(item), actor.user_id));
  return { data: { jobs, total: page.total, cursor: page.cursor } };
});
