import { readCalendar } from "../../shared/organization/calendar-calls.ts";
import { implement } from "../chain/implement.ts";
import { keys } from "../data/keys.ts";
import { batchGet } from "../data/table.ts";
import { calendarOf } from "./model/calendar.ts";

export const handler = implement(readCalendar, async (_, { organization_id }) => {
  const [item] = await batchGet([keys.calendar(organization_id)]);
  return { data: calendarOf(organization_id, item) };
});
