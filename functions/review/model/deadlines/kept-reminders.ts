import { dateIn } from "../../../../shared/credential/rules.ts";
import { businessDaysAfter, businessDaysUntil, isLate, type WorkingTime } from "../../../../shared/review/clock.ts";
import { type AnchorJob, type FirstJob, Job } from "../../../../shared/review/job.ts";
import { isUnderReview, isWaitingForAdmin, pendingSteps, turnSince } from "../../../../shared/review/rules.ts";
import { hashOf } from "../../../../shared/review/waves.ts";
import { audit } from "../../../data/audit.ts";
import { begin, type Deadline, drop, finish } from "../../../data/deadlines.ts";
import { organizationKeys } from "../../../data/keys/organization.ts";
import { submissionKeys } from "../../../data/keys/submission.ts";
import { change, check, type Step } from "../../../data/steps.ts";
import { batchGet, get, transact } from "../../../data/table.ts";
import { workingTimeOf } from "../../../organization/model/calendar.ts";
import { OrganizationRecord } from "../../../organization/model/record.ts";
import { clock } from "../../../runtime/clock.ts";
import { readReview } from "../../../submission/model/review.ts";
import { jobEntity } from "../entity.ts";
import { reviewersEvent } from "./due.ts";
import { reminderIn } from "./reminding.ts";

/** So many business days a seat is left alone before anybody is reminded of it. */
const aloneDays = 2;
/** Of so many days on which an anchor is left alone, one brings a reminder. */
const anchorEvery = 3;

/**
 * At the end of a business day: tells whoever has the turn of a review that staff reminded of, and of an anchor by chance,
 * so that hearing of a job says nothing of what it is.
 */
export async function followReminder(deadline: Deadline): Promise<void> {
  const job = await get(Job, deadline.reference);
  if (job?.seat === "anchor") return remindByChance(deadline, job);
  return job?.seat === "first" ? remindAsAsked(deadline, job) : drop(deadline);
}

async function remindByChance(deadline: Deadline, job: AnchorJob): Promise<void> {
  if (!isUnderReview(job)) return drop(deadline);
  const { credential_job_id, organization_id } = job;
  const found = await batchGet([
    organizationKeys.organization(organization_id),
    organizationKeys.calendar(organization_id),
  ]);
  const working = workingTimeOf(OrganizationRecord.parse(found[0]), found[1]);
  const day = dateIn(working.timezone, Date.parse(deadline.at));
  const isDrawn = hashOf(`${credential_job_id} ${day}`) % anchorEvery === 0;
  await transact([
    finish(deadline),
    begin({ ...deadline, at: nextPass(deadline, working) }),
    ...(isDrawn && isLeftAlone(job, deadline, working) ? reminderSteps(job, deadline) : []),
  ]);
}

async function remindAsAsked(deadline: Deadline, first: FirstJob): Promise<void> {
  const { organization_id, credential_job_id, application_id } = first;
  const key = submissionKeys.reviewReminder(credential_job_id);
  const { job, laterSeats, alsoFound } = await readReview(application_id, [
    key,
    organizationKeys.organization(organization_id),
    organizationKeys.calendar(organization_id),
  ]);
  const [kept, organization, calendar] = alsoFound;
  const reminder = reminderIn(kept);
  if (!job || !organization || reminder?.rides_on !== deadline.at) return drop(deadline);
  const working = workingTimeOf(OrganizationRecord.parse(organization), calendar);
  const seats = [job, ...laterSeats];
  const seat = seats.find(isUnderReview);
  const isAdmins = seats.some(isWaitingForAdmin);
  const next = isAdmins || !seat || isLeftAlone(seat, deadline, working) ? undefined : nextPass(deadline, working);
  const ids = { ...jobEntity.auditIds(job), actor_id: "system" };
  await transact([
    finish(deadline),
    change(key, { set: { rides_on: next } }, { where: { version: reminder.version } }),
    ...(next ? [begin({ ...deadline, at: next })] : []),
    ...(isAdmins ? [audit("job.adjudication-needed", { ...ids, round: job.round })] : []),
    ...(!isAdmins && !next && seat ? reminderSteps(seat, deadline) : []),
  ]);
}

/** The end of the business day after the one that a reminder rode on. */
const nextPass = ({ at }: Deadline, working: WorkingTime): string =>
  businessDaysAfter(new Date(Math.max(clock.now(), Date.parse(at) + 1_000)).toISOString(), 0, working);

/** Whether whoever has a seat, or whom it is offered to, has left it alone so long that a reminder is not out of place. */
const isLeftAlone = (job: Job, { at }: Deadline, working: WorkingTime): boolean =>
  businessDaysUntil(job.acceptor === undefined ? job.updated_on : turnSince(job), at, working) >= aloneDays;

/** The audit rows that tell of a seat what the clock tells of any; none where it tells its reviewer of its day at this moment. */
function reminderSteps(job: Job, { at }: Deadline): Step[] {
  const { acceptor, due, reviewers, credential_job_id, version } = job;
  const ids = { ...jobEntity.auditIds(job), actor_id: "system" };
  const unchanged = check(submissionKeys.job(credential_job_id), { where: { version } });
  if (acceptor === undefined)
    return [unchanged, ...reviewers.map((reviewer_id) => audit("job.offer-reminded", { ...ids, reviewer_id }))];
  if (pendingSteps(job).some(({ step, on }) => on <= at && reviewersEvent(step, job) !== undefined)) return [];
  const kind = due === undefined ? "job.reminded" : isLate(due, clock.now()) ? "job.late" : "job.due-reminded";
  return [unchanged, audit(kind, { ...ids, reviewer_id: acceptor })];
}
