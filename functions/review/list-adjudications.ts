import { listAdjudications } from "../../shared/review/adjudication-calls.ts";
import { Job, type WaitingJob } from "../../shared/review/job.ts";
import { firstJobOf, isWaitingForAdmin } from "../../shared/review/rules.ts";
import { Application } from "../../shared/submission/submission.ts";
import { implement } from "../chain/implement.ts";
import { submissionKeys, submissionViews } from "../data/keys/submission.ts";
import { inOrder, listPage } from "../data/list.ts";
import { batchGet } from "../data/table.ts";

export const handler = implement(listAdjudications, async (asked, { organization_id }) => {
  const view = submissionViews.adjudications(organization_id);
  const { items, total, cursor } = await listPage({ view, ...asked, ...inOrder("oldest") });
  const waiting = items.map((item) => Job.parse(item)).filter(isWaitingForAdmin);
  const appealed = waiting.filter(({ seat }) => seat === "appeal");
  const found = await batchGet(appealed.map(({ application_id }) => submissionKeys.application(application_id)));
  /** Of an appeal the first seat, the only one that admins know. */
  const shownId = (job: WaitingJob) => {
    const application = found[appealed.indexOf(job)];
    return application ? firstJobOf(Application.parse(application))! : job.credential_job_id;
  };
  const jobs = waiting.map((job) => {
    const { cred_id, title, adjudication } = job;
    return { credential_job_id: shownId(job), cred_id, title, ...adjudication };
  });
  return {
    data: {
      jobs: jobs.map(({ section_ids: _, ...row }) => row),
      total,
      cursor,
    },
  };
});
