import { Problem } from "../../../../shared/http/problem.ts";
import { Job } from "../../../../shared/review/job.ts";
import { mayRelease } from "../../../../shared/review/rules.ts";
import type { Application } from "../../../../shared/submission/submission.ts";
import { audit } from "../../../data/audit.ts";
import { type Deadline, drop, finish } from "../../../data/deadlines.ts";
import { idOf } from "../../../data/keys/key.ts";
import { organizationKeys } from "../../../data/keys/organization.ts";
import { submissionKeys, submissionViews } from "../../../data/keys/submission.ts";
import { eachListed } from "../../../data/list.ts";
import { check } from "../../../data/steps.ts";
import { get, transact } from "../../../data/table.ts";
import { payOthers } from "../../../payment/model/earned-pay.ts";
import { endFeeSteps } from "../../../payment/model/end-appeal-fee.ts";
import { UserRecord } from "../../../user/model/record.ts";
import { deadlinesOf, jobEntity } from "../entity.ts";
import { laterTiedSteps } from "../follow-ties.ts";
import { seatReleaseSteps } from "../seats/seat-release.ts";
import { readJob } from "../store.ts";

/** Reminds the reviewer of a job that they accepted a week ago and left untouched. */
export async function remind(deadline: Deadline): Promise<void> {
  const { job } = await readJob({ credential_job_id: idOf(deadline.reference.pk) });
  if (!job || deadlinesOf(job)["job-reminder"] !== deadline.at) return drop(deadline);
  const { credential_job_id, acceptor = "", version } = job;
  await transact([
    finish(deadline),
    check(submissionKeys.job(credential_job_id), { where: { version } }),
    audit("job.reminded", { ...jobEntity.auditIds(job), actor_id: "system", reviewer_id: acceptor }),
  ]);
}

/** Releases every job that a person has in hand whose account is disabled. */
export async function releaseAll(deadline: Deadline): Promise<void> {
  const user_id = idOf(deadline.reference.pk);
  const user = await get(UserRecord, organizationKeys.user(user_id));
  if (user?.status === "disabled") {
    await eachListed(submissionViews.reviewerJobs(user_id, "type=inprogress"), async (item) => {
      const { job, application } = await readJob({
        credential_job_id: Job.parse(item).credential_job_id,
        prefetched: item,
      });
      if (job?.acceptor === user_id && application && mayRelease(job))
        await transact(seatReleaseSteps("release", job, application, "system"));
    });
  }
  await transact([finish(deadline)]);
}

/** Pays those who decided for a job that has ended, and whom the transaction that ended it had no room for. */
export async function pay(deadline: Deadline): Promise<void> {
  const { job, application } = await readJob({ credential_job_id: idOf(deadline.reference.pk) });
  if (!job || !application) return transact([finish(deadline)]);
  if (job.seat === "appeal" && job.status === "withdrawn") await returnFee(application);
  await payOthers(job, application);
  await transact([...(await laterTiedSteps(job, application)), finish(deadline)]);
}

/** The fee of an appeal that ended with its application becomes product credit. */
async function returnFee(application: Application): Promise<void> {
  const otherwise = new Problem("state.changed");
  if (application.appeal === "closed")
    await transact(await endFeeSteps(application, { spentCents: 0, actor_id: "system", otherwise }));
}

/** Gives a job back to all who may take it when its reviewer left it untouched for two weeks. */
export async function release(deadline: Deadline): Promise<void> {
  const { job, application } = await readJob({ credential_job_id: idOf(deadline.reference.pk) });
  if (!job || !application || deadlinesOf(job)["job-release"] !== deadline.at) return drop(deadline);
  await transact(seatReleaseSteps("release", job, application, "system"));
}
