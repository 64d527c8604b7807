import { calendarDate, date } from "./format.ts";

/** A text about a day, with the zone that the day is of where the reader's clock shows another time. */
export function withZone(text: string, timezone: string | undefined): string {
  const at = new Date();
  const timeIn = (timeZone?: string) =>
    new Intl.DateTimeFormat("en-US", { dateStyle: "short", timeStyle: "short", timeZone }).format(at);
  if (text === "" || timezone === undefined || timeIn(timezone) === timeIn()) return text;
  return `${text} (${timezone.split("/").at(-1)!.replaceAll("_", " ")} time)`;
}

/** A calendar date of somewhere else, with its zone where the reader's clock shows another time. */
export const dayThere = (iso: string | null | undefined, timezone: string | undefined): string =>
  withZone(calendarDate(iso), timezone);

/** The day that a moment falls on somewhere else, named likewise; here where no zone is known. */
export const momentThere = (iso: string | null | undefined, timezone: string | undefined): string =>
  withZone(date(iso, { timeZone: timezone }), timezone);
