import { Problem } from "../../shared/http/problems.ts";
import type { Job, JobStatus } from "../../shared/job/job.ts";
import { type JobEvent, jobIdOf, leaseDays, nextJobStatus } from "../../shared/job/rules.ts";
import type { Application } from "../../shared/submission/submission.ts";
import { type Deadlines, daysAfter, schedule } from "../data/deadlines.ts";
import { now } from "../data/ids.ts";
import { keys, views } from "../data/keys.ts";
import { relist } from "../data/list.ts";
import { change, create, type Step, type Where } from "../data/table.ts";

type Listed = Pick<Job, "organization_id" | "cred_id" | "status" | "acceptor" | "reviewers">;

const tabs: Record<JobStatus, string[]> = {
  open: [],
  accepted: ["all", "accepted", "type=inprogress"],
  reviewing: ["all", "accepted", "type=inprogress"],
  revisionNeeded: ["all", "revisionNeeded", "type=inprogress"],
  completed: ["all", "completed"],
};

/** Where a job is listed: with its organization, and with its reviewer or, while it is open, with all who may take it. */
function viewsOf({ organization_id, cred_id, status, acceptor, reviewers }: Listed): string[] {
  return [
    views.jobs(organization_id),
    views.jobs(organization_id, status),
    ...(acceptor ? tabs[status].map((tab) => views.reviewerJobs(acceptor, tab)) : []),
    ...(status === "open"
      ? [views.openJobs(cred_id), ...reviewers.map((reviewer) => views.reviewerJobs(reviewer, "open"))]
      : []),
  ];
}

const relistJob = (job: Job, after: Listed): Step[] =>
  relist(keys.job(job.credential_job_id), job.credential_job_id, viewsOf(job), viewsOf(after));

/** When the clock looks at a job: while it is accepted and nothing in it is graded. */
export const deadlinesOf = ({ status, accepted_on }: Pick<Job, "status" | "accepted_on">): Deadlines =>
  status === "accepted" && accepted_on !== undefined
    ? {
        "job-reminder": daysAfter(accepted_on, leaseDays.notice),
        "job-release": daysAfter(accepted_on, leaseDays.release),
      }
    : {};

/** What a job is opened with besides its application. */
export interface Opening {
  /** The learner's name as the certificate will say it. */
  readonly learner: { readonly first_name: string; readonly last_name: string };
  /** The credential's reviewers; a learner is never offered his own work. */
  readonly reviewers: readonly string[];
}

/** The job of an application that is being submitted. Submitted means handed in, in the first round. */
export function newJob(application: Application, { learner, reviewers }: Opening): Omit<Job, "version"> {
  const { application_id, organization_id, cred_id, user_id, title, issuer_name } = application;
  const at = now();
  return {
    application_id,
    organization_id,
    cred_id,
    title,
    issuer_name,
    credential_job_id: jobIdOf(application_id),
    learner_id: user_id,
    learner: { first_name: learner.first_name, last_name: learner.last_name },
    status: "open",
    reviewers: reviewers.filter((reviewer) => reviewer !== user_id),
    review_minutes: application.review_minutes,
    reviewer_hourly_rate_cents: application.reviewer_hourly_rate_cents,
    reviewer_pay_cents: application.reviewer_pay_cents,
    sections_total: application.sections.length,
    sections_graded: 0,
    sections_accepted: 0,
    round: 1,
    created_on: at,
    updated_on: at,
    submitted_on: application.submitted_on ?? at,
  };
}

/** The steps that open the job of a submission: one for its whole life, by its key. Without the audit row. */
export const openJob = (application: Application, opening: Opening): Step[] => {
  const job = newJob(application, opening);
  const key = keys.job(job.credential_job_id);
  return [
    create(key, job, { otherwise: new Problem("state.changed") }),
    ...relist(key, job.credential_job_id, [], viewsOf(job)),
  ];
};

/** The steps that offer an open job to these reviewers and nobody else; they hold only while nobody changed or accepted it. */
export function offerSteps(job: Job, reviewers: string[]): Step[] {
  const where: Where = { status: "open", version: job.version };
  return [
    change(keys.job(job.credential_job_id), { set: { reviewers } }, { where }),
    ...relistJob(job, { ...job, reviewers }),
  ];
}

/** What a job is changed to besides its state; an acceptor of undefined gives it back to the pool. */
export type JobChange = Partial<
  Pick<
    Job,
    "acceptor" | "accepted_on" | "completed_on" | "sections_graded" | "sections_accepted" | "round" | "submitted_on"
  >
>;

/**
 * The steps that take a job through an event, with the lists. They hold only while nobody else changed it, and `accept`
 * only while nobody accepted it: `otherwise`, or `state.changed`. Throws `otherwise` at once when the event may not happen
 * in its state. Without the audit row.
 */
export function moveJob(
  job: Job,
  event: JobEvent,
  set: JobChange = {},
  otherwise: Problem = new Problem("state.changed"),
): Step[] {
  const status = nextJobStatus(job.status, event);
  if (status === undefined) throw otherwise;
  const unclaimed: Where = event === "accept" ? { acceptor: { absent: true } } : {};
  const key = keys.job(job.credential_job_id);
  const after = { ...job, ...set, status };
  return [
    change(
      key,
      { set: { ...set, status, updated_on: now() } },
      { where: { status: job.status, version: job.version, ...unclaimed }, otherwise },
    ),
    ...relistJob(job, after),
    ...schedule(key, deadlinesOf(job), deadlinesOf(after)),
  ];
}
