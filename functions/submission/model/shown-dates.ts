import type { Job } from "../../../shared/review/job.ts";
import type { JobRow } from "../../../shared/review/job-views.ts";
import { changedOn } from "../../../shared/review/rules.ts";
import { minuteOf } from "../../data/ids.ts";

/**
 * When what happened to a job, in whole minutes, so that no seat is told from another by them: to its reviewers it is as old
 * as what they review.
 */
export function shownDates(
  job: Job,
  viewer_id: string,
): Pick<JobRow, "created_on" | "updated_on" | "submitted_on" | "completed_on"> {
  const { created_on, submitted_on, completed_on } = job;
  const isReviewers = job.acceptor === viewer_id || job.reviewers.includes(viewer_id);
  const updated = changedOn(job);
  return {
    created_on: minuteOf(isReviewers ? submitted_on : created_on),
    updated_on: minuteOf(updated < submitted_on ? submitted_on : updated),
    submitted_on: minuteOf(submitted_on),
    completed_on: completed_on && minuteOf(completed_on),
  };
}
