import { Appeal } from "../../shared/appeal/appeal.ts";
import { type AppealRow, list } from "../../shared/appeal/calls.ts";
import { Job } from "../../shared/review/job.ts";
import { firstJobOf } from "../../shared/review/rules.ts";
import { Application } from "../../shared/submission/submission.ts";
import { implement } from "../chain/implement.ts";
import { submissionKeys, submissionViews } from "../data/keys/submission.ts";
import { inOrder, listPage } from "../data/list.ts";
import { batchGet } from "../data/table.ts";
import { decisionOf } from "../submission/model/decision.ts";

export const handler = implement(list, async ({ type, ...asked }, { organization_id }) => {
  const view = submissionViews.appeals(organization_id, type);
  const { items, total, cursor } = await listPage({
    view,
    ...asked,
    ...inOrder(type === "open" ? "oldest" : "newest"),
  });
  const appeals = items.map((item) => Appeal.parse(item));
  const found = await batchGet([
    ...appeals.map(({ job_id }) => submissionKeys.job(job_id)),
    ...appeals.map(({ application_id }) => submissionKeys.application(application_id)),
  ]);
  const rows = appeals.map((appeal, at) => {
    const [seat, application] = [found[at], found[appeals.length + at]];
    return row(appeal, seat && Job.parse(seat), application && Application.parse(application));
  });
  return { data: { appeals: rows, total, cursor } };
});

/** Who has the seat is nobody's to see; since when somebody has, tells whether a reviewer is wanted. */
function row(
  { section_ids, due, ...appeal }: Appeal,
  seat: Job | undefined,
  application: Application | undefined,
): AppealRow {
  const { application_id, cred_id, title, round, status, grounds, text, filed_on, ended_on } = appeal;
  return {
    application_id,
    cred_id,
    title,
    round,
    status,
    grounds,
    text,
    filed_on,
    ended_on,
    sections_total: section_ids.length,
    decision: decisionOf({ due }).decision!, // what is listed was filed
    accepted_on: seat?.accepted_on,
    credential_job_id: application && firstJobOf(application),
  };
}
