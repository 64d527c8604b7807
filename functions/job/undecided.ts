import { Problem } from "../../shared/http/problem.ts";
import { type Job, SectionResult } from "../../shared/job/job.ts";
import type { Application } from "../../shared/submission/submission.ts";
import { keys } from "../data/keys.ts";
import { queryAll } from "../data/table.ts";
import type { SeatResults } from "./finalize-round.ts";
import { readReview } from "./review.ts";
import { readJob } from "./store.ts";

/** A round that may wait for an admin's decision. */
export interface Undecided {
  readonly application: Application;
  /** Of the first seat. */
  readonly job: Job;
  /** The seats whose results count, the first first; a third that nobody finished is not among them. */
  readonly seats: readonly SeatResults[];
  /** A third that nobody finished in time. */
  readonly untaken: Job | undefined;
}

/** Reads the round under review of an organization's job, as of one moment; anything but a first seat is not found. */
export async function readUndecided(credential_job_id: string, organization_id: string): Promise<Undecided> {
  const named = await readJob({ credential_job_id });
  if (named.job?.organization_id !== organization_id || named.job.seat !== "first")
    throw new Problem("resource.not-found");
  const { application, job, laterSeats } = await readReview(named.job.application_id);
  if (!application || job?.credential_job_id !== credential_job_id) throw new Problem("resource.not-found");
  const isUntaken = job.adjudication?.because === "noThirdReviewer";
  const untaken = isUntaken ? laterSeats.find(({ seat }) => seat === "third") : undefined;
  const jobs = job.adjudication ? [job, ...laterSeats.filter((each) => each !== untaken)] : [];
  const seats = await Promise.all(
    jobs.map(async (each) => {
      const said = await queryAll(keys.results(each.credential_job_id, job.round));
      return { job: each, verdicts: each.verdicts, results: said.map((item) => SectionResult.parse(item)) };
    }),
  );
  return { application, job, seats, untaken };
}
