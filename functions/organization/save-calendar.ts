import { isDeepStrictEqual } from "node:util";
import { Problem } from "../../shared/http/problem.ts";
import { saveCalendar } from "../../shared/organization/calendar-calls.ts";
import { implement } from "../chain/implement.ts";
import { audit } from "../data/audit.ts";
import { dueNow } from "../data/deadlines.ts";
import { organizationKeys } from "../data/keys/organization.ts";
import { batchGet } from "../data/table.ts";
import { calendarOf, writeCalendar } from "./model/calendar.ts";

/** A repeat whose answer was lost, one version behind with nothing new, is answered as done. */
export const handler = implement(saveCalendar, async (input, { actor, organization_id, commit }) => {
  const { weekdays, federal_holidays, closing_days, move_due_dates, version } = input;
  const [item] = await batchGet([organizationKeys.calendar(organization_id)]);
  const before = calendarOf(organization_id, item);
  const set = { weekdays: weekdays.toSorted(), federal_holidays, closing_days: closing_days.toSorted() };
  if (version !== before.version) {
    const isRepeat = version === before.version - 1 && isDeepStrictEqual({ ...before, ...set }, before);
    if (isRepeat) return { data: before };
    throw new Problem("state.changed");
  }
  const { steps, after } = writeCalendar(before, set);
  return commit(
    [
      ...steps,
      audit("organization.calendar-changed", {
        organization_id,
        actor_id: actor.user_id,
        subject_id: organization_id,
        calendar_version: after.version,
      }),
      ...(move_due_dates ? [dueNow("organization-calendar", organizationKeys.organization(organization_id))] : []),
    ],
    { data: after },
  );
});
