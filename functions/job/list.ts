import { type JobRow, list } from "../../shared/job/calls.ts";
import { Job } from "../../shared/job/job.ts";
import { readSummariesOf } from "../credential/summary.ts";
import { keys, views } from "../data/keys.ts";
import { listPage } from "../data/list.ts";
import type { Actor } from "../runtime/actor.ts";
import { implement } from "../runtime/implement.ts";
import { mayReassign } from "./reassigning.ts";
import { jobRow } from "./store.ts";

/** A reviewer reads the open jobs offered to them, staff the organization's. */
export const handler = implement(list, async ({ status, offset, limit, cursor }, { actor, organization_id }) => {
  const view =
    actor.reach === "related" ? views.reviewerJobs(actor.user_id, "open") : views.jobs(organization_id, status);
  const page = await listPage({ view, offset, limit, cursor });
  const found = page.items.map((item) => Job.parse(item));
  const rows = found.map((job) => jobRow(job, actor.user_id));
  const jobs = actor.reach === "related" ? rows : await withReassignable(found, rows, actor);
  return { data: { jobs, total: page.total, cursor: page.cursor } };
});

async function withReassignable(found: readonly Job[], rows: readonly JobRow[], actor: Actor): Promise<JobRow[]> {
  const ids = [...new Set(found.map(({ cred_id }) => cred_id))];
  const credentials = await readSummariesOf(ids.map((cred_id) => keys.credential(cred_id)));
  return found.map((job, index) => {
    const credential = credentials.find(({ cred_id }) => cred_id === job.cred_id);
    return { ...rows[index]!, reassignable: mayReassign(job, credential, actor) };
  });
}
