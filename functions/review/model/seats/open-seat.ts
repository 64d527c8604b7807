import { laterSeatDays } from "../../../../shared/credential/decision-days.ts";
import { reviewerDays } from "../../../../shared/credential/rules.ts";
import { dueOf, laterSeatDue } from "../../../../shared/review/clock.ts";
import { type AppealJob, type FirstJob, Job, type JobDue, type LaterJob } from "../../../../shared/review/job.ts";
import { seatPayCents } from "../../../../shared/review/second-review.ts";
import { newOffers } from "../../../../shared/review/waves.ts";
import type { Application, Seat } from "../../../../shared/submission/submission.ts";
import { newJobId } from "../../../data/ids.ts";
import { organizationKeys } from "../../../data/keys/organization.ts";
import { submissionKeys } from "../../../data/keys/submission.ts";
import type { Step } from "../../../data/steps.ts";
import { batchGet } from "../../../data/table.ts";
import { transition } from "../../../data/transition.ts";
import { workingTimeOf } from "../../../organization/model/calendar.ts";
import { OrganizationRecord } from "../../../organization/model/record.ts";
import { jobEntity } from "../entity.ts";

/** A later seat on a submission that is to be opened. */
interface Opening {
  readonly seat: (LaterJob | AppealJob)["seat"];
  /** The seat before it, with its verdicts, whose terms it has. */
  readonly like: Job;
  /** The first seat as it was read: it lists the later ones. */
  readonly first: FirstJob;
  readonly section_ids: readonly string[];
  /** The id it is to have; drawn now unless told. */
  readonly job_id?: string;
  readonly at: string;
}

/**
 * The steps that open a later seat to everybody who had none on this submission: they are offered it soon. `later_seats` is
 * what the first seat has to list with it.
 */
export async function openSeat(
  application: Application,
  { seat, like, first, section_ids, job_id = newJobId(), at }: Opening,
): Promise<{ steps: Step[]; later_seats: Seat[]; job_id: string; due: JobDue }> {
  const { organization_id, round } = application;
  const [[organization, calendar], people] = await Promise.all([
    batchGet([organizationKeys.organization(organization_id), organizationKeys.calendar(organization_id)]),
    readSeated(application, first, like),
  ]);
  const working = workingTimeOf(OrganizationRecord.parse(organization), calendar);
  const days = laterSeatDays(application)[seat];
  const due =
    seat === "appeal"
      ? dueOf(at, days, working)
      : laterSeatDue(at, { days, reviewer_days: reviewerDays(application) }, working);
  const opened = transition(jobEntity, "create", {
    set: {
      ...seatOf(application, like, { seat, section_ids: [...section_ids] }),
      credential_job_id: job_id,
      passed_over: people,
      created_on: at,
      updated_on: at,
      submitted_on: at,
      offers: newOffers(at),
      due,
    },
    actor_id: "system",
  });
  return {
    job_id,
    due,
    later_seats: [...(first.later_seats ?? []), { seat, job_id, round }],
    steps: opened.steps,
  };
}

/** Everybody who ever had a seat. */
export const holdersOf = ({ acceptor, former_acceptors = [] }: Job): string[] => [
  ...former_acceptors,
  ...(acceptor === undefined ? [] : [acceptor]),
];

/**
 * Everybody who had a seat on a submission in any of its rounds, or decided something on one: `first` is its first seat as it
 * was read, which lists the others, and `known` is what else was read of them.
 */
export async function readSeated(application: Application, first: FirstJob, ...known: Job[]): Promise<string[]> {
  const later = (first.later_seats ?? []).map(({ job_id }) => submissionKeys.job(job_id));
  const items = later.length > 0 ? await batchGet(later) : [];
  return peopleOf(application, [first, ...items.flatMap((item) => (item ? [Job.parse(item)] : [])), ...known]);
}

const peopleOf = ({ sections }: Application, jobs: readonly Job[]): string[] => [
  ...new Set(
    [
      ...jobs.flatMap((job) => [
        ...holdersOf(job),
        ...job.verdicts.map((each) => each.decided_by),
        ...(job.passed_over ?? []),
      ]),
      ...sections.map(({ decided_by }) => decided_by),
    ].flatMap((person) => person ?? []),
  ),
];

/** What a later seat takes over from the one before, and what follows from the sections it is about. */
function seatOf(
  { sections, round }: Application,
  job: Job,
  { seat, section_ids }: Pick<LaterJob | AppealJob, "seat" | "section_ids">,
): Omit<LaterJob | AppealJob, "credential_job_id" | "created_on" | "updated_on" | "submitted_on"> {
  const { application_id, organization_id, cred_id, learner_id, learner, title, issuer_name, calibration } = job;
  const { reviewer_hourly_rate_cents } = job;
  const own = sections.filter(({ section_id }) => section_ids.includes(section_id));
  return {
    application_id,
    organization_id,
    cred_id,
    learner_id,
    learner,
    title,
    issuer_name,
    ...(calibration && { calibration }),
    seat,
    section_ids,
    status: "open",
    reviewers: [],
    review_minutes: own.reduce((sum, { review_estimate }) => sum + review_estimate, 0),
    reviewer_hourly_rate_cents,
    reviewer_pay_cents: seatPayCents(reviewer_hourly_rate_cents, own, new Set(section_ids)),
    verdicts: [],
    sections_total: own.length,
    sections_graded: 0,
    sections_accepted: 0,
    round,
    version: 1,
  };
}
