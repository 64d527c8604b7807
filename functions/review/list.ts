import { Problem } from "../../shared/http/problem.ts";
import { list } from "../../shared/review/calls.ts";
import { Job, type JobStatus } from "../../shared/review/job.ts";
import type { JobRow } from "../../shared/review/job-views.ts";
import { shownStatus } from "../../shared/review/rules.ts";
import { mayReviewFor } from "../../shared/reviewer/eligibility.ts";
import { practiceFirst } from "../calibration/model/calibration.ts";
import type { Actor } from "../chain/actor.ts";
import { implement } from "../chain/implement.ts";
import { readSummariesOf } from "../credential/model/summary.ts";
import { credentialKeys } from "../data/keys/credential.ts";
import { submissionIndexes, submissionViews } from "../data/keys/submission.ts";
import { inOrder, type ListPage, listPage } from "../data/list.ts";
import { findPage, matchesMax } from "../data/search.ts";
import { readStanding } from "../user/model/reviewer-standing.ts";
import { type JobsAsked, readOwnJobs } from "./model/ordered-jobs.ts";
import { mayReassign } from "./model/reassigning.ts";
import { jobRow } from "./model/store.ts";

/** A reviewer reads the open jobs offered to them that they may accept, staff the organization's. */
export const handler = implement(list, async ({ status, search, sort, ...asked }, { actor, organization_id }) => {
  if (actor.reach === "related") return { data: await offersTo(actor.user_id, { search, sort, ...asked }) };
  const page = await jobsOf(organization_id, { status, search, sort: ageOrder(sort), ...asked });
  const found = page.items.map((item) => Job.parse(item));
  const jobs = await withReassignable(
    found,
    found.map((job) => jobRow(job, actor.user_id)),
    actor,
  );
  return { data: { jobs, total: page.total, cursor: page.cursor } };
});

/** The open jobs that a reviewer may accept, now or once they have practiced. */
async function offersTo(user_id: string, asked: Omit<JobsAsked, "view">) {
  const offered = await readOwnJobs({ view: submissionViews.reviewerJobs(user_id, "open"), ...asked });
  const jobs = offered.items.map((item) => Job.parse(item));
  const [page, waiting] = await Promise.all([acceptable(offered, user_id), practiceFirst(jobs, user_id)]);
  return {
    jobs: page.items.map((item) => {
      const row = jobRow(Job.parse(item), user_id);
      return waiting.has(row.credential_job_id) ? { ...row, practice_first: true } : row;
    }),
    total: page.total,
    cursor: page.cursor,
  };
}

/** The order of a list that is no reviewer's own. Refuses the one by due dates, for which there is no index. */
function ageOrder(sort: "newest" | "oldest" | "due"): "newest" | "oldest" {
  if (sort === "due") throw new Problem("input.invalid", { fields: { sort: "Only reviewers sort by due date." } });
  return sort;
}

const jobsOf = (
  organization_id: string,
  { status, search, ...asked }: Omit<JobsAsked, "view"> & { status: JobStatus | "all"; sort: "newest" | "oldest" },
): Promise<ListPage> =>
  search
    ? findJobs(organization_id, { status, text: search, ...asked })
    : listPage({ view: submissionViews.jobs(organization_id, status), ...asked, ...inOrder(asked.sort) });

/** Offers follow suspensions and changed lists within minutes; until then a page is shorter by what may not be accepted. */
async function acceptable(page: ListPage, user_id: string): Promise<ListPage> {
  const ids = page.items.map((item) => String(item.cred_id));
  const [standing, credentials] = await Promise.all([
    readStanding(user_id),
    readSummariesOf(ids.map(credentialKeys.credential)),
  ]);
  const open = new Set(credentials.flatMap((each) => (mayReviewFor(standing, each) ? [each.cred_id] : [])));
  const items = page.items.filter((_, index) => open.has(ids[index]!));
  return { ...page, items, total: page.total - (page.items.length - items.length) };
}

/** A job's words stay, its state does not: among all that match, those in the state. */
async function findJobs(
  organization_id: string,
  asked: { status: JobStatus | "all"; text: string; sort: "newest" | "oldest"; offset: number; limit: number },
): Promise<ListPage> {
  const { status, text, sort, offset, limit } = asked;
  const space = submissionIndexes.jobs(organization_id);
  const { items } = await findPage({ space, text, limit: matchesMax, ...inOrder(sort) });
  const found = items.filter((item) => status === "all" || shownStatus(Job.parse(item), "") === status);
  return { items: found.slice(offset, offset + limit), total: found.length };
}

async function withReassignable(found: readonly Job[], rows: readonly JobRow[], actor: Actor): Promise<JobRow[]> {
  const ids = [...new Set(found.map(({ cred_id }) => cred_id))];
  const credentials = await readSummariesOf(ids.map((cred_id) => credentialKeys.credential(cred_id)));
  return found.map((job, index) => {
    const credential = credentials.find(({ cred_id }) => cred_id === job.cred_id);
    return { ...rows[index]!, reassignable: mayReassign(job, credential, actor) };
  });
}
