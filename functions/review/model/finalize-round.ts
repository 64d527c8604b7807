import { Problem } from "../../../shared/http/problem.ts";
import { isLate } from "../../../shared/review/clock.ts";
import type { FirstJob, Job, Ruling, SectionResult, Verdict } from "../../../shared/review/job.ts";
import { outcomeOf } from "../../../shared/submission/rules.ts";
import type { Application, ApplicationSection, Work } from "../../../shared/submission/submission.ts";
import { issueCertificate, readIssuance } from "../../certificate/model/issue.ts";
import { dueNow } from "../../data/deadlines.ts";
import { submissionKeys } from "../../data/keys/submission.ts";
import { change, type Step } from "../../data/steps.ts";
import { type Transition, transition } from "../../data/transition.ts";
import { earnPay } from "../../payment/model/earned-pay.ts";
import { applicationEntity } from "../../submission/model/application-entity.ts";
import { sectionEntity } from "../../submission/model/section-entity.ts";
import { reviewedStep } from "../../tie/model/reviewed.ts";
import { jobEntity } from "./entity.ts";
import { digestOf, roundEntity } from "./round-entity.ts";
import { holdersOf } from "./seats/open-seat.ts";
import { withdrawSeat } from "./seats/withdraw-seat.ts";

/** A seat with what it said in a round. */
export interface SeatResults<Seat extends Job = Job> {
  /** As it was read. */
  readonly job: Seat;
  readonly verdicts: readonly Verdict[];
  readonly results: readonly SectionResult[];
}

/** A round every section of which is decided, and the results that become the submission's. */
export interface DecidedRound {
  readonly application: Application;
  /** The job of the first seat as it was read. */
  readonly job: FirstJob;
  /** Of every section that was handed in for the round. */
  readonly results: readonly SectionResult[];
  readonly at: string;
  /** Business days since it was handed in, of a first round for which a date was promised. */
  readonly decided_days?: number | undefined;
  /** What the first seat said, where that is not what the round comes to. */
  readonly first?: readonly SectionResult[];
  /** The later seats. */
  readonly others?: readonly SeatResults[];
  /** A later seat that nobody took in time. */
  readonly untaken?: Job;
  /** What an admin decided, where the seats leave it open. */
  readonly ruling?: Ruling;
}

/**
 * The transaction that makes a round's provisional results the submission's, once for each round: its sections and the
 * words on them, the application, the job, and where all is accepted the certificate and the pay. It demands that job and
 * application are as they were read, and that the round was not finalized; refused with `state.changed` otherwise.
 */
export async function finalizeRound(
  decided: DecidedRound,
): Promise<{ steps: Step[]; job: FirstJob; application: Application; others: Job[] }> {
  const { application, job, results, at, decided_days } = decided;
  const finalized = finalization(decided);
  const sections = application.sections.map((section) => released(section, decided, finalized));
  const later = endings(decided, finalized);
  const isCompleted = outcomeOf(sections) === "allAccepted";
  const issuance = isCompleted ? await readIssuance(application) : undefined;
  const completed = isCompleted ? { completed_on: at } : {};
  const { submitted_on = at, round, application_id } = application;
  const waited_minutes = Math.round((Date.parse(at) - Date.parse(submitted_on)) / 60_000);
  const ofApplication = {
    before: application,
    set: { sections, ...completed, ...issuance?.set },
    actor_id: job.acceptor ?? "",
    details: { credential_job_id: job.credential_job_id, round, ...(round === 1 && { waited_minutes, decided_days }) },
  };
  const ofJob = {
    before: job,
    set: {
      verdicts: [],
      sections_graded: sections.length,
      sections_accepted: sections.filter(({ status }) => status === "accepted").length,
      graded_on: at,
      adjudication: undefined,
      ...completed,
      ...withoutLater(decided),
    },
  };
  const words = results.map(({ section_id, grade, feedback, section_rubric, issuer_decision }) =>
    change(submissionKeys.work(application_id, section_id), {
      set: { grade, feedback, section_rubric, issuer_decision, reviewed_on: at } satisfies Partial<Work>,
    }),
  );
  const reviewed = [job, ...(decided.others ?? []).map((other) => other.job)].flatMap(({ acceptor }) =>
    acceptor ? [reviewedStep(application.user_id, acceptor, at)] : [],
  );
  if (issuance === undefined) {
    const returned = transition(applicationEntity, "someRejected", ofApplication);
    const waiting = transition(jobEntity, "someRejected", { ...ofJob, recordedBy: returned });
    const steps = [...finalized.steps, ...words, ...returned.steps, ...waiting.steps, ...later.steps, ...reviewed];
    return { steps, application: returned.after, job: waiting.after, others: later.jobs };
  }
  const finished = transition(applicationEntity, "allAccepted", ofApplication);
  const done = transition(jobEntity, "allAccepted", { ...ofJob, recordedBy: finished });
  return {
    steps: [
      ...finalized.steps,
      ...words,
      ...finished.steps,
      ...done.steps,
      ...issueCertificate(finished, job.learner, issuance),
      ...earnPay(done.after, finished.after),
      ...later.steps,
      ...reviewed,
    ],
    application: finished.after,
    job: done.after,
    others: later.jobs,
  };
}

/** The later seats end with their round; the clock pays for them. */
function endings({ others = [], untaken, at }: DecidedRound, finalized: Transition<unknown, "round.finalized">) {
  const ended = others.map(({ job, verdicts }) =>
    transition(jobEntity, "finalize", {
      before: job,
      set: { verdicts: [...verdicts], graded_on: at, completed_on: at },
      recordedBy: finalized,
    }),
  );
  const left = untaken && [
    ...withdrawSeat(untaken, { at, by: finalized }).steps,
    dueNow("job-pay", submissionKeys.job(untaken.credential_job_id)),
  ];
  return {
    jobs: ended.map(({ after }) => after),
    steps: [
      ...ended.flatMap(({ steps, after }) => [
        ...steps,
        dueNow("job-pay", submissionKeys.job(after.credential_job_id)),
      ]),
      ...(left ?? []),
    ],
  };
}

/** Nobody who had a later seat, to its end or not, takes over the first. */
function withoutLater({ job, others = [], untaken }: DecidedRound): Partial<Pick<Job, "passed_over" | "reviewers">> {
  const people = [...others.map((each) => each.job), ...(untaken ? [untaken] : [])].flatMap(holdersOf);
  if (people.length === 0) return {};
  return {
    passed_over: [...new Set([...(job.passed_over ?? []), ...people])],
    reviewers: job.reviewers.filter((reviewer) => !people.includes(reviewer)),
  };
}

/** The round's own item, with what each seat said as a digest. */
function finalization({ application, job, results, at, first = results, others = [], ruling }: DecidedRound) {
  const { application_id, organization_id, cred_id, user_id, round } = application;
  const { acceptor = "" } = job;
  const seats = [{ job, results: first }, ...others].map((each) => ({
    seat: each.job.seat,
    job_id: each.job.credential_job_id,
    digest: digestOf(each.results),
    ...endOf(each.job, at),
  }));
  return transition(roundEntity, "finalize", {
    set: {
      application_id,
      organization_id,
      cred_id,
      user_id,
      round,
      seats,
      ...(ruling && { ruling }),
      finalized_on: at,
    },
    otherwise: new Problem("state.changed"),
    actor_id: acceptor,
    details: { round, seat_digests: seats.map(({ job_id, digest }) => `${job_id} ${digest}`).join(" ") },
  });
}

/** Who ended a seat, and whether in time: one that waits ended with its last verdict, the others end now. */
function endOf({ acceptor, due, status, graded_on }: Job, at: string) {
  const ended = (status === "awaitingResult" && graded_on) || at;
  return {
    ...(acceptor !== undefined && { reviewer: acceptor }),
    ...(due && { in_time: !isLate(due, Date.parse(ended)) }),
  };
}

/** A section as its result leaves it; one that no result is about stays. */
function released(
  section: ApplicationSection,
  { application: { application_id, organization_id }, job: { credential_job_id }, results }: DecidedRound,
  finalized: Transition<unknown, "round.finalized">,
): ApplicationSection {
  const result = results.find(({ section_id }) => section_id === section.section_id);
  if (result === undefined) return section;
  const { status } = transition(sectionEntity, result.status === "accepted" ? "accept" : "reject", {
    before: { ...section, application_id, organization_id, credential_job_id },
    recordedBy: finalized,
  }).after;
  return { ...section, status, decided_by: result.decided_by, decided_round: result.round };
}
