import { SeededAnchors, seedFlagOf } from "../../../../shared/calibration/seeded-anchor.ts";
import { Problem } from "../../../../shared/http/problem.ts";
import { businessDaysUntil } from "../../../../shared/review/clock.ts";
import {
  type Adjudication,
  FirstJob,
  Job,
  type LaterJob,
  type SecondReviewReason,
  SectionResult,
} from "../../../../shared/review/job.ts";
import { firstJobOf, isAbout, laterSeatsOf, turnSince } from "../../../../shared/review/rules.ts";
import { disputed, firstReviews, reasonsFor, settle } from "../../../../shared/review/second-review.ts";
import { isContradicted } from "../../../../shared/submission/rules.ts";
import type { Application } from "../../../../shared/submission/submission.ts";
import { audit } from "../../../data/audit.ts";
import { dueNow } from "../../../data/deadlines.ts";
import { organizationKeys } from "../../../data/keys/organization.ts";
import { qualityKeys } from "../../../data/keys/quality.ts";
import { submissionKeys, submissionViews } from "../../../data/keys/submission.ts";
import { listPage } from "../../../data/list.ts";
import type { Step } from "../../../data/steps.ts";
import { batchGet, queryAll } from "../../../data/table.ts";
import { amend, transition } from "../../../data/transition.ts";
import { workingTimeOf } from "../../../organization/model/calendar.ts";
import { finishAnchor } from "../anchors/finish-anchor.ts";
import { countedSteps } from "../anchors/seeded-anchors.ts";
import { jobEntity } from "../entity.ts";
import { finalizeRound, type SeatResults } from "../finalize-round.ts";
import { openSeat } from "./open-seat.ts";
import type { FinishedSeat, SeatEnd } from "./seat-end.ts";

/** Of a reviewer's finished jobs so many, the newest, are looked at for the first of one credential. */
const JOBS_MAX = 1_000;
const JOBS_PER_PAGE = 100;

/**
 * The steps that end a seat: the round is finalized, another seat is opened and the seat waits for it, or an appeal is
 * answered, as shared/review/second-review.md, "Second review" and "Appeals", says.
 */
export async function finishSeat(finished: FinishedSeat): Promise<SeatEnd> {
  const { job } = finished;
  if (job.seat === "anchor") return finishAnchor(finished, job);
  const ended = await endSeat(finished);
  return { ...ended, steps: [...ended.steps, ...countedSteps(job)] };
}

async function endSeat(finished: FinishedSeat): Promise<SeatEnd> {
  const { application, job, results, at } = finished;
  if (job.seat === "appeal") {
    const contradicted = results.filter((each) => isContradictedIn(application, each));
    if (contradicted.length > 0) return appealWaits(finished, idsOf(contradicted));
    return (await import("../decide-appeal.ts")).decideAppeal(finished);
  }
  if (job.seat === "first") {
    const reasons = await secondReviewReasons(finished, job);
    if (reasons.length > 0) return openNext(finished, "second", { first: job, sections: idsOf(results), reasons });
    const decided_days = await decidedDays(job, at);
    return finalizeRound({ application, job, results, at, decided_days });
  }
  const { earlier, decided_days } = await readEarlier(application, job, at);
  const said = { job, verdicts: finished.verdicts, results };
  const [first, second] = earlier;
  if (job.seat === "second") {
    const sections = disputed(first.results, results);
    if (sections.length > 0) return openNext(finished, "third", { first: first.job, sections });
    return released(finished, { first, others: [said], decided_days });
  }
  const contradicted = settle(application.sections, [first.results, second!.results, results]).filter(
    (each) => isAbout(job, each.section_id) && isContradictedIn(application, each),
  );
  if (contradicted.length > 0) return waitForAdmin(finished, first.job, idsOf(contradicted));
  return released(finished, { first, others: [second!, said], decided_days });
}

/** Whether a verdict is not what its marks come to by the terms of its section. */
const isContradictedIn = ({ sections }: Application, result: SectionResult): boolean =>
  sections.some((section) => section.section_id === result.section_id && isContradicted(result, section));

/** The third seat is finished too, and its round waits for an admin, who has to say what the majority's verdict is. */
function waitForAdmin(
  { application, job, verdicts, at, by }: FinishedSeat,
  first: FirstJob,
  section_ids: readonly string[],
): SeatEnd {
  const waiting = transition(jobEntity, "finish", {
    before: job,
    set: { verdicts: [...verdicts], graded_on: at },
    recordedBy: by,
  });
  return {
    application,
    job: waiting.after,
    steps: [
      ...waiting.steps,
      ...askAdmin(first, { because: "contradiction", section_ids: [...section_ids], asked_on: at }),
      dueNow("job-pay", submissionKeys.job(job.credential_job_id)),
    ],
  };
}

/** The seat of an appeal is finished, and waits for an admin, who has to say what its verdict is. */
function appealWaits({ application, job, verdicts, at, by }: FinishedSeat, section_ids: readonly string[]): SeatEnd {
  const adjudication: Adjudication = { because: "contradiction", section_ids: [...section_ids], asked_on: at };
  const waiting = transition(jobEntity, "finish", {
    before: job,
    set: { verdicts: [...verdicts], graded_on: at, adjudication },
    recordedBy: by,
  });
  const first = { ...job, credential_job_id: firstJobOf(application)! }; // the only seat that admins know
  return { application, job: waiting.after, steps: [...waiting.steps, adjudicationNeeded(first)] };
}

const adjudicationNeeded = (first: Job): Step =>
  audit("job.adjudication-needed", { ...jobEntity.auditIds(first), actor_id: "system", round: first.round });

/** The steps that ask an organization's admins for a decision on the round of a first seat. */
export const askAdmin = (first: FirstJob, adjudication: Adjudication): Step[] => [
  ...amend(jobEntity, { before: first, set: { adjudication } }).steps,
  adjudicationNeeded(first),
];

const idsOf = (results: readonly SectionResult[]): string[] => results.map(({ section_id }) => section_id);

/** The round's end by a later seat: what follows from all seats becomes the submission's. */
async function released(
  { application, job, at }: FinishedSeat,
  {
    first,
    others,
    decided_days,
  }: { first: SeatResults<FirstJob>; others: SeatResults[]; decided_days: number | undefined },
): Promise<SeatEnd> {
  const results = settle(
    application.sections,
    [first, ...others].map((each) => each.results),
  );
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

/** The seats before this one in its round, the first first, with what they said; and how long the decision took by then. */
async function readEarlier(
  application: Application,
  { round, credential_job_id }: Job,
  at: string,
): Promise<{ earlier: [SeatResults<FirstJob>, ...SeatResults[]]; decided_days: number | undefined }> {
  const first = await readSeat(FirstJob, firstJobOf(application)!, round);
  const ids = laterSeatsOf(first.job, round).filter((id) => id !== credential_job_id);
  const [decided_days, ...others] = await Promise.all([
    decidedDays(first.job, at),
    ...ids.map((id) => readSeat(Job, id, round)),
  ]);
  return { earlier: [first, ...others], decided_days };
}

async function readSeat<Seat extends Job>(
  schema: { parse(item: unknown): Seat },
  job_id: string,
  round: number,
): Promise<SeatResults<Seat>> {
  const [[item], said] = await Promise.all([
    batchGet([submissionKeys.job(job_id)]),
    queryAll(submissionKeys.results(job_id, round)),
  ]);
  if (!item) throw new Problem("resource.not-found");
  const job = schema.parse(item);
  return { job, verdicts: job.verdicts, results: said.map((each) => SectionResult.parse(each)) };
}

/** Business days that the first decision took, by the calendar it was promised in. */
export async function decidedDays(
  { due, round, organization_id, submitted_on }: Job,
  at: string,
): Promise<number | undefined> {
  if (!due || round !== 1) return undefined;
  const [calendar] = await batchGet([organizationKeys.formerCalendar(organization_id, due.calendar_version)]);
  return businessDaysUntil(submitted_on, at, workingTimeOf({ organization_id, timezone: due.timezone }, calendar));
}

/** Why the round is reviewed a second time; nothing where the revision applied for has none reviewed twice. */
async function secondReviewReasons(
  { application, results, at }: FinishedSeat,
  job: FirstJob,
): Promise<SecondReviewReason[]> {
  if (application.second_review === undefined || job.second_review === undefined) return [];
  const { acceptor = "", cred_id, organization_id } = job;
  const [finished_before, [seededAnchors, lookBack]] = await Promise.all([
    finishedBefore(acceptor, cred_id),
    batchGet([qualityKeys.seededAnchors(acceptor, cred_id), qualityKeys.lookBack(organization_id, acceptor)]),
  ]);
  const since = turnSince({ ...job, graded_on: undefined });
  return reasonsFor({
    share_percent: application.second_review.share_percent,
    draw: job.second_review.draw,
    terms: application.sections,
    results,
    finished_before,
    on_probation:
      lookBack?.status === "open" ||
      (seededAnchors !== undefined && seedFlagOf(SeededAnchors.parse(seededAnchors).seeds) === "probation"),
    minutes: (Date.parse(at) - Date.parse(since)) / 60_000,
  });
}

/** How many reviews of a credential somebody has finished, as far as it matters: {@link firstReviews} or more. */
async function finishedBefore(reviewer_id: string, cred_id: string): Promise<number> {
  const view = submissionViews.reviewerJobs(reviewer_id, "completed");
  let found = 0;
  let cursor: string | undefined;
  for (let looked = 0; looked < JOBS_MAX; looked += JOBS_PER_PAGE) {
    const page = await listPage({ view, limit: JOBS_PER_PAGE, ...(cursor && { cursor }) });
    found += page.items.filter(
      (item) => item.cred_id === cred_id && item.status === "completed" && item.seat !== "anchor",
    ).length;
    cursor = page.cursor;
    if (found >= firstReviews || cursor === undefined) break;
  }
  return found;
}

/** The seat waits, and the next one is open to everybody who had none on this submission; they are offered it soon. */
async function openNext(
  { application, job, verdicts, at, by }: FinishedSeat,
  seat: "second" | "third",
  { first, sections, reasons }: { first: FirstJob; sections: readonly string[]; reasons?: SecondReviewReason[] },
): Promise<SeatEnd> {
  const judged = { ...job, verdicts: [...verdicts] };
  const opened = await openSeat(application, { seat, like: judged, first, section_ids: sections, at });
  const listed = { later_seats: opened.later_seats };
  const waiting = transition(jobEntity, "finish", {
    before: job,
    set: {
      verdicts: [...verdicts],
      graded_on: at,
      ...(job.seat === "first" && {
        ...listed,
        ...(reasons && job.second_review && { second_review: { ...job.second_review, reasons } }),
      }),
    },
    recordedBy: by,
  });
  return {
    application,
    job: waiting.after,
    steps: [
      ...waiting.steps,
      ...opened.steps,
      ...(job.seat === "first"
        ? []
        : [
            ...amend(jobEntity, { before: first, set: listed }).steps,
            dueNow("job-pay", submissionKeys.job(job.credential_job_id)),
          ]),
    ],
  };
}

/** The transaction that ends the round of a second seat which nobody took in time: the first one's results stand. */
export async function endWithoutSecond(application: Application, job: Job, at: string): Promise<Step[]> {
  const {
    earlier: [first],
    decided_days,
  } = await readEarlier(application, job, at);
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

/** The transaction that asks for an admin's decision, because nobody finished the third seat in time; it stays open. */
export async function askForThird(application: Application, job: LaterJob, at: string): Promise<Step[]> {
  const { earlier } = await readEarlier(application, job, at);
  const [first] = earlier;
  const { due, section_ids } = job;
  return [
    ...(due ? amend(jobEntity, { before: job, set: { due: { ...due, steps: [] } } }).steps : []),
    ...askAdmin(first.job, { because: "noThirdReviewer", section_ids, asked_on: at }),
  ];
}
