import { listOwn } from "../../shared/submission/calls.ts";
import { submissionTabs } from "../../shared/submission/rules.ts";
import { Application } from "../../shared/submission/submission.ts";
import { views } from "../data/keys.ts";
import { listPage, readTotals } from "../data/list.ts";
import { implement } from "../runtime/implement.ts";
import { submissionRow } from "./rows.ts";

/** One's own submissions, wherever they were made: the learner is the owner in every organization. */
export const handler = implement(listOwn, async ({ status, offset, limit, cursor }, { actor }) => {
  const [page, counts] = await Promise.all([
    listPage({ view: views.submissions(actor.user_id, status), offset, limit, cursor }),
    readTotals(submissionTabs.map((tab) => views.submissions(actor.user_id, tab))),
  ]);
  const totals = Object.fromEntries(submissionTabs.map((tab, index) => [tab, counts[index] ?? 0]));
  return {
    data: {
      submissions: page.items.map((item) => submissionRow(Application.parse(item))),
      total: page.total,
      cursor: page.cursor,
      totals: totals as Record<(typeof submissionTabs)[number], number>,
    },
  };
});
