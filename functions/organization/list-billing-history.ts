import { listBillingHistory } from "../../shared/organization/calls.ts";
import { inlineRowsMax } from "../../shared/organization/export.ts";
import { periodOf } from "../data/period.ts";
import { readHistory, readOwnPay } from "../payment/history.ts";
import { implement } from "../runtime/implement.ts";

export const handler = implement(listBillingHistory, async (input, { actor, organization_id }) => {
  const { limit, cursor, page } = input;
  const offset = page ? (page - 1) * limit : input.offset;
  const asked = { offset, limit: page === 0 ? inlineRowsMax : limit, cursor, period: periodOf(input) };
  return {
    data: await (actor.reach === "s"
      ? readOwnPay(actor.user, organization_id, asked)
      : readHistory(organization_id, asked)),
  };
});
