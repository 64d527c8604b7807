import * as z from "zod";
import { call, data } from "../http/call.ts";
import { organizationSelector } from "../http/fields.ts";
import { BusinessCalendar, calendarFields } from "./calendar.ts";

/** The usual ones, as version 0, until somebody has said otherwise. */
export const readCalendar = call({
  route: "GET /organization/calendar",
  summary: "Read an organization's working days",
  allow: { permission: "organization:calendar", within: "organization" },
  input: () => z.object({ ...organizationSelector }),
  output: () => data(BusinessCalendar),
});

/** Dates that were promised stay, unless they are moved too. */
export const saveCalendar = call({
  route: "PUT /organization/calendar",
  summary: "Say on which days an organization works",
  allow: { permission: "organization:calendar", within: "organization" },
  input: () =>
    z.object({
      ...organizationSelector,
      ...calendarFields,
      /** Decisions that wait are due by these days too; their learners and reviewers are told. */
      move_due_dates: z.boolean().default(false),
      /** As it was read. */
      version: z.number().int(),
    }),
  output: () => data(BusinessCalendar),
  problems: ["state.changed"],
});
