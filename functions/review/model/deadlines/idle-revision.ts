import type { Job } from "../../../../shared/review/job.ts";
import { revisionDays } from "../../../../shared/submission/rules.ts";
import { Application } from "../../../../shared/submission/submission.ts";
import { audit } from "../../../data/audit.ts";
import { type Deadline, daysAfter, drop, finish } from "../../../data/deadlines.ts";
import { now } from "../../../data/ids.ts";
import { idOf } from "../../../data/keys/key.ts";
import { organizationKeys } from "../../../data/keys/organization.ts";
import { submissionKeys, submissionViews } from "../../../data/keys/submission.ts";
import { eachListed } from "../../../data/list.ts";
import { check } from "../../../data/steps.ts";
import { get, transact } from "../../../data/table.ts";
import { amend, transition } from "../../../data/transition.ts";
import { earnPay } from "../../../payment/model/earned-pay.ts";
import { applicationEntity, deadlinesOf } from "../../../submission/model/application-entity.ts";
import { readReview } from "../../../submission/model/review.ts";
import { UserRecord } from "../../../user/model/record.ts";
import { jobEntity } from "../entity.ts";

interface Case {
  readonly application: Application;
  readonly job: Job;
}

/** Reminds a learner of a revision left untouched for so many days. */
export const remindOfRevision = (deadline: Deadline, days: number): Promise<void> =>
  onTime(deadline, days, (found) => remind(deadline, found));

/** Closes a submission whose revision nobody touched for 60 days; its reviewer's pay is due. */
export const closeRevision = (deadline: Deadline): Promise<void> => onTime(deadline, revisionDays.end, close);

/** Does the work when the revision has been untouched for so many days to the hour; drops it when it is no longer due. */
async function onTime(deadline: Deadline, days: number, work: (found: Case) => Promise<void>): Promise<void> {
  const { application, job } = await readReview(idOf(deadline.reference.pk));
  if (!application || !job || deadlinesOf(application)[deadline.kind] !== deadline.at) return drop(deadline);
  if (daysAfter(application.updated_on, days) > now()) return;
  const learner = await get(UserRecord, organizationKeys.user(application.user_id));
  if (learner?.status !== "disabled") await work({ application, job }); // their time stands still until they return
}

/** Counts the days of a learner's revisions anew when their account is enabled again. */
export async function goOnWithRevisions(deadline: Deadline): Promise<void> {
  await eachListed(submissionViews.submissions(idOf(deadline.reference.pk), "RevisionNeeded"), async (item) => {
    await transact(amend(applicationEntity, { before: Application.parse(item), set: { updated_on: now() } }).steps);
  });
  await transact([finish(deadline)]);
}

const idsOf = ({ application, job }: Case) => {
  const { application_id, organization_id, cred_id, user_id } = application;
  const { credential_job_id } = job;
  return { organization_id, subject_id: application_id, application_id, cred_id, user_id, credential_job_id };
};

async function remind(deadline: Deadline, found: Case): Promise<void> {
  const { application_id, version } = found.application;
  const type = deadline.kind === "revision-reminder" ? "submission.revision-reminded" : "submission.revision-last-call";
  await transact([
    finish(deadline),
    check(submissionKeys.application(application_id), { where: { version } }),
    audit(type, { actor_id: "system", ...idsOf(found) }),
  ]);
}

async function close({ application, job }: Case): Promise<void> {
  const closed = transition(applicationEntity, "sixtyDaysPass", {
    before: application,
    set: { closed_because: "revision", closed_on: now() },
    actor_id: "system",
  });
  await transact([
    ...closed.steps,
    ...transition(jobEntity, "abandon", { before: job, set: { completed_on: now() }, recordedBy: closed }).steps,
    ...earnPay(job, application),
  ]);
}
