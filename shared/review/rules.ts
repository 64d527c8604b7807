import { nextState } from "../platform/machine.ts";
import { handedInStatus } from "../submission/rules.ts";
import type { Application, ApplicationSection, ApplicationStatus, Seat, SeatName } from "../submission/submission.ts";
import type { DueStep, FirstJob, Job, JobDue, JobStatus, WaitingJob } from "./job.ts";
import { jobMachine, type VerdictEvent, verdictMachine } from "./states.ts";

/** Days a reviewer may leave an accepted job untouched: shared/review/offers.md, "Giving back". */
export const leaseDays = { notice: 7, release: 14 } as const;
/** Seconds at work that a verdict tells at most: as long as a reviewer keeps a job. */
export const activeSecondsMax = leaseDays.release * 86_400;
/** Characters of what a reviewer says of one criterion. */
export const criterionCommentMax = 500;
/** Characters of all comments on a section's criteria together: what a round decides is written at once. */
export const sectionCommentsMax = 10_000;
/** Comments that a reviewer keeps to use again, and the characters of each. */
export const keptCommentsMax = 60;
export const keptCommentCharactersMax = 1_000;

/**
 * The seats of a submission's review; none before it was submitted. One that lists none in spite of it is older than such
 * lists: its job has the submission's own id.
 */
export const seatsOf = ({
  application_id,
  seats,
  round,
}: Pick<Application, "application_id" | "seats" | "round">): Seat[] =>
  seats.length > 0 || round === 0
    ? seats
    : [{ seat: "first", job_id: application_id.replace(/^app_/, "job_"), round: 1 }];

/** The id of the job that is the first seat of a submission's review; undefined before it was submitted. */
export const firstJobOf = (application: Parameters<typeof seatsOf>[0]): string | undefined =>
  seatsOf(application).find(({ seat }) => seat === "first")?.job_id;

/** The ids of the jobs that are the later seats of a round. */
export const laterSeatsOf = ({ later_seats = [] }: Pick<FirstJob, "later_seats">, round: number): string[] =>
  later_seats.flatMap((seat) => (seat.round === round ? [seat.job_id] : []));

/** What a reviewer learns of the learner's name: first name and last initial. */
export function learnerName({ first_name, last_name }: { first_name: string; last_name: string }): string {
  const initial = [...last_name.trim()][0];
  return [first_name.trim(), initial && `${initial.toUpperCase()}.`].filter(Boolean).join(" ");
}

/** The learner's name as somebody reads it with a job: who accepted it, where nothing asks for calibrated reviewers. */
export const shownLearner = (
  { acceptor, calibration, learner }: Pick<Job, "acceptor" | "calibration" | "learner">,
  viewer_id: string,
): { learner_name?: string } =>
  acceptor === viewer_id && calibration === undefined ? { learner_name: learnerName(learner) } : {};

/** Why a reviewer may not accept an open job; undefined when they may. Being an accepted reviewer is checked with the write. */
export function acceptFault(job: Pick<Job, "status" | "acceptor" | "reviewers" | "learner_id">, user_id: string) {
  if (job.learner_id === user_id || !job.reviewers.includes(user_id)) return "resource.not-found" as const;
  return nextState(jobMachine, job.status, "accept") === undefined || job.acceptor
    ? ("job.already-taken" as const)
    : undefined;
}

/** Whether a job may be given back, or given to somebody else: until its round is decided. Verdicts given stay. */
export const mayRelease = ({ status }: Pick<Job, "status">): boolean =>
  nextState(jobMachine, status, "release") !== undefined;

/** A job's state as somebody sees it: that its result waits for others is its reviewer's to know alone. */
export const shownStatus = ({ status, acceptor }: Pick<Job, "status" | "acceptor">, viewer_id: string): JobStatus =>
  status === "awaitingResult" && acceptor !== viewer_id ? "reviewing" : status;

/** Whether a round waits for its decision, with a reviewer or without. */
export const isUnderReview = ({ status }: Pick<Job, "status">): boolean => status === "open" || mayRelease({ status });

/** Whether the round of a first seat, or the appeal of its own, waits for an admin's decision. */
export const isWaitingForAdmin = (job: Job): job is WaitingJob =>
  job.status === "awaitingResult" && "adjudication" in job && job.adjudication !== undefined;

/** The step that tells the learner that their day is over, by the seat whose end they wait for. */
const learnersStep: Partial<Record<Job["seat"], DueStep>> = { first: "promised", appeal: "late" };

/**
 * What is still to happen on the way to a job's decision, and after it was due. While a first seat waits for later ones, or
 * the appeal's for an admin, that is the learner's day alone.
 */
export function pendingSteps({ seat, status, due }: Pick<Job, "seat" | "status" | "due">): JobDue["steps"] {
  const steps = due?.steps ?? [];
  if (isUnderReview({ status })) return steps;
  const learners = due?.taken ? "promised" : learnersStep[seat];
  return status === "awaitingResult" ? steps.filter(({ step }) => step === learners) : [];
}

/** The day that the learner was promised, as the job of a first seat knows it. */
export function promisedOn({ due, seat_due = due }: Pick<Job, "due" | "seat_due">): string | undefined {
  return seat_due?.steps.find(({ step }) => step === "promised")?.on ?? seat_due?.due_on;
}

/** Since when it is the reviewer's turn: the latest of accepting, a resubmission and their last verdict. */
export const turnSince = ({
  accepted_on,
  submitted_on,
  graded_on = "",
}: Pick<Job, "accepted_on" | "submitted_on" | "graded_on">): string =>
  [accepted_on ?? "", submitted_on, graded_on].toSorted().at(-1)!;

/**
 * When a job last changed as far as anybody may know: until it ends, when its reviewer last did something or got it back, as
 * seats that are opened beside it change it, too.
 */
export const changedOn = (job: Job): string =>
  job.acceptor === undefined || job.status === "completed" || job.status === "withdrawn"
    ? job.updated_on
    : turnSince(job);

/** The sections of a submission with the verdicts of the round under review, as its reviewer alone knows them. */
export const withVerdicts = (
  { sections, round }: Pick<Application, "sections" | "round">,
  { verdicts }: Pick<Job, "verdicts">,
): ApplicationSection[] =>
  sections.map((section) => {
    const verdict = verdicts.find(({ section_id }) => section_id === section.section_id);
    return verdict
      ? { ...section, status: verdict.status, decided_by: verdict.decided_by, decided_round: round }
      : section;
  });

/** Whether a seat was opened for a part of one round: it knows of that what it says itself, and of nothing after it. */
export const isLaterSeat = ({ seat }: Pick<Job, "seat">): boolean => seat !== "first" && seat !== "anchor";

/** Whether a seat decides a section. */
export const isAbout = (job: Job, section_id: string): boolean =>
  job.seat === "first" || job.section_ids.includes(section_id);

/** Which seat a job is as far as its reviewer knows: an anchor looks like another. */
export const shownSeat = (job: Job): SeatName => (job.seat === "anchor" ? job.anchor.like : job.seat);

/**
 * A section as it was handed in for a seat, whatever became of it since: a later one judges what it is about for itself, and
 * what a learner has begun to revise is rejected to everybody else.
 */
export const asHandedIn = (job: Job, section: ApplicationSection): ApplicationSection => {
  if (isLaterSeat(job) && isAbout(job, section.section_id)) return { ...section, status: "submitted" };
  return { ...section, status: handedInStatus(section.status, job.round) };
};

/** Where the submission stands as far as a seat may know: a later one learns what came with its end, and no more. */
export function shownSubmissionStatus(
  job: Pick<Job, "seat" | "status" | "completed_on">,
  application: Pick<Application, "status" | "completed_on">,
): ApplicationStatus {
  if (!isLaterSeat(job)) return application.status;
  if (job.status === "open") return "submitted";
  if (job.status === "withdrawn") return "closed";
  if (job.status !== "completed") return "reviewing";
  return application.completed_on === job.completed_on ? "completed" : "revisionNeeded";
}

/**
 * Whether a verdict on a section may be given (`accept`, `reject`) or taken back (`reopen`) now: of what was handed in for
 * the round under review, until that is decided. `section` is as the submission has it.
 */
export const mayGrade = (
  event: VerdictEvent,
  job: Pick<Job, "status" | "verdicts">,
  section: Pick<ApplicationSection, "section_id" | "status">,
): boolean => {
  const verdict = job.verdicts.find(({ section_id }) => section_id === section.section_id);
  return (
    nextState(jobMachine, job.status, "grade") !== undefined &&
    section.status === "submitted" &&
    nextState(verdictMachine, verdict?.status ?? "none", event) !== undefined
  );
};

/**
 * How many sections are decided and accepted, as far as somebody may know. Of the round under review only its reviewer
 * does; those whom the job is offered to learn how much of it is left to do, and not how it went so far.
 */
export function countsFor(
  user_id: string,
  {
    status,
    acceptor,
    reviewers,
    verdicts,
    sections_graded,
    sections_accepted,
  }: Pick<Job, "status" | "acceptor" | "reviewers" | "verdicts" | "sections_graded" | "sections_accepted">,
): Pick<Job, "sections_graded" | "sections_accepted"> {
  const own = acceptor === user_id;
  const offered = status === "open" && reviewers.includes(user_id);
  return {
    sections_graded: sections_graded + (own || offered ? verdicts.length : 0),
    sections_accepted: sections_accepted + (own ? verdicts.filter((each) => each.status === "accepted").length : 0),
  };
}
