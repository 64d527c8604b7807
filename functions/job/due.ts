import { dueOf, extendedDue, isLate, type WorkingTime } from "../../shared/job/clock.ts";
import { type DueStep, Job } from "../../shared/job/job.ts";
import { isUnderReview } from "../../shared/job/rules.ts";
import { type Application, Due } from "../../shared/submission/submission.ts";
import { audit } from "../data/audit.ts";
import { type Deadline, drop, finish } from "../data/deadlines.ts";
import { idOf, keys, views } from "../data/keys.ts";
import { eachListed } from "../data/list.ts";
import { batchGet, type Step, transact } from "../data/table.ts";
import { amend } from "../data/transition.ts";
import { workingTimeOf } from "../organization/calendar.ts";
import { OrganizationRecord } from "../organization/record.ts";
import { clock } from "../process/clock.ts";
import { applicationEntity } from "../submission/application-entity.ts";
import { deadlinesOf, jobEntity } from "./entity.ts";
import { endWithoutSecond } from "./finish-seat.ts";
import { giveBackSteps } from "./give-back.ts";
import { readJob } from "./store.ts";

/** Takes the next step on the way to a job's decision; while its organization is archived it waits. */
export async function followDue(deadline: Deadline): Promise<void> {
  const { job, application, alsoFound } = await readJob(
    { credential_job_id: idOf(deadline.reference.pk) },
    ({ organization_id }) => [keys.organization(organization_id)],
  );
  if (!job?.due || !application || deadlinesOf(job)["job-due"] !== deadline.at) return drop(deadline);
  const [next, ...steps] = job.due.steps;
  if (next?.step === "late" && !isLate(job.due, clock.now())) return;
  if (alsoFound[0]?.status !== "active") return;
  const isOver = next?.step === "late" || next?.step === "overdue";
  if (job.seat === "second" && job.acceptor === undefined && isOver)
    return transact(await endWithoutSecond(application, job, clock.iso()));
  if (next?.step === "overdue" && (isUntouched(job) || (job.seat === "second" && job.acceptor !== undefined)))
    return transact(giveBackSteps("release", job, application, "system")); // the step ends with the next run
  const done = amend(jobEntity, { before: job, set: { due: { ...job.due, steps } } });
  await transact([...done.steps, ...stepAudit(next?.step, job)]);
}

/** Whether a reviewer has the job and has decided nothing of the round. */
const isUntouched = ({ acceptor, verdicts }: Job): boolean => acceptor !== undefined && verdicts.length === 0;

/** The audit row that tells people of a step, where there is somebody to tell. */
function stepAudit(step: DueStep | undefined, job: Job): Step[] {
  const named = { ...jobEntity.identify(job), actor_id: "system", ...(job.acceptor && { reviewer_id: job.acceptor }) };
  const told = job.seat === "first" && (step === "promised" || (step === "late" && !job.due?.extended));
  const toLearner = told
    ? [audit("submission.late", { ...jobEntity.identify(job), actor_id: "system", user_id: job.learner_id })]
    : [];
  if (step === "promised" || step === "late")
    return [...toLearner, ...(step === "late" ? [audit("job.late", named)] : [])];
  const isWanted = step === "reminder" || (step === "halfway" && isUntouched(job));
  return isWanted ? [audit("job.due-reminded", named)] : [];
}

/** Reckons anew when the decisions are due that an organization's learners wait for, by its working days as they are now. */
export async function moveDue(deadline: Deadline): Promise<void> {
  const organization_id = idOf(deadline.reference.pk);
  const [organization, calendar] = await batchGet([keys.organization(organization_id), keys.calendar(organization_id)]);
  if (organization?.status === "active") {
    const working = workingTimeOf(OrganizationRecord.parse(organization), calendar);
    for (const status of ["open", "accepted", "reviewing"] as const)
      await eachListed(views.jobs(organization_id, status), async (item) => {
        const { credential_job_id } = Job.parse(item);
        const { job, application } = await readJob({ credential_job_id, prefetched: item });
        if (job && application) await transact(movingSteps(job, application, working));
      });
  }
  await transact([finish(deadline)]);
}

/** The steps that move a decision's date. What has happened on the way happens again where it lies ahead once more. */
function movingSteps(job: Job, application: Application, working: WorkingTime): Step[] {
  if (!job.due || !isUnderReview(job)) return [];
  const promised = dueOf(job.submitted_on, application.due?.business_days ?? job.due.business_days, working);
  const { steps, ...due } = job.due.extended ? extendedDue(promised, working) : promised;
  const pending = job.due.steps.map(({ step }) => step);
  const still = steps.filter(({ step, on }) => pending.includes(step) || on > clock.iso());
  if (due.due_on === job.due.due_on) return [];
  const { application_id, cred_id, organization_id, credential_job_id, learner_id, acceptor } = job;
  return [
    ...amend(jobEntity, { before: job, set: { due: { ...due, steps: still } } }).steps,
    ...amend(applicationEntity, { before: application, set: { due: Due.parse(promised) } }).steps,
    audit("job.due-moved", {
      organization_id,
      subject_id: credential_job_id,
      credential_job_id,
      application_id,
      cred_id,
      user_id: learner_id,
      actor_id: "system",
      ...(acceptor && { reviewer_id: acceptor }),
    }),
  ];
}
