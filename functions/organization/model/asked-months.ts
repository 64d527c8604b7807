import { Problem } from "../../../shared/http/problem.ts";
import {
  analyticsMonthsDefault,
  analyticsMonthsMax,
  monthAfter,
  monthsBetween,
} from "../../../shared/organization/analytics.ts";
import { clock } from "../../runtime/clock.ts";

/** The months that a call of figures names, oldest first; the last twelve where it names none. */
export function monthsAsked({
  from,
  to = clock.iso().slice(0, 7),
}: {
  from?: string | undefined;
  to?: string | undefined;
}) {
  const months = monthsBetween(from ?? monthAfter(to, 1 - analyticsMonthsDefault), to);
  if (months.length === 0)
    throw new Problem("input.invalid", { fields: { to: "Choose an end month after the start month." } });
  if (months.length > analyticsMonthsMax) {
    throw new Problem("input.invalid", { fields: { from: `Choose at most ${analyticsMonthsMax} months.` } });
  }
  return months;
}
