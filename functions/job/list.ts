import { list } from "../../shared/job/calls.ts";
import { Job } from "../../shared/job/job.ts";
import { views } from "../data/keys.ts";
import { listPage } from "../data/list.ts";
import { implement } from "../runtime/implement.ts";
import { jobRow } from "./store.ts";

/** A reviewer reads the open jobs offered to them, staff the organization's. */
export const handler = implement(list, async ({ status, offset, limit, cursor }, { actor, organization_id }) => {
  const view =
    actor.reach === "related" ? views.reviewerJobs(actor.user_id, "open") : views.jobs(organization_id, status);
  const page = await listPage({ view, offset, limit, cursor });
  const jobs = page.items.map((item) => jobRow(Job.parse(item), actor.user_id));
  return { data: { jobs, total: page.total, cursor: page.cursor } };
});
