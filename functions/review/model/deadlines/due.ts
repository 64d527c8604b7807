import { Appeal } from "../../../../shared/appeal/appeal.ts";
import { reviewerDays } from "../../../../shared/credential/rules.ts";
import {
  dueOf,
  extendedDue,
  extraDays,
  isLate,
  laterSeatDue,
  promising,
  takenDue,
  type WorkingTime,
} from "../../../../shared/review/clock.ts";
import { type DueStep, Job, type JobDue } from "../../../../shared/review/job.ts";
import { isUnderReview, isWaitingForAdmin, laterSeatsOf, pendingSteps } from "../../../../shared/review/rules.ts";
import { type Application, Due } from "../../../../shared/submission/submission.ts";
import { audit } from "../../../data/audit.ts";
import { type Deadline, drop, finish } from "../../../data/deadlines.ts";
import { idOf } from "../../../data/keys/key.ts";
import { organizationKeys } from "../../../data/keys/organization.ts";
import { submissionKeys, submissionViews } from "../../../data/keys/submission.ts";
import { eachListed } from "../../../data/list.ts";
import type { Step } from "../../../data/steps.ts";
import { batchGet, type Item, transact } from "../../../data/table.ts";
import { amend } from "../../../data/transition.ts";
import { workingTimeOf } from "../../../organization/model/calendar.ts";
import { OrganizationRecord } from "../../../organization/model/record.ts";
import { clock } from "../../../runtime/clock.ts";
import { appealEntity } from "../../../submission/model/appeal-entity.ts";
import { applicationEntity } from "../../../submission/model/application-entity.ts";
import { withdrawAnchor } from "../anchors/withdraw-anchor.ts";
import { deadlinesOf, jobEntity } from "../entity.ts";
import { askForThird, endWithoutSecond } from "../seats/finish-seat.ts";
import { seatReleaseSteps } from "../seats/seat-release.ts";
import { readJob } from "../store.ts";
import { learnersDue } from "./taken-days.ts";

/** Takes the next step on the way to a job's decision; while its organization is archived it waits. */
export async function followDue(deadline: Deadline): Promise<void> {
  const { job, application, alsoFound } = await readJob({ credential_job_id: idOf(deadline.reference.pk) }, (named) => [
    organizationKeys.organization(named.organization_id),
    ...appealKeys(named),
  ]);
  if (!job?.due || !application || deadlinesOf(job)["job-due"] !== deadline.at) return drop(deadline);
  const [organization, appealed] = alsoFound;
  const [next, ...steps] = pendingSteps(job);
  const isDay = next?.step === "late" || next?.step === "promised";
  if (isDay && !isLate({ due_on: next.on }, clock.now())) return;
  if (organization?.status !== "active") return;
  const isOver = next?.step === "late" || next?.step === "overdue";
  if (job.acceptor === undefined && isOver) {
    if (job.seat === "anchor") return withdrawAnchor(job);
    if (job.seat === "second") return transact(await endWithoutSecond(application, job, clock.iso()));
    if (job.seat === "third") return transact(await askForThird(application, job, clock.iso()));
  }
  if (next?.step === "overdue" && isUntouched(job))
    return transact(seatReleaseSteps("release", job, application, "system")); // the step ends with the next run
  const learners = learnersDue(job, application, appealed);
  const isLearners = next?.step === "promised" || (next?.step === "late" && isLearnersDay(job, learners));
  const { seat_due } = job;
  const told = isLearners && seat_due && { seat_due: withoutDay(seat_due, next.on) };
  const done = amend(jobEntity, { before: job, set: { due: { ...job.due, steps }, ...told } });
  await transact([...done.steps, ...stepAudit(next?.step, job, isLearners && learners !== undefined)]);
}

/** Whether a seat's own day is the one that its learner was promised. */
const isLearnersDay = ({ due }: Job, learners: Due | undefined): boolean =>
  !due?.taken && learners?.due_on === due?.due_on;

/** The days of a seat of which its learner has heard that they are over. */
const withoutDay = (due: JobDue, day: string): JobDue => ({ ...due, steps: due.steps.filter(({ on }) => on !== day) });

/** Whether a reviewer has the job and has decided nothing of the round. */
const isUntouched = ({ acceptor, verdicts }: Job): boolean => acceptor !== undefined && verdicts.length === 0;

/** The audit rows that tell people of a step, where there is somebody to tell: nobody whom a job is merely offered to. */
function stepAudit(step: DueStep | undefined, job: Job, isLearners: boolean): Step[] {
  const ids = { ...jobEntity.auditIds(job), actor_id: "system" };
  const { acceptor, seat } = job;
  const toLearner = isLearners
    ? [audit(seat === "appeal" ? "appeal.late" : "submission.late", { ...ids, user_id: job.learner_id })]
    : [];
  const toReviewer = reviewersEvent(step, job);
  return [...toLearner, ...(toReviewer ? [audit(toReviewer, { ...ids, reviewer_id: acceptor! })] : [])];
}

/** What a step tells the reviewer who has the job; undefined where there is nothing to tell, or nobody. */
export function reviewersEvent(step: DueStep | undefined, job: Job): "job.late" | "job.due-reminded" | undefined {
  if (job.acceptor === undefined || !isUnderReview(job)) return undefined; // its reviewer may be done, and an admin not
  if (step === "late") return "job.late";
  return step === "reminder" || (step === "halfway" && isUntouched(job)) ? "job.due-reminded" : undefined;
}

/** Reckons anew when the decisions are due that an organization's learners wait for, by its working days as they are now. */
export async function moveDue(deadline: Deadline): Promise<void> {
  const organization_id = idOf(deadline.reference.pk);
  const [organization, calendar] = await batchGet([
    organizationKeys.organization(organization_id),
    organizationKeys.calendar(organization_id),
  ]);
  if (organization?.status === "active") {
    const working = workingTimeOf(OrganizationRecord.parse(organization), calendar);
    for (const status of ["open", "accepted", "reviewing", "revisionNeeded"] as const)
      await eachListed(submissionViews.jobs(organization_id, status), async (item) => {
        const { credential_job_id } = Job.parse(item);
        const { job, application } = await readJob({ credential_job_id, prefetched: item });
        if (job?.seat !== "first" || !application) return;
        await transact(movingSteps(job, application, working));
        for (const later of laterSeatsOf(job, application.round)) {
          const seat = await readJob({ credential_job_id: later }, appealKeys);
          const [appealed] = seat.alsoFound;
          if (seat.job) await transact(movingSeat(seat.job, application, { appealed, working }));
        }
      });
    await eachListed(submissionViews.anchorJobs(organization_id), async (item) => {
      const { job, application } = await readJob({
        credential_job_id: Job.parse(item).credential_job_id,
        prefetched: item,
      });
      if (job && application) await transact(movingSeat(job, application, { working }));
    });
  }
  await transact([finish(deadline)]);
}

/** The steps that move a decision's date. What has happened on the way happens again where it lies ahead once more. */
function movingSteps(job: Job, application: Application, working: WorkingTime): Step[] {
  const { due: before, submitted_on } = job;
  if (!before || !(isUnderReview(job) || job.status === "awaitingResult")) return [];
  const { due: learners } = application;
  const promised = learners && dueOf(submitted_on, learners.business_days, working);
  const days = movedDays(job, application, promised, working);
  const isLearners = promised?.due_on !== learners?.due_on;
  if (days.due.due_on === before.due_on && !isLearners) return [];
  return [
    ...amend(jobEntity, { before: job, set: days }).steps,
    ...(promised ? amend(applicationEntity, { before: application, set: { due: Due.parse(promised) } }).steps : []),
    movedAudit(job, { isLearners, isReviewers: days.due.due_on !== before.due_on }),
  ];
}

/** The days that a seat, or its reviewer, had from the beginning. */
const daysOf = ({ business_days, extended }: JobDue): number => business_days - (extended ? extraDays : 0);

/** The appeal that a seat decides. */
const appealKeys = ({ seat, application_id }: Job) =>
  seat === "appeal" ? [submissionKeys.appeal(application_id)] : [];

/** The steps that move the date of a later seat; the learner hears of it where it is the answer to their appeal. */
function movingSeat(
  job: Job,
  application: Application,
  { appealed, working }: { readonly appealed?: Item | undefined; readonly working: WorkingTime },
): Step[] {
  const { due: before, seat, submitted_on } = job;
  if (!before || seat === "first" || !(isUnderReview(job) || isWaitingForAdmin(job))) return [];
  const learners = learnersDue(job, application, appealed);
  const promised = learners && dueOf(submitted_on, learners.business_days, working);
  const days = movedDays(job, application, promised, working);
  const isLearners = promised?.due_on !== learners?.due_on;
  if (days.due.due_on === before.due_on && !isLearners) return [];
  const told = movedAudit(job, { isLearners, isReviewers: days.due.due_on !== before.due_on });
  const moves = [...amend(jobEntity, { before: job, set: days }).steps, told];
  if (!appealed || !promised) return moves;
  return [
    ...moves,
    ...amend(appealEntity, { before: Appeal.parse(appealed), set: { due: Due.parse(promised) } }).steps,
  ];
}

/** A job's days, counted again: those of its seat, and of its reviewer from when they accepted. */
function movedDays(
  job: Job & { readonly due?: JobDue | undefined },
  application: Application,
  promised: JobDue | undefined,
  working: WorkingTime,
): { due: JobDue; seat_due?: JobDue | undefined } {
  const { due, seat_due, seat, submitted_on, accepted_on = submitted_on } = job;
  const isLater = seat === "second" || seat === "third" || (seat === "anchor" && job.anchor.like === "second");
  const reviewer_days = reviewerDays(application);
  const again = (before: JobDue, at: string): JobDue => {
    const days = daysOf(before);
    const own = before.taken
      ? takenDue(at, { reviewer_days: days, learners: undefined }, working)
      : isLater
        ? laterSeatDue(at, { days, reviewer_days }, working)
        : dueOf(at, days, working);
    const longer = before.extended ? extendedDue(own, working) : own;
    return moved(before, promised ? promising(longer, promised) : longer);
  };
  if (!due?.taken) return { due: again(due!, submitted_on) };
  return { due: again(due, accepted_on), seat_due: seat_due && again(seat_due, submitted_on) };
}

/** A date that was reckoned anew, with what is still to happen on the way. */
function moved(before: JobDue, due: JobDue): JobDue {
  const pending = before.steps.map(({ step }) => step);
  return { ...due, steps: due.steps.filter(({ step, on }) => pending.includes(step) || on > clock.iso()) };
}

/** The audit row that tells those whose day it is that it has moved. */
const movedAudit = (
  job: Job,
  { isLearners, isReviewers }: { readonly isLearners: boolean; readonly isReviewers: boolean },
): Step =>
  audit("job.due-moved", {
    ...jobEntity.auditIds(job),
    ...(isLearners && { user_id: job.learner_id }),
    actor_id: "system",
    ...(isReviewers && job.acceptor && { reviewer_id: job.acceptor }),
  });
