import { nextState } from "../platform/machine.ts";
import { sectionMachine } from "../submission/states.ts";
import type { Application, ApplicationSection } from "../submission/submission.ts";
import type { Job } from "./job.ts";
import { jobMachine } from "./states.ts";

/** Days a reviewer may leave an accepted job untouched: shared/job/README.md, "Giving back". */
export const leaseDays = { notice: 7, release: 14 } as const;

/** The id of the job that is the first seat of a submission's review; undefined before it was submitted. */
export const firstJobOf = ({ seats }: Pick<Application, "seats">): string | undefined =>
  seats.find(({ seat }) => seat === "first")?.job_id;

/** What a reviewer learns of the learner's name: first name and last initial. */
export function learnerName({ first_name, last_name }: { first_name: string; last_name: string }): string {
  const initial = [...last_name.trim()][0];
  return [first_name.trim(), initial && `${initial.toUpperCase()}.`].filter(Boolean).join(" ");
}

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

/** Since when it is the reviewer's turn: the latest of accepting, a resubmission and their last verdict. */
export const turnSince = ({
  accepted_on,
  submitted_on,
  graded_on = "",
}: Pick<Job, "accepted_on" | "submitted_on" | "graded_on">): string =>
  [accepted_on ?? "", submitted_on, graded_on].toSorted().at(-1)!;

/**
 * Whether the verdict on a section is of a round before and stays: one of the present round may change until the round is
 * decided. Verdicts from before rounds were kept count as of an earlier one once there was a revision.
 */
export const isFinal = (
  { status, decided_round }: Pick<ApplicationSection, "status" | "decided_round">,
  { round }: Pick<Application, "round">,
): boolean => status === "accepted" && (decided_round ?? (round > 1 ? 0 : round)) < round;

/**
 * Whether a verdict on a section may be given (`accept`, `reject`) or taken back (`reopen`) now: what was handed in and
 * waits, or was decided in the present round, until that is decided.
 */
export const mayGrade = (
  event: "accept" | "reject" | "reopen",
  job: Pick<Job, "status">,
  application: Pick<Application, "round">,
  section: Pick<ApplicationSection, "status" | "decided_round">,
): boolean =>
  nextState(jobMachine, job.status, "grade") !== undefined &&
  nextState(sectionMachine, section.status, event) !== undefined &&
  !isFinal(section, application);
