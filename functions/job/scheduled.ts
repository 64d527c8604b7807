import { audit } from "../data/audit.ts";
import { type Deadline, drop, finish } from "../data/deadlines.ts";
import { idOf, keys } from "../data/keys.ts";
import { check, transact } from "../data/table.ts";
import { deadlinesOf } from "./entity.ts";
import { giveBackSteps } from "./give-back.ts";
import { readJob } from "./store.ts";

/** Reminds the reviewer of a job that they accepted a week ago and left untouched. */
export async function remind(deadline: Deadline): Promise<void> {
  const { job } = await readJob(idOf(deadline.reference.pk));
  if (!job || deadlinesOf(job)["job-reminder"] !== deadline.at) return drop(deadline);
  const { credential_job_id, application_id, cred_id, organization_id, acceptor = "", version } = job;
  await transact([
    finish(deadline),
    check(keys.job(credential_job_id), { where: { version } }),
    audit("job.reminded", {
      organization_id,
      actor_id: "system",
      subject_id: credential_job_id,
      credential_job_id,
      application_id,
      cred_id,
      reviewer_id: acceptor,
    }),
  ]);
}

/** Gives a job back to all who may take it when its reviewer left it untouched for two weeks. */
export async function release(deadline: Deadline): Promise<void> {
  const { job, application } = await readJob(idOf(deadline.reference.pk));
  if (!job || !application || deadlinesOf(job)["job-release"] !== deadline.at) return drop(deadline);
  await transact(giveBackSteps("release", job, application, "system"));
}
