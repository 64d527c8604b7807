import * as z from "zod";
import { CalendarDate } from "../http/fields.ts";

const isCalendarDay = (text: string): boolean => {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : undefined;
  return at !== undefined && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
};

/** Closing days an organization may name. */
export const closingDaysMax = 100;

/** What an organization says of its working days. */
export const calendarFields = {
  /** Its working days of the week, 1 Monday to 7 Sunday. */
  weekdays: z
    .array(z.number().int().min(1).max(7))
    .min(1, "Choose at least one working day.")
    .refine((days) => new Set(days).size === days.length, "Enter each day once."),
  /** It is closed on the federal holidays of the United States. */
  federal_holidays: z.boolean(),
  /** Further days it is closed. */
  closing_days: z
    .array(z.string().refine(isCalendarDay, "Enter a date such as 2026-12-24."))
    .max(closingDaysMax, "Enter at most 100 closed days.")
    .refine((days) => new Set(days).size === days.length, "Enter each day once."),
};

/** An organization's working days. */
export const BusinessCalendar = z.object({
  weekdays: z.array(z.number().int()),
  federal_holidays: z.boolean(),
  /** In their order. */
  closing_days: z.array(CalendarDate),
  /** One more at each change; 0 until the first. */
  version: z.number().int(),
});
export type BusinessCalendar = z.infer<typeof BusinessCalendar>;

/** The working days of an organization that has said nothing of them. */
export const defaultCalendar: BusinessCalendar = {
  weekdays: [1, 2, 3, 4, 5],
  federal_holidays: true,
  closing_days: [],
  version: 0,
};
