import { cursorOf } from "../../shared/http/cursor.ts";
import { Conclusion, LookBack, LookBackJobs, type LookedAtJob } from "../../shared/quality/look-back.ts";
import { type LookBackRow, readLookBack } from "../../shared/quality/look-back-calls.ts";
import { Job } from "../../shared/review/job.ts";
import { firstJobOf } from "../../shared/review/rules.ts";
import { Application } from "../../shared/submission/submission.ts";
import { implement } from "../chain/implement.ts";
import { qualityKeys } from "../data/keys/quality.ts";
import { submissionKeys } from "../data/keys/submission.ts";
import { firstRowOf } from "../data/list.ts";
import { batchGet, queryAll } from "../data/table.ts";
import { namesOf } from "../review/model/kept-quality.ts";
import { shownPerson } from "../user/model/shown-person.ts";
import { readReviewer } from "./model/looked-back-on.ts";

/** So many of those before the latest are answered. */
const FORMER_MAX = 5;

export const handler = implement(
  readLookBack,
  async ({ user_id, offset, limit, cursor }, { actor: { user_id: actor_id }, organization_id }) => {
    const { person, lookBack } = await readReviewer({ organization_id, user_id, actor_id });
    const { first_name, last_name } = shownPerson(person);
    const reviewer = { user_id, first_name, last_name };
    if (!lookBack) return { data: { ...reviewer, former: [], jobs: [], total: 0 } };
    const { number } = lookBack;
    const numbers = Array.from({ length: Math.min(FORMER_MAX, number - 1) }, (_, at) => number - 1 - at);
    const [[listed, ...former], concluded] = await Promise.all([
      batchGet([
        qualityKeys.lookBackJobs(organization_id, user_id, number),
        ...numbers.map((each) => qualityKeys.formerLookBack(organization_id, user_id, each)),
      ]),
      queryAll(qualityKeys.conclusions(organization_id, user_id, number)),
    ]);
    const { jobs } = LookBackJobs.parse(listed);
    const conclusions = concluded.map((item) => Conclusion.parse(item));
    const from = firstRowOf({ offset, ...(cursor !== undefined && { cursor }) });
    const asked = jobs.slice(from, from + limit);
    const { opened_by, closed_by } = lookBack;
    const people = [...new Set([opened_by, closed_by ?? opened_by, ...conclusions.map(({ given_by }) => given_by)])];
    const [names, rows] = await Promise.all([namesOf(people), rowsOf(asked)]);
    const nameOf = (id: string) => {
      const { first_name: first, last_name: last } = names.get(id)!;
      return `${first} ${last}`.trim();
    };
    const said = new Map(conclusions.map((each) => [each.credential_job_id, each]));
    return {
      data: {
        ...reviewer,
        look_back: {
          ...lookBack,
          opened_by: nameOf(opened_by),
          closed_by: closed_by && nameOf(closed_by),
          jobs_total: jobs.length,
          looked_at: conclusions.length,
          concerns: conclusions.filter(({ conclusion }) => conclusion === "concern").length,
        },
        former: former.flatMap((item) => (item ? [LookBack.parse(item)] : [])),
        jobs: rows.map((row) => {
          const own = said.get(row.credential_job_id);
          return { ...row, ...(own && { conclusion: { ...own, given_by: nameOf(own.given_by) } }) };
        }),
        total: jobs.length,
        ...(from + limit < jobs.length && { cursor: cursorOf(String(from + limit)) }),
      },
    };
  },
);

/** The jobs as they are now, with what became of their submissions. */
async function rowsOf(jobs: readonly LookedAtJob[]): Promise<LookBackRow[]> {
  if (jobs.length === 0) return [];
  const items = await batchGet([
    ...jobs.map(({ credential_job_id }) => submissionKeys.job(credential_job_id)),
    ...jobs.map(({ application_id }) => submissionKeys.application(application_id)),
  ]);
  return jobs.map(({ application_id: _, ...looked }, at) => {
    const { title, sections_total, sections_accepted } = Job.parse(items[at]);
    const found = items[jobs.length + at];
    const submission = found && Application.parse(found);
    return {
      ...looked,
      title,
      sections_total,
      sections_accepted,
      first_job_id: submission && firstJobOf(submission),
      appeal: submission?.appeal,
      certificate_id: submission?.certificate_id,
    };
  });
}
