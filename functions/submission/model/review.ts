import { Appeal, isUnderAppeal } from "../../../shared/appeal/appeal.ts";
import { FirstJob, Job } from "../../../shared/review/job.ts";
import { firstJobOf, laterSeatsOf } from "../../../shared/review/rules.ts";
import { Application } from "../../../shared/submission/submission.ts";
import type { Key } from "../../data/keys/key.ts";
import { submissionKeys } from "../../data/keys/submission.ts";
import { type Item, transactGet } from "../../data/table.ts";

/** The key of the job that reviews an application; undefined before it was submitted. */
export function jobKeyOf(application: Application): Key | undefined {
  const job_id = firstJobOf(application);
  return job_id === undefined ? undefined : submissionKeys.job(job_id);
}

/** An application with the job that reviews it; undefined parts where there is none. */
export interface Review {
  readonly application: Application | undefined;
  readonly job: FirstJob | undefined;
  /** The later seats of the round under review. */
  readonly laterSeats: readonly Job[];
  /** An appeal that waits for its answer. */
  readonly appeal?: Appeal | undefined;
  /** What else was asked for. */
  readonly alsoFound: (Item | undefined)[];
}

/** Reads an application with the job that reviews it, and what else is asked for, as of one moment. */
export async function readReview(application_id: string, alsoRead: readonly Key[] = []): Promise<Review> {
  const key = submissionKeys.application(application_id);
  const [item, ...alsoFound] = await transactGet([key, ...alsoRead]);
  const application = item && Application.parse(item);
  const jobKey = application && jobKeyOf(application);
  if (application === undefined || jobKey === undefined)
    return { application, job: undefined, laterSeats: [], alsoFound };
  return readSeats(application_id, { jobKey, later: [], isAppealed: isUnderAppeal(application), alsoRead });
}

/** Reads the review with its later seats and its open appeal; once more where there are others than were known. */
async function readSeats(
  application_id: string,
  known: { jobKey: Key; later: readonly string[]; isAppealed: boolean; alsoRead: readonly Key[] },
): Promise<Review> {
  const { jobKey, later, alsoRead } = known;
  const [again, found, ...others] = await transactGet([
    submissionKeys.application(application_id),
    jobKey,
    ...later.map(submissionKeys.job),
    ...(known.isAppealed ? [submissionKeys.appeal(application_id)] : []),
    ...alsoRead,
  ]);
  const [application, job] = [again && Application.parse(again), found && FirstJob.parse(found)];
  const wanted = application && job ? laterSeatsOf(job, application.round) : [];
  const isAppealed = application !== undefined && isUnderAppeal(application);
  if (wanted.join() !== later.join() || isAppealed !== known.isAppealed)
    return readSeats(application_id, { ...known, later: wanted, isAppealed });
  const laterSeats = others.slice(0, later.length).flatMap((item) => (item ? [Job.parse(item)] : []));
  const alsoFound = others.slice(later.length);
  const appeal = isAppealed ? alsoFound.shift() : undefined;
  return { application, job, laterSeats, appeal: appeal && Appeal.parse(appeal), alsoFound };
}
