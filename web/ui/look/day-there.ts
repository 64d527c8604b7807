import { calendarDate, date } from "./format.ts";

/** A calendar date of somewhere else, with its zone where the reader's clock shows another time. */
export const dayThere = (iso: string | null | undefined, timezone: string | undefined): string =>
  named(calendarDate(iso), timezone);

/** The day that a moment falls on somewhere else, named likewise; here where no zone is known. */
export const momentThere = (iso: string | null | undefined, timezone: string | undefined): string =>
  named(date(iso, { timeZone: timezone }), timezone);

function named(day: string, timezone: string | undefined): string {
  const at = new Date();
  const timeIn = (timeZone?: string) =>
    new Intl.DateTimeFormat("en-US", { dateStyle: "short", timeStyle: "short", timeZone }).format(at);
  if (day === "" || timezone === undefined || timeIn(timezone) === timeIn()) return day;
  return `${day} (${timezone.split("/").at(-1)!.replaceAll("_", " ")} time)`;
}
