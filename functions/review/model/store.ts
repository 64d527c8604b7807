import { JobId } from "../../../shared/http/fields.ts";
import { Problem } from "../../../shared/http/problem.ts";
import { dollars } from "../../../shared/platform/money.ts";
import { Job } from "../../../shared/review/job.ts";
import type { JobRow } from "../../../shared/review/job-views.ts";
import {
  countsFor,
  leaseDays,
  mayRelease,
  shownLearner,
  shownStatus,
  turnSince,
} from "../../../shared/review/rules.ts";
import { Application } from "../../../shared/submission/submission.ts";
import { readAnchored } from "../../calibration/model/anchored-work.ts";
import type { HandlerOptions } from "../../chain/implement.ts";
import { daysAfter } from "../../data/deadlines.ts";
import { minuteOf } from "../../data/ids.ts";
import type { Key } from "../../data/keys/key.ts";
import { submissionKeys } from "../../data/keys/submission.ts";
import { indexedWordsOf } from "../../data/search.ts";
import { batchGet, type Item, transactGet } from "../../data/table.ts";
import { decisionOfJob } from "../../submission/model/decision.ts";
import { shownDates } from "../../submission/model/shown-dates.ts";

/** Reads the job that a call names, which names its application. */
export const namedJob: HandlerOptions = {
  prefetch({ credential_job_id }) {
    const named = JobId.safeParse(credential_job_id);
    return named.success ? [submissionKeys.job(named.data)] : [];
  },
};

/** Which job to read: its id, and the item where it has been read before, from which its application is known. */
export interface NamedJob {
  readonly credential_job_id: string;
  readonly prefetched?: Item;
}

/** Reads a job with its application, or what stands in its place where it is an anchor, and what else is asked for, as of one moment; undefined parts where there is none. */
export async function readJob(
  { credential_job_id, prefetched }: NamedJob,
  alsoRead: (job: Job) => readonly Key[] = () => [],
): Promise<{ job: Job | undefined; application: Application | undefined; alsoFound: (Item | undefined)[] }> {
  const key = submissionKeys.job(credential_job_id);
  const known = prefetched ?? (await batchGet([key]))[0];
  if (known === undefined) return { job: undefined, application: undefined, alsoFound: [] };
  const before = Job.parse(known);
  const [job, application, ...alsoFound] = await transactGet([
    key,
    submissionKeys.application(before.application_id),
    ...alsoRead(before),
  ]);
  const found = job && Job.parse(job);
  if (found?.seat === "anchor") return { job: found, application: await readAnchored(found), alsoFound };
  return { job: found, application: application && Application.parse(application), alsoFound };
}

/** Reads a job that the reviewer accepted, with its application; anybody else's is not found. */
export async function readAccepted(named: NamedJob, reviewer_id: string, alsoRead?: (job: Job) => readonly Key[]) {
  const { job, application, alsoFound } = await readJob(named, alsoRead);
  if (job?.acceptor !== reviewer_id || !application) throw new Problem("resource.not-found");
  return { job, application, alsoFound };
}

/** By what a reviewer finds a job. */
export function wordsOfJob(item: Item): string[] {
  const { title, issuer_name } = Job.parse(item);
  return indexedWordsOf(title, issuer_name);
}

/** A job as lists show it; the learner's shortened name for the reviewer who accepted it. */
export function jobRow(job: Job, viewer_id: string): JobRow {
  const shown = { status: shownStatus(job, viewer_id) };
  return {
    credential_job_id: job.credential_job_id,
    cred_id: job.cred_id,
    credential_id: job.cred_id,
    organization_id: job.organization_id,
    title: job.title,
    issuer_name: job.issuer_name,
    ...shown,
    review_time: job.review_minutes,
    reviewer_hourly_rate: dollars(job.reviewer_hourly_rate_cents),
    reviewer_total_pay: dollars(job.reviewer_pay_cents),
    sections_total: job.sections_total,
    ...countsFor(viewer_id, job),
    round: job.round,
    ...shownDates(job, viewer_id),
    accepted_on: job.accepted_on && minuteOf(job.accepted_on),
    ...(job.acceptor !== undefined &&
      mayRelease(shown) && { due_on: minuteOf(daysAfter(turnSince(job), leaseDays.release)) }),
    ...decisionOfJob(job, viewer_id),
    ...shownLearner(job, viewer_id),
  };
}
