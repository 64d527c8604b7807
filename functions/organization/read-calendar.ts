import { readCalendar } from "../../shared/organization/calendar-calls.ts";
import { implement } from "../chain/implement.ts";
import { organizationKeys } from "../data/keys/organization.ts";
import { batchGet } from "../data/table.ts";
import { calendarOf } from "./model/calendar.ts";

export const handler = implement(readCalendar, async (_, { organization_id }) => {
  const [item] = await batchGet([organizationKeys.calendar(organization_id)]);
  return { data: calendarOf(organization_id, item) };
});
