import { nextState } from "../platform/machine.ts";
import type { Application } from "../submission/submission.ts";
import type { Job } from "./job.ts";
import { jobMachine } from "./states.ts";

/** Days a reviewer may leave an accepted job untouched: a notice after the first, back to the pool after the second. */
export const leaseDays = { notice: 7, release: 14 } as const;

/** The id of the job that reviews a submission, and of the submission a job reviews. */
export const jobIdOf = (application_id: string): string => application_id.replace(/^app_/, "job_");
/** See {@link jobIdOf}. */
export const applicationIdOf = (credential_job_id: string): string => credential_job_id.replace(/^job_/, "app_");

/** What a reviewer learns of the learner's name: first name and last initial. */
export function learnerName({ first_name, last_name }: { first_name: string; last_name: string }): string {
  const initial = [...last_name.trim()][0];
  return [first_name.trim(), initial && `${initial.toUpperCase()}.`].filter(Boolean).join(" ");
}

/** Why a reviewer may not accept an open job; undefined when he may. Being an accepted reviewer is checked with the write. */
export function acceptFault(job: Pick<Job, "status" | "acceptor" | "reviewers" | "learner_id">, user_id: string) {
  if (job.learner_id === user_id || !job.reviewers.includes(user_id)) return "resource.not-found" as const;
  return nextState(jobMachine, job.status, "accept") === undefined || job.acceptor
    ? ("job.already-taken" as const)
    : undefined;
}

/**
 * Whether an accepted job may be given back: nothing in it has ever been graded. A revision keeps its reviewer, even
 * before its first grade.
 */
export const mayRelease = (
  job: Pick<Job, "status">,
  { sections, round }: Pick<Application, "sections" | "round">,
): boolean =>
  nextState(jobMachine, job.status, "release") !== undefined &&
  round <= 1 &&
  sections.every(({ status }) => status === "submitted");
