import { Problem } from "../../../shared/http/problem.ts";
import { LookBack, type LookedAtJob, lookBackLimits } from "../../../shared/quality/look-back.ts";
import { Job, Round } from "../../../shared/review/job.ts";
import { daysAfter } from "../../data/deadlines.ts";
import { now } from "../../data/ids.ts";
import { organizationKeys } from "../../data/keys/organization.ts";
import { qualityKeys } from "../../data/keys/quality.ts";
import { submissionKeys, submissionViews } from "../../data/keys/submission.ts";
import { listPage } from "../../data/list.ts";
import { check, type Step } from "../../data/steps.ts";
import { batchGet, type Item } from "../../data/table.ts";

/** So many jobs are read at once, and so many pages of them: a reviewer may have others in other organizations. */
const PAGE_LENGTH = 100;
const PAGES_MAX = 10;

/** Who a call about a look-back is about. */
export interface Named {
  readonly organization_id: string;
  readonly user_id: string;
  readonly actor_id: string;
}

/**
 * Reads somebody who reviewed in the organization, with the look-back on them; anybody else is not found, nor whose account
 * is deleted. Nobody looks back on themselves.
 */
export async function readReviewer({
  organization_id,
  user_id,
  actor_id,
}: Named): Promise<{ person: Item; lookBack: LookBack | undefined }> {
  if (user_id === actor_id) throw new Problem("user.not-oneself");
  const [person, counted, stored] = await batchGet([
    organizationKeys.user(user_id),
    qualityKeys.reviewerQuality(organization_id, user_id),
    qualityKeys.lookBack(organization_id, user_id),
  ]);
  const isKnown = counted ?? stored ?? (await jobsDecided(organization_id, user_id))[0];
  if (!person || person.status === "deleted" || !isKnown) throw new Problem("resource.not-found");
  return { person, lookBack: stored && LookBack.parse(stored) };
}

/** Demands that the reviewer has their account: what is written of them goes with it, and nothing comes after that. */
export const requireAccount = (user_id: string): Step =>
  check(organizationKeys.user(user_id), {
    where: { status: ["active", "disabled"] },
    otherwise: new Problem("resource.not-found"),
  });

/** The jobs of an organization that a reviewer has decided lately, the latest first; an anchor is none. */
export async function jobsDecided(organization_id: string, user_id: string): Promise<LookedAtJob[]> {
  const since = daysAfter(now(), -lookBackLimits.days);
  const found: LookedAtJob[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < PAGES_MAX && found.length < lookBackLimits.jobs; page++) {
    const read = await listPage({
      view: submissionViews.reviewerJobs(user_id, "all"),
      limit: PAGE_LENGTH,
      ...(cursor !== undefined && { cursor }),
    });
    const jobs = read.items.map((item) => Job.parse(item)).filter((job) => job.organization_id === organization_id);
    const decided = await Promise.all([firstSeats(jobs, user_id), appealSeats(jobs)]);
    found.push(...decided.flat().filter(({ finalized_on }) => finalized_on >= since));
    cursor = read.cursor;
    if (cursor === undefined) break;
  }
  return found.toSorted((one, other) => (one.finalized_on < other.finalized_on ? 1 : -1)).slice(0, lookBackLimits.jobs);
}

/** First seats with the latest round that the reviewer decided: the one under review has no item, so the one before counts. */
async function firstSeats(jobs: readonly Job[], user_id: string): Promise<LookedAtJob[]> {
  const asked = jobs
    .filter(({ seat }) => seat === "first")
    .flatMap((job) => [job.round, job.round - 1].filter((round) => round > 0).map((round) => ({ job, round })));
  const items =
    asked.length === 0
      ? []
      : await batchGet(asked.map(({ job, round }) => submissionKeys.round(job.application_id, round)));
  const decided = asked.flatMap(({ job }, at) => {
    const round = items[at] && Round.parse(items[at]);
    const own = round?.seats.find(({ job_id }) => job_id === job.credential_job_id);
    return round && own && (own.reviewer ?? job.acceptor) === user_id ? [{ job, round }] : [];
  });
  const latest = new Map(decided.toReversed().map((each) => [each.job.credential_job_id, each]));
  return [...latest.values()].map(({ job: { credential_job_id, application_id }, round: { finalized_on, seats } }) => ({
    credential_job_id,
    application_id,
    seat: "first",
    finalized_on,
    double_reviewed: seats.some(({ seat }) => seat === "second"),
  }));
}

const appealSeats = (jobs: readonly Job[]): LookedAtJob[] =>
  jobs.flatMap(({ seat, status, completed_on, credential_job_id, application_id }) =>
    seat === "appeal" && status === "completed" && completed_on !== undefined
      ? [{ credential_job_id, application_id, seat, finalized_on: completed_on, double_reviewed: false }]
      : [],
  );
