import { Job } from "../../shared/job/job.ts";
import { firstJobOf } from "../../shared/job/rules.ts";
import { Application } from "../../shared/submission/submission.ts";
import { keys } from "../data/keys.ts";
import { type Item, type Key, transactGet } from "../data/table.ts";

/** The key of the job that reviews an application; undefined before it was submitted. */
export function jobKeyOf(application: Application): Key | undefined {
  const job_id = firstJobOf(application);
  return job_id === undefined ? undefined : keys.job(job_id);
}

/** An application with the job that reviews it; undefined parts where there is none. */
export interface Review {
  readonly application: Application | undefined;
  readonly job: Job | undefined;
  /** What else was asked for. */
  readonly alsoFound: (Item | undefined)[];
}

/** Reads an application with the job that reviews it, and what else is asked for, as of one moment. */
export async function readReview(application_id: string, alsoRead: readonly Key[] = []): Promise<Review> {
  const key = keys.application(application_id);
  const [item, ...alsoFound] = await transactGet([key, ...alsoRead]);
  const application = item && Application.parse(item);
  const jobKey = application && jobKeyOf(application);
  if (jobKey === undefined) return { application, job: undefined, alsoFound };
  const [again, job, ...others] = await transactGet([key, jobKey, ...alsoRead]);
  return { application: again && Application.parse(again), job: job && Job.parse(job), alsoFound: others };
}
