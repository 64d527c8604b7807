import { Appeal } from "../../../../shared/appeal/appeal.ts";
import { reviewerDays } from "../../../../shared/credential/rules.ts";
import { takenDue } from "../../../../shared/review/clock.ts";
import type { Job, JobDue } from "../../../../shared/review/job.ts";
import type { Application, Due } from "../../../../shared/submission/submission.ts";
import { now } from "../../../data/ids.ts";
import type { Key } from "../../../data/keys/key.ts";
import { organizationKeys } from "../../../data/keys/organization.ts";
import { submissionKeys } from "../../../data/keys/submission.ts";
import type { Item } from "../../../data/table.ts";
import { workingTimeOf } from "../../../organization/model/calendar.ts";
import { OrganizationRecord } from "../../../organization/model/record.ts";

/** What a job's days become when somebody accepts it. */
export type TakenDays = Pick<Job, "accepted_on" | "due" | "seat_due">;

/** The keys of what the days rest on of whoever accepts a job, besides its organization. */
export const takingKeys = ({ organization_id, seat, application_id }: Job): Key[] => [
  organizationKeys.calendar(organization_id),
  ...(seat === "appeal" ? [submissionKeys.appeal(application_id)] : []),
];

/** The day that the learner is to hear of a seat's decision by. */
export function learnersDue(
  { seat }: Pick<Job, "seat">,
  { due }: Pick<Application, "due">,
  appealed: Item | undefined,
): Due | undefined {
  if (seat === "first") return due;
  return seat === "appeal" && appealed ? Appeal.parse(appealed).due : undefined;
}

/**
 * Whoever accepts a job has the same days, whichever seat it is, and the seat's wait. Where nothing is
 * promised and there are no other seats, nor have they.
 */
export function takenDays(
  job: Job,
  application: Application,
  [organization, calendar, appealed]: readonly (Item | undefined)[],
): TakenDays {
  const accepted_on = now();
  if (!job.due && !application.second_review && !application.appeals) return { accepted_on };
  const learners = learnersDue(job, application, appealed);
  const working = workingTimeOf(OrganizationRecord.parse(organization), calendar);
  const isToHear = learners !== undefined && isPending(job.due, learners);
  return {
    accepted_on,
    due: takenDue(
      accepted_on,
      { reviewer_days: reviewerDays(application), learners: isToHear ? learners : undefined },
      working,
    ),
    seat_due: job.due,
  };
}

/** Whether the learner has yet to be told that their day is over. */
const isPending = (due: JobDue | undefined, { due_on }: Due): boolean =>
  due?.steps.some(({ step, on }) => on === due_on && (step === "promised" || step === "late")) ?? false;
