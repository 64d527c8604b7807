import { Problem } from "../../shared/http/problem.ts";
import { businessDaysUntil, dueOf } from "../../shared/job/clock.ts";
import { Job, SectionResult, type Verdict } from "../../shared/job/job.ts";
import { firstJobOf, laterSeatsOf, turnSince } from "../../shared/job/rules.ts";
import { disputed, reasonsFor, type SecondReviewReason, seatPayCents, settle } from "../../shared/job/second-review.ts";
import type { Application, SeatName } from "../../shared/submission/submission.ts";
import { dueNow, dueSoon } from "../data/deadlines.ts";
import { newId } from "../data/ids.ts";
import { keys, views } from "../data/keys.ts";
import { listPage } from "../data/list.ts";
import { batchGet, queryAll, type Step } from "../data/table.ts";
import { amend, transition } from "../data/transition.ts";
import { workingTimeOf } from "../organization/calendar.ts";
import { OrganizationRecord } from "../organization/record.ts";
import { jobEntity } from "./entity.ts";
import { finalizeRound, type SeatResults } from "./finalize-round.ts";

/** Business days in which a later seat is to be decided. */
const seatDays: Readonly<Record<Exclude<SeatName, "first">, number>> = { second: 4, third: 3 };
/** Of a reviewer's finished jobs so many are looked at for those of one credential. */
const JOBS_MAX = 100;

/** A seat whose reviewer has decided all that it is about, with the last verdict. */
export interface FinishedSeat {
  readonly application: Application;
  /** As it was read. */
  readonly job: Job;
  readonly verdicts: readonly Verdict[];
  readonly results: readonly SectionResult[];
  readonly at: string;
  /** How the last verdict is recorded. */
  readonly by: { readonly recorded: "section.accepted" | "section.rejected" };
}

interface Ended {
  readonly steps: Step[];
  readonly job: Job;
  readonly application: Application;
}

/**
 * The steps that end a seat: the round is finalized, or another seat is opened and the seat waits for it, as
 * shared/job/README.md, "Second review", says.
 */
export async function finishSeat(finished: FinishedSeat): Promise<Ended> {
  const { application, job, results, at } = finished;
  if (job.seat === "first") {
    const reasons = await secondReviewReasons(finished);
    if (reasons.length > 0) return openNext(finished, "second", { first: job, sections: idsOf(results), reasons });
    const decided_days = await decidedDays(job, at);
    return finalizeRound({ application, job, results, at, decided_days });
  }
  const earlier = await readEarlier(application, job);
  const said = { job, verdicts: finished.verdicts, results };
  const [first, second] = earlier;
  if (job.seat === "second") {
    const sections = disputed(first.results, results);
    if (sections.length > 0) return openNext(finished, "third", { first: first.job, sections });
    return released(finished, first, [said]);
  }
  return released(finished, first, [second!, said]);
}

const idsOf = (results: readonly SectionResult[]): string[] => results.map(({ section_id }) => section_id);

/** The round's end by a later seat: what follows from all seats becomes the submission's. */
async function released(
  { application, job, at }: FinishedSeat,
  first: SeatResults,
  others: SeatResults[],
): Promise<Ended> {
  const results = settle(
    application.sections,
    [first, ...others].map((each) => each.results),
  );
  const decided_days = await decidedDays(first.job, at);
  const ended = await finalizeRound({
    application,
    job: first.job,
    results,
    at,
    decided_days,
    first: first.results,
    others,
  });
  const own = ended.others.find(({ credential_job_id }) => credential_job_id === job.credential_job_id)!;
  return { ...ended, job: own };
}

/** The seats before this one in its round, the first first, with what they said. */
async function readEarlier(
  application: Application,
  { round, credential_job_id }: Job,
): Promise<[SeatResults, ...SeatResults[]]> {
  const first = await readSeat(firstJobOf(application)!, round);
  const ids = laterSeatsOf(first.job, round).filter((id) => id !== credential_job_id);
  return [first, ...(await Promise.all(ids.map((id) => readSeat(id, round))))];
}

async function readSeat(job_id: string, round: number): Promise<SeatResults> {
  const [[item], said] = await Promise.all([batchGet([keys.job(job_id)]), queryAll(keys.results(job_id, round))]);
  if (!item) throw new Problem("resource.not-found");
  const job = Job.parse(item);
  return { job, verdicts: job.verdicts, results: said.map((each) => SectionResult.parse(each)) };
}

/** Business days that the first decision took, by the calendar it was promised in. */
async function decidedDays(
  { due, round, organization_id, submitted_on }: Job,
  at: string,
): Promise<number | undefined> {
  if (!due || round !== 1) return undefined;
  const [calendar] = await batchGet([keys.formerCalendar(organization_id, due.calendar_version)]);
  return businessDaysUntil(submitted_on, at, workingTimeOf({ organization_id, timezone: due.timezone }, calendar));
}

/** Why the round is reviewed a second time; nothing where the revision applied for has none reviewed twice. */
async function secondReviewReasons({ application, job, results, at }: FinishedSeat): Promise<SecondReviewReason[]> {
  if (application.second_review === undefined || job.second_review === undefined) return [];
  const { acceptor = "", cred_id } = job;
  const { items } = await listPage({ view: views.reviewerJobs(acceptor, "completed"), offset: 0, limit: JOBS_MAX });
  const finished = items.filter((item) => item.cred_id === cred_id && item.status === "completed");
  const since = turnSince({ ...job, graded_on: undefined });
  return reasonsFor({
    share_percent: application.second_review.share_percent,
    draw: job.second_review.draw,
    terms: application.sections,
    results,
    finished_before: finished.length,
    minutes: (Date.parse(at) - Date.parse(since)) / 60_000,
  });
}

/** The seat waits, and the next one is open to everybody who had none on this submission; they are offered it soon. */
async function openNext(
  { application, job, verdicts, at, by }: FinishedSeat,
  seat: Exclude<SeatName, "first">,
  { first, sections, reasons }: { first: Job; sections: readonly string[]; reasons?: SecondReviewReason[] },
): Promise<Ended> {
  const { organization_id, round } = application;
  const later = first.later_seats ?? [];
  const [organization, calendar, ...seated] = await batchGet([
    keys.organization(organization_id),
    keys.calendar(organization_id),
    ...later.map(({ job_id }) => keys.job(job_id)),
  ]);
  const working = workingTimeOf(OrganizationRecord.parse(organization), calendar);
  const jobs = [
    first,
    ...seated.flatMap((item) => (item ? [Job.parse(item)] : [])),
    { ...job, verdicts: [...verdicts] },
  ];
  const job_id = newId("job");
  const opens_on = nextMinute(at); // the moment itself stands in the answers to the seat before
  const listed = { later_seats: [...later, { seat, job_id, round }] };
  const waiting = transition(jobEntity, "finish", {
    before: job,
    set: {
      verdicts: [...verdicts],
      graded_on: at,
      ...(job.seat === "first" && listed),
      ...(reasons && job.second_review && { second_review: { ...job.second_review, reasons } }),
    },
    recordedBy: by,
  });
  const opened = transition(jobEntity, "create", {
    set: {
      ...seatOf(application, job, { seat, section_ids: [...sections] }),
      credential_job_id: job_id,
      passed_over: peopleOf(application, jobs),
      created_on: opens_on,
      updated_on: opens_on,
      submitted_on: opens_on,
      due: dueOf(opens_on, seatDays[seat], working),
    },
    actor_id: "system",
  });
  return {
    application,
    job: waiting.after,
    steps: [
      ...waiting.steps,
      ...opened.steps,
      dueSoon("reviewer-offers", keys.credential(job.cred_id)),
      ...(job.seat === "first"
        ? []
        : [
            ...amend(jobEntity, { before: first, set: listed }).steps,
            dueNow("job-pay", keys.job(job.credential_job_id)),
          ]),
    ],
  };
}

/** The next full minute, when the seat is about to be offered. */
const nextMinute = (at: string): string => new Date((Math.floor(Date.parse(at) / 60_000) + 1) * 60_000).toISOString();

/** Everybody who had a seat on a submission, or decided something on one. */
const peopleOf = ({ sections }: Application, jobs: readonly Job[]): string[] => [
  ...new Set(
    [
      ...jobs.flatMap(({ acceptor, verdicts, passed_over = [] }) => [
        acceptor,
        ...verdicts.map((each) => each.decided_by),
        ...passed_over,
      ]),
      ...sections.map(({ decided_by }) => decided_by),
    ].flatMap((person) => person ?? []),
  ),
];

/** What a later seat takes over from the one before, and what follows from the sections it is about. */
function seatOf(
  { sections, round }: Application,
  job: Job,
  { seat, section_ids }: { seat: SeatName; section_ids: string[] },
): Omit<Job, "credential_job_id" | "created_on" | "updated_on" | "submitted_on"> {
  const { application_id, organization_id, cred_id, learner_id, learner, title, issuer_name } = job;
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

/** The transaction that ends the round of a second seat which nobody took in time: the first one's results stand. */
export async function endWithoutSecond(application: Application, job: Job, at: string): Promise<Step[]> {
  const [first] = await readEarlier(application, job);
  const decided_days = await decidedDays(first.job, at);
  const { steps } = await finalizeRound({
    application,
    job: first.job,
    results: first.results,
    at,
    decided_days,
    untaken: job,
  });
  return steps;
}
