import { listOwn } from "../../shared/submission/calls.ts";
import { submissionTabs } from "../../shared/submission/rules.ts";
import { Application } from "../../shared/submission/submission.ts";
import { implement } from "../chain/implement.ts";
import { submissionViews } from "../data/keys/submission.ts";
import { readTotals } from "../data/list.ts";
import { readListed, wordsOf } from "../data/search.ts";
import type { Item } from "../data/table.ts";
import { submissionRow } from "./model/rows.ts";

function wordsIn(item: Item): string[] {
  const { title, issuer_name } = Application.parse(item);
  return wordsOf(title, issuer_name);
}

/** One's own submissions, wherever they were made: the learner is the owner in every organization. */
export const handler = implement(listOwn, async ({ status, search, sort, offset, limit, cursor }, { actor }) => {
  const view = submissionViews.submissions(actor.user_id, status);
  const counts = readTotals(submissionTabs.map((tab) => submissionViews.submissions(actor.user_id, tab)));
  const total = async () => (await counts)[submissionTabs.indexOf(status)] ?? 0;
  const [page, counted] = await Promise.all([
    readListed({ view, search, wordsIn, sort, offset, limit, cursor, total }),
    counts,
  ]);
  const totals = Object.fromEntries(submissionTabs.map((tab, index) => [tab, counted[index] ?? 0]));
  return {
    data: {
      submissions: page.items.map((item) => submissionRow(Application.parse(item))),
      total: page.total,
      cursor: page.cursor,
      totals: totals as Record<(typeof submissionTabs)[number], number>,
    },
  };
});
