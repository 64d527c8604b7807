import { listAdjudications } from "../../shared/job/adjudication-calls.ts";
import { Job } from "../../shared/job/job.ts";
import { views } from "../data/keys.ts";
import { inOrder, listPage } from "../data/list.ts";
import { implement } from "../runtime/implement.ts";

export const handler = implement(listAdjudications, async (asked, { organization_id }) => {
  const view = views.adjudications(organization_id);
  const { items, total, cursor } = await listPage({ view, ...asked, ...inOrder("oldest") });
  const jobs = items.flatMap((item) => {
    const { credential_job_id, cred_id, title, adjudication } = Job.parse(item);
    return adjudication ? [{ credential_job_id, cred_id, title, ...adjudication }] : [];
  });
  return {
    data: {
      jobs: jobs.map(({ section_ids: _, ...row }) => row),
      total,
      cursor,
    },
  };
});
