import { limitMax } from "../../shared/http/paging.ts";
import { inlineRowsMax } from "../../shared/organization/export.ts";
import { listBillingHistory } from "../../shared/organization/report-calls.ts";
import { implement } from "../chain/implement.ts";
import { periodOf } from "../data/period.ts";
import { readHistory, readOwnPay } from "../payment/model/history.ts";

export const handler = implement(listBillingHistory, async (input, { actor, organization_id }) => {
  const { cursor, kind, page, search, sort } = input;
  const limit = page === 0 || input.limit > limitMax ? inlineRowsMax : input.limit;
  const offset = page ? (page - 1) * limit : input.offset;
  const asked = { offset, limit, cursor, period: periodOf(input), kind, search, sort };
  if (actor.reach === "own") return { data: await readOwnPay(actor.user, organization_id, asked) };
  const { totals, results, ...lines } = await readHistory(organization_id, asked);
  return { data: actor.isKey ? lines : { ...lines, totals, results } };
});
