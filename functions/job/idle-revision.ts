import type { Job } from "../../shared/job/job.ts";
import { jobOf } from "../../shared/job/rules.ts";
import { nextApplicationStatus, revisionDays } from "../../shared/submission/rules.ts";
import type { Application } from "../../shared/submission/submission.ts";
import { audit } from "../data/audit.ts";
import { type Duty, daysAfter, drop, finish, idOf } from "../data/duties.ts";
import { now } from "../data/ids.ts";
import { keys } from "../data/keys.ts";
import { check, together } from "../data/table.ts";
import { earnReviewerPay } from "../payment/ledger.ts";
import { duesOf, moveApplication } from "../submission/application.ts";
import { moveJob } from "./job.ts";
import { readJob } from "./store.ts";

interface Case {
  readonly application: Application;
  readonly job: Job;
}

/** Reminds a learner of a revision left untouched for so many days. */
export const remindOfRevision = (duty: Duty, days: number): Promise<void> =>
  onTime(duty, days, (found) => remind(duty, found));

/** Closes a submission whose revision nobody touched for 60 days; its reviewer's pay is due. */
export const closeRevision = (duty: Duty): Promise<void> => onTime(duty, revisionDays.end, close);

/** Does the work when the revision has been untouched for so many days to the hour; drops it when it is no longer due. */
async function onTime(duty: Duty, days: number, work: (found: Case) => Promise<void>): Promise<void> {
  const { application, job } = await readJob(jobOf(idOf(duty)));
  if (!application || !job || duesOf(application)[duty.kind] !== duty.at) return drop(duty);
  if (daysAfter(application.updated_on, days) <= now()) await work({ application, job });
}

const idsOf = ({ application, job }: Case) => {
  const { application_id, organization_id, cred_id, user_id } = application;
  const { credential_job_id } = job;
  return { organization_id, subject_id: application_id, application_id, cred_id, user_id, credential_job_id };
};

async function remind(duty: Duty, found: Case): Promise<void> {
  const { application_id, version } = found.application;
  const type = duty.kind === "revision-reminder" ? "submission.revision-reminded" : "submission.revision-last-call";
  await together([
    finish(duty),
    check(keys.application(application_id), { where: { version } }),
    audit({ type, actor_id: "system", ...idsOf(found) }),
  ]);
}

async function close(found: Case): Promise<void> {
  const { application, job } = found;
  const { status: from } = application;
  await together([
    ...moveApplication(application, "sixtyDaysPass"),
    ...moveJob(job, "abandon", { completed_on: now() }),
    ...earnReviewerPay(job, application),
    audit({
      ...{ type: "submission.closed", actor_id: "system", ...idsOf(found) },
      ...{ from, to: nextApplicationStatus(from, "sixtyDaysPass") },
    }),
  ]);
}
