import { list } from "../../shared/job/calls.ts";
import { Job } from "../../shared/job/job.ts";
import { mayReviewFor } from "../../shared/reviewer/eligibility.ts";
import { readSummariesOf } from "../credential/summary.ts";
import { keys, views } from "../data/keys.ts";
import { listPage } from "../data/list.ts";
import { readStanding } from "../reviewer/standing.ts";
import { implement } from "../runtime/implement.ts";
import { jobRow } from "./store.ts";

/** A reviewer reads the open jobs offered to them that they may accept, staff the organization's. */
export const handler = implement(list, async ({ status, ...paging }, { actor, organization_id }) => {
  const { user_id } = actor;
  if (actor.reach === "related") return { data: await listOffered(user_id, paging) };
  const page = await listPage({ view: views.jobs(organization_id, status), ...paging });
  const jobs = page.items.map((item) => jobRow(Job.parse(item), user_id));
  return { data: { jobs, total: page.total, cursor: page.cursor } };
});

/** Offers follow suspensions and changed lists within minutes; until then a page is shorter by what may not be accepted. */
async function listOffered(user_id: string, paging: { offset: number; limit: number; cursor?: string }) {
  const [page, standing] = await Promise.all([
    listPage({ view: views.reviewerJobs(user_id, "open"), ...paging }),
    readStanding(user_id),
  ]);
  const offered = page.items.map((item) => Job.parse(item));
  const credentials = await readSummariesOf(offered.map(({ cred_id }) => keys.credential(cred_id)));
  const jobs = offered.filter(({ cred_id }) =>
    credentials.some((credential) => credential.cred_id === cred_id && mayReviewFor(standing, credential)),
  );
  const total = page.total - (offered.length - jobs.length);
  return { jobs: jobs.map((job) => jobRow(job, user_id)), total, cursor: page.cursor };
}
