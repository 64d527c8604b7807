import { Problem } from "../../../shared/http/problem.ts";
import { type FirstJob, type Job, SectionResult, type WaitingJob } from "../../../shared/review/job.ts";
import { isWaitingForAdmin } from "../../../shared/review/rules.ts";
import type { Application } from "../../../shared/submission/submission.ts";
import { submissionKeys } from "../../data/keys/submission.ts";
import { queryAll } from "../../data/table.ts";
import { readReview } from "../../submission/model/review.ts";
import type { SeatResults } from "./finalize-round.ts";
import { readSeated } from "./seats/open-seat.ts";
import { readJob } from "./store.ts";

/** A review that may wait for an admin's decision. */
export interface Undecided {
  readonly application: Application;
  /** Of the first seat. */
  readonly job: FirstJob;
  /** The seat that says what is waited for: the first of a round, or the appeal's; undefined where nothing is. */
  readonly asked: WaitingJob | undefined;
  /**
   * The seats whose results count: of a round the first first, without a third that nobody finished; of an appeal its own
   * alone.
   */
  readonly seats: readonly SeatResults[];
  /** A third that nobody finished in time. */
  readonly untaken: Job | undefined;
  /** Who ever had a seat on the submission, in this round or another, and be it for a while. */
  readonly seated: readonly string[];
}

/** Whether somebody may decide it, and so read it: nobody does who had a seat on it or handed it in. */
export const mayDecide = ({ application, seated }: Undecided, user_id: string): boolean =>
  ![application.user_id, ...seated].includes(user_id);

/** Reads the round under review, or the open appeal, of an organization's job, as of one moment; anything but a first seat is not found. */
export async function readUndecided(credential_job_id: string, organization_id: string): Promise<Undecided> {
  const named = await readJob({ credential_job_id });
  if (named.job?.organization_id !== organization_id || named.job.seat !== "first")
    throw new Problem("resource.not-found");
  const { application, job, laterSeats } = await readReview(named.job.application_id);
  if (!application || job?.credential_job_id !== credential_job_id) throw new Problem("resource.not-found");
  const isUntaken = job.adjudication?.because === "noThirdReviewer";
  const untaken = isUntaken ? laterSeats.find(({ seat }) => seat === "third") : undefined;
  const asked = [job, ...laterSeats].find(isWaitingForAdmin);
  const inRound = asked === job ? [job, ...laterSeats.filter((each) => each !== untaken)] : [];
  const jobs = asked?.seat === "appeal" ? [asked] : inRound;
  const reading = jobs.map(async (each) => {
    const said = await queryAll(submissionKeys.results(each.credential_job_id, job.round));
    return { job: each, verdicts: each.verdicts, results: said.map((item) => SectionResult.parse(item)) };
  });
  const [seats, seated] = await Promise.all([
    Promise.all(reading),
    asked ? readSeated(application, job, ...laterSeats) : [],
  ]);
  return { application, job, asked, seats, untaken, seated };
}
