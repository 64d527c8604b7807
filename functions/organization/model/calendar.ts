import * as z from "zod";
import { dateIn } from "../../../shared/credential/rules.ts";
import { Problem } from "../../../shared/http/problem.ts";
import { BusinessCalendar, defaultCalendar } from "../../../shared/organization/calendar.ts";
import type { WorkingTime } from "../../../shared/review/clock.ts";
import { now } from "../../data/ids.ts";
import { organizationKeys } from "../../data/keys/organization.ts";
import { change, create, put, type Step } from "../../data/steps.ts";
import type { Item } from "../../data/table.ts";
import type { OrganizationRecord } from "./record.ts";

/** An organization's working days as stored; every version stays, so that a date can be explained. */
export const CalendarRecord = BusinessCalendar.extend({
  organization_id: z.string(),
  /** The days it was archived, by which running clocks were moved. */
  pauses: z.array(z.object({ from: z.string(), to: z.string() })).default([]),
});
export type CalendarRecord = z.infer<typeof CalendarRecord>;

/** The working days that were read of an organization, or those it has until it says otherwise. */
export const calendarOf = (organization_id: string, item: Item | undefined): CalendarRecord =>
  item ? CalendarRecord.parse(item) : { ...defaultCalendar, organization_id, pauses: [] };

/** The same with where it is: what dates are reckoned from. */
export function workingTimeOf(
  { organization_id, timezone }: Pick<OrganizationRecord, "organization_id" | "timezone">,
  item: Item | undefined,
): WorkingTime {
  const calendar = calendarOf(organization_id, item);
  return { calendar, pauses: calendar.pauses, timezone };
}

/** The steps that write the next version; refused with `state.changed` when it is not the next any more. */
export function writeCalendar(
  before: CalendarRecord,
  set: Partial<CalendarRecord>,
): { steps: Step[]; after: CalendarRecord } {
  const after = { ...before, ...set, version: before.version + 1 };
  const key = organizationKeys.calendar(before.organization_id);
  const { version: _, ...changed } = after;
  const otherwise = new Problem("state.changed");
  return {
    after,
    steps: [
      before.version === 0
        ? create(key, after, { otherwise })
        : change(key, { set: changed }, { where: { version: before.version }, otherwise }),
      put(organizationKeys.formerCalendar(after.organization_id, after.version), after),
    ],
  };
}

/** The steps by which the days of an archive count for no clock, once it is over. */
export function pauseSteps(
  { organization_id, timezone }: Pick<OrganizationRecord, "organization_id" | "timezone">,
  archived_at: string,
  item: Item | undefined,
): Step[] {
  const before = calendarOf(organization_id, item);
  const dayOf = (at: string) => dateIn(timezone, Date.parse(at));
  return writeCalendar(before, {
    pauses: [...before.pauses, { from: dayOf(archived_at), to: dayOf(now()) }].slice(-50),
  }).steps;
}
