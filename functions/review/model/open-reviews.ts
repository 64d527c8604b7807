import { isLate } from "../../../shared/review/clock.ts";
import { FirstJob, Job, type WaitingJob } from "../../../shared/review/job.ts";
import type { ReviewPart } from "../../../shared/review/overview-calls.ts";
import { isWaitingForAdmin, promisedOn } from "../../../shared/review/rules.ts";
import { submissionViews } from "../../data/keys/submission.ts";
import { listPage } from "../../data/list.ts";
import { clock } from "../../runtime/clock.ts";

/** So many are looked at, those that were handed in first. */
const reviewsMax = 1_000;
const appealsMax = 100;

/** An organization's reviews under way, as far as they are looked at, and how many more there are. */
export interface OpenReviews {
  /** Of the first seats, the only ones that staff know of. */
  readonly jobs: readonly FirstJob[];
  readonly beyond: number;
}

/** Reads them, the longest waiting first. */
export async function readOpenReviews(organization_id: string): Promise<OpenReviews> {
  const view = (["open", "accepted", "reviewing"] as const).map((status) =>
    submissionViews.jobs(organization_id, status),
  );
  const { items, total } = await listPage({ view, limit: reviewsMax, ascending: true });
  return { jobs: items.map((item) => FirstJob.parse(item)), beyond: Math.max(0, total - items.length) };
}

/** The seats of appeals that wait for an admin. */
export async function readUndecidedAppeals(organization_id: string): Promise<WaitingJob[]> {
  const view = submissionViews.adjudications(organization_id);
  const { items } = await listPage({ view, limit: appealsMax, ascending: true });
  return items
    .map((item) => Job.parse(item))
    .filter(isWaitingForAdmin)
    .filter(({ seat }) => seat === "appeal");
}

/** Whether the day that the learner was promised is over. */
export function isDecisionLate(job: Job): boolean {
  const due_on = promisedOn(job);
  return due_on !== undefined && isLate({ due_on }, clock.now());
}

/** The parts of the list that a review is in; that it waits for an admin is known to who decides alone. */
export function partsOf(job: Job, { decides }: { readonly decides: boolean }): readonly ReviewPart[] {
  if (job.seat === "appeal") return ["all", "toDecide"];
  return [
    "all",
    job.status === "open" ? "waiting" : "underReview",
    ...(isDecisionLate(job) ? (["late"] as const) : []),
    ...(decides && isWaitingForAdmin(job) ? (["toDecide"] as const) : []),
  ];
}
