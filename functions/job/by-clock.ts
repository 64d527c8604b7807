import { mayRelease } from "../../shared/job/rules.ts";
import { audit } from "../data/audit.ts";
import { type Duty, drop, finish, idOf } from "../data/duties.ts";
import { keys } from "../data/keys.ts";
import { check, together } from "../data/table.ts";
import { releaseSteps } from "./give-back.ts";
import { duesOf } from "./job.ts";
import { readJob } from "./store.ts";

/** Reminds the reviewer of a job that he accepted a week ago and left untouched. */
export async function remind(duty: Duty): Promise<void> {
  const { job } = await readJob(idOf(duty));
  if (!job || duesOf(job)["job-reminder"] !== duty.at) return drop(duty);
  const { credential_job_id, application_id, cred_id, organization_id, acceptor, version } = job;
  await together([
    finish(duty),
    check(keys.job(credential_job_id), { where: { version } }),
    audit({
      ...{ type: "job.reminded", organization_id, actor_id: "system", subject_id: credential_job_id },
      ...{ credential_job_id, application_id, cred_id, reviewer_id: acceptor },
    }),
  ]);
}

/** Gives a job back to all who may take it when its reviewer left it untouched for two weeks. */
export async function release(duty: Duty): Promise<void> {
  const { job, application } = await readJob(idOf(duty));
  if (!job || !application || duesOf(job)["job-release"] !== duty.at) return drop(duty);
  if (!mayRelease(job, application)) return drop(duty);
  await together(releaseSteps(job, application, "system"));
}
