import { dayIn } from "../../../shared/organization/timezone.ts";
import { calendarDate, date } from "./format.ts";

/** A calendar date of somewhere else, with its zone where the reader's clock shows another time. */
export function dayThere(iso: string | null | undefined, timezone: string | undefined): string {
  const day = calendarDate(iso);
  const at = new Date();
  const timeIn = (timeZone?: string) =>
    new Intl.DateTimeFormat("en-US", { dateStyle: "short", timeStyle: "short", timeZone }).format(at);
  if (day === "" || timezone === undefined || timeIn(timezone) === timeIn()) return day;
  return `${day} (${timezone.split("/").at(-1)!.replaceAll("_", " ")} time)`;
}

/** The day that a moment falls on somewhere else, named likewise; here where no zone is known. */
export const momentThere = (iso: string | null | undefined, timezone: string | undefined): string =>
  iso && timezone ? dayThere(dayIn(timezone, iso), timezone) : date(iso);
