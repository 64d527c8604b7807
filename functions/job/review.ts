import { Job } from "../../shared/job/job.ts";
import { firstJobOf, laterSeatsOf } from "../../shared/job/rules.ts";
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
  /** The later seats of the round under review. */
  readonly laterSeats: readonly Job[];
  /** What else was asked for. */
  readonly alsoFound: (Item | undefined)[];
}

/** Reads an application with the job that reviews it, and what else is asked for, as of one moment. */
export async function readReview(application_id: string, alsoRead: readonly Key[] = []): Promise<Review> {
  const key = keys.application(application_id);
  const [item, ...alsoFound] = await transactGet([key, ...alsoRead]);
  const application = item && Application.parse(item);
  const jobKey = application && jobKeyOf(application);
  if (application === undefined || jobKey === undefined)
    return { application, job: undefined, laterSeats: [], alsoFound };
  return readSeats(application_id, { jobKey, later: [], alsoRead });
}

/** Reads the review with its later seats; once more where there are others than were known. */
async function readSeats(
  application_id: string,
  { jobKey, later, alsoRead }: { jobKey: Key; later: readonly string[]; alsoRead: readonly Key[] },
): Promise<Review> {
  const [again, found, ...others] = await transactGet([
    keys.application(application_id),
    jobKey,
    ...later.map(keys.job),
    ...alsoRead,
  ]);
  const [application, job] = [again && Application.parse(again), found && Job.parse(found)];
  const wanted = application && job ? laterSeatsOf(job, application.round) : [];
  if (wanted.join() !== later.join()) return readSeats(application_id, { jobKey, later: wanted, alsoRead });
  const laterSeats = others.slice(0, later.length).flatMap((item) => (item ? [Job.parse(item)] : []));
  return { application, job, laterSeats, alsoFound: others.slice(later.length) };
}
