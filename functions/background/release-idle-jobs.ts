import { mayRelease } from "../../shared/job/rules.ts";
import { audit } from "../data/audit.ts";
import { type Duty, finish } from "../data/duties.ts";
import { keys } from "../data/keys.ts";
import { check, together } from "../data/table.ts";
import { releaseSteps } from "../job/give-back.ts";
import { duesOf } from "../job/job.ts";
import { readJob } from "../job/store.ts";
import { clockwork, drop, idOf } from "./clockwork.ts";

/** Reminds the reviewer of an accepted job that he left untouched for a week; after two it is open to all again. */
export const handler = clockwork({ "job-reminder": remind, "job-release": release });

async function remind(duty: Duty): Promise<void> {
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

async function release(duty: Duty): Promise<void> {
  const { job, application } = await readJob(idOf(duty));
  if (!job || !application || duesOf(job)["job-release"] !== duty.at) return drop(duty);
  if (!mayRelease(job, application)) return drop(duty);
  await together(releaseSteps(job, application, "system"));
}
