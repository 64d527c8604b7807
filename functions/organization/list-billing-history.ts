import { Problem } from "../../shared/http/problems.ts";
import { listBillingHistory } from "../../shared/organization/calls.ts";
import { readHistory, readOwnPay } from "../payment/history.ts";
import { implement } from "../runtime/implement.ts";

export const handler = implement(listBillingHistory, async (input, { actor, organization_id }) => {
  const { year, month, offset, limit, cursor } = input;
  if (month !== undefined && year === undefined) {
    throw new Problem("input.invalid", { fields: { year: "Name the year of the month." } });
  }
  const period = year && (month ? `${year}-${String(month).padStart(2, "0")}` : String(year));
  const page = { offset, limit, cursor, period: period === undefined ? undefined : String(period) };
  return {
    data: await (actor.reach === "s"
      ? readOwnPay(actor.user, organization_id, page)
      : readHistory(organization_id, page)),
  };
});
