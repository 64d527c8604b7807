import { Appeal } from "../../../shared/appeal/appeal.ts";
import { dueOf, extendedDue, extraDays, isLate, promising, type WorkingTime } from "../../../shared/review/clock.ts";
import { type DueStep, Job, type JobDue } from "../../../shared/review/job.ts";
import {
  isUnderReview,
  isWaitingForAdmin,
  laterSeatsOf,
  pendingSteps,
  shownSeat,
} from "../../../shared/review/rules.ts";
import { type Application, Due } from "../../../shared/submission/submission.ts";
import { audit } from "../../data/audit.ts";
import { type Deadline, drop, finish } from "../../data/deadlines.ts";
import { idOf, keys, views } from "../../data/keys.ts";
import { eachListed } from "../../data/list.ts";
import { batchGet, type Item, type Step, transact } from "../../data/table.ts";
import { amend } from "../../data/transition.ts";
import { workingTimeOf } from "../../organization/model/calendar.ts";
import { OrganizationRecord } from "../../organization/model/record.ts";
import { clock } from "../../runtime/clock.ts";
import { appealEntity } from "../../submission/model/appeal-entity.ts";
import { applicationEntity } from "../../submission/model/application-entity.ts";
import { deadlinesOf, jobEntity } from "./entity.ts";
import { askForThird, endWithoutSecond } from "./finish-seat.ts";
import { seatReleaseSteps } from "./seat-release.ts";
import { readJob } from "./store.ts";
import { withdrawAnchor } from "./withdraw-anchor.ts";

/** Takes the next step on the way to a job's decision; while its organization is archived it waits. */
export async function followDue(deadline: Deadline): Promise<void> {
  const { job, application, alsoFound } = await readJob(
    { credential_job_id: idOf(deadline.reference.pk) },
    ({ organization_id }) => [keys.organization(organization_id)],
  );
  if (!job?.due || !application || deadlinesOf(job)["job-due"] !== deadline.at) return drop(deadline);
  const [next, ...steps] = pendingSteps(job);
  if (next?.step === "late" && !isLate(job.due, clock.now())) return;
  if (next?.step === "promised" && application.due && !isLate(application.due, clock.now())) return;
  if (alsoFound[0]?.status !== "active") return;
  const isOver = next?.step === "late" || next?.step === "overdue";
  if (job.seat === "anchor" && job.acceptor === undefined && isOver) return withdrawAnchor(job);
  if (job.seat === "second" && job.acceptor === undefined && isOver)
    return transact(await endWithoutSecond(application, job, clock.iso()));
  if (job.seat === "third" && job.acceptor === undefined && isOver)
    return transact(await askForThird(application, job, clock.iso()));
  if (next?.step === "overdue" && (isUntouched(job) || (shownSeat(job) !== "first" && job.acceptor !== undefined)))
    return transact(seatReleaseSteps("release", job, application, "system")); // the step ends with the next run
  const done = amend(jobEntity, { before: job, set: { due: { ...job.due, steps } } });
  await transact([...done.steps, ...stepAudit(next?.step, job, application)]);
}

/** Whether a reviewer has the job and has decided nothing of the round. */
const isUntouched = ({ acceptor, verdicts }: Job): boolean => acceptor !== undefined && verdicts.length === 0;

/** The audit row that tells people of a step, where there is somebody to tell. */
function stepAudit(step: DueStep | undefined, job: Job, application: Application): Step[] {
  const named = { ...jobEntity.auditIds(job), actor_id: "system", ...(job.acceptor && { reviewer_id: job.acceptor }) };
  if (step === "late" && job.seat === "appeal")
    return [
      audit("appeal.late", { ...jobEntity.auditIds(job), actor_id: "system", user_id: job.learner_id }),
      ...(isUnderReview(job) ? [audit("job.late", named)] : []), // its reviewer may be done, and an admin not
    ];
  const isLearnersDay = application.due?.due_on === job.due?.due_on;
  const told = job.seat === "first" && (step === "promised" || (step === "late" && isLearnersDay));
  const toLearner = told
    ? [audit("submission.late", { ...jobEntity.auditIds(job), actor_id: "system", user_id: job.learner_id })]
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
    for (const status of ["open", "accepted", "reviewing", "revisionNeeded"] as const)
      await eachListed(views.jobs(organization_id, status), async (item) => {
        const { credential_job_id } = Job.parse(item);
        const { job, application } = await readJob({ credential_job_id, prefetched: item });
        if (job?.seat !== "first" || !application) return;
        await transact(movingSteps(job, application, working));
        for (const later of laterSeatsOf(job, application.round)) {
          const seat = await readJob({ credential_job_id: later }, appealKeys);
          if (seat.job) await transact(movingSeat(seat.job, seat.alsoFound[0], working));
        }
      });
    await eachListed(views.anchorJobs(organization_id), async (item) => {
      await transact(movingSeat(Job.parse(item), undefined, working));
    });
  }
  await transact([finish(deadline)]);
}

/** The steps that move a decision's date. What has happened on the way happens again where it lies ahead once more. */
function movingSteps(job: Job, application: Application, working: WorkingTime): Step[] {
  const { due: before, submitted_on } = job;
  if (!before || !(isUnderReview(job) || job.status === "awaitingResult")) return [];
  const days = daysOf(before);
  const promised = dueOf(submitted_on, application.due?.business_days ?? days, working);
  const own = dueOf(submitted_on, days, working);
  const due = moved(before, promising(before.extended ? extendedDue(own, working) : own, promised));
  if (due.due_on === before.due_on && promised.due_on === application.due?.due_on) return [];
  return [
    ...amend(jobEntity, { before: job, set: { due } }).steps,
    ...amend(applicationEntity, { before: application, set: { due: Due.parse(promised) } }).steps,
    movedAudit(job, { user_id: job.learner_id }),
  ];
}

/** The days that a seat had from the beginning. */
const daysOf = ({ business_days, extended }: JobDue): number => business_days - (extended ? extraDays : 0);

/** The appeal that a seat decides. */
const appealKeys = ({ seat, application_id }: Job) => (seat === "appeal" ? [keys.appeal(application_id)] : []);

/** The steps that move the date of a later seat; the learner hears of it where it is the answer to their appeal. */
function movingSeat(job: Job, appealed: Item | undefined, working: WorkingTime): Step[] {
  const { due: before, seat, submitted_on } = job;
  if (!before || seat === "first" || !(isUnderReview(job) || isWaitingForAdmin(job))) return [];
  const own = dueOf(submitted_on, daysOf(before), working);
  const due = moved(before, before.extended ? extendedDue(own, working) : own);
  if (due.due_on === before.due_on) return [];
  const moves = amend(jobEntity, { before: job, set: { due } }).steps;
  if (!appealed) return [...moves, movedAudit(job)];
  const answered = amend(appealEntity, { before: Appeal.parse(appealed), set: { due: Due.parse(own) } }).steps;
  return [...moves, ...answered, movedAudit(job, { user_id: job.learner_id })];
}

/** A date that was reckoned anew, with what is still to happen on the way. */
function moved(before: JobDue, due: JobDue): JobDue {
  const pending = before.steps.map(({ step }) => step);
  return { ...due, steps: due.steps.filter(({ step, on }) => pending.includes(step) || on > clock.iso()) };
}

const movedAudit = (job: Job, learner: { readonly user_id?: string } = {}): Step =>
  audit("job.due-moved", {
    ...jobEntity.auditIds(job),
    ...learner,
    actor_id: "system",
    ...(job.acceptor && { reviewer_id: job.acceptor }),
  });
