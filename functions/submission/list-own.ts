import { listOwn } from "../../shared/submission/calls.ts";
import { submissionTabs } from "../../shared/submission/rules.ts";
import { Application } from "../../shared/submission/submission.ts";
import { keys, views } from "../data/keys.ts";
import { listPage } from "../data/list.ts";
import { batchGet } from "../data/table.ts";
import { implement } from "../runtime/implement.ts";
import { submissionRow } from "./rows.ts";

/** One's own submissions, wherever they were made: the learner is the owner in every organization. */
export const handler = implement(listOwn, async ({ status, offset, limit, cursor }, { actor }) => {
  const [page, counts] = await Promise.all([
    listPage({ view: views.submissions(actor.user_id, status), offset, limit, cursor }),
    batchGet(submissionTabs.map((tab) => keys.total(views.submissions(actor.user_id, tab)))),
  ]);
  const totals = Object.fromEntries(submissionTabs.map((tab, index) => [tab, Number(counts[index]?.count ?? 0)]));
  return {
    data: {
      submissions: page.items.map((item) => submissionRow(Application.parse(item))),
      total: page.total,
      cursor: page.cursor,
      totals: totals as Record<(typeof submissionTabs)[number], number>,
    },
  };
});
