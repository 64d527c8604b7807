/** The time zone of an organization that chose none. */
export const defaultTimezone = "America/New_York";

/** What is said of a time zone that is not offered. */
export const timezoneMessage = "Choose a time zone from the list";

/** Whether a text is the name of a time zone. */
export function isTimezone(text: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: text }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

/** The parts of the world whose zones are offered; the rest are old names and plain offsets. */
const regions = /^(?:Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific)\//;

/** Whether a time zone is one of the list: a place's, and not that of Greenwich in winter and summer alike. */
export function isOfferedTimezone(timeZone: string): boolean {
  if (!regions.test(timeZone) || !isTimezone(timeZone)) return false;
  const { timeZone: name } = new Intl.DateTimeFormat("en", { timeZone }).resolvedOptions();
  if (name !== timeZone && name.toLowerCase() === timeZone.toLowerCase()) return false; // misspelled
  const year = new Date().getUTCFullYear();
  return [0, 6].some((month) => offsetMinutes(timeZone, new Date(Date.UTC(year, month, 15))) !== 0);
}

/** Minutes a zone is ahead of Greenwich at a moment. */
export function offsetMinutes(timeZone: string, at: Date): number {
  const parts = new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "longOffset" }).formatToParts(at);
  const text = parts.find(({ type }) => type === "timeZoneName")?.value ?? "GMT";
  const [, sign, hours, minutes] = /GMT([+-])(\d{2}):(\d{2})/.exec(text) ?? [];
  return sign ? (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) : 0;
}

/** A moment as it is written where a zone is: its date is the day there, such as 2026-11-26T08:04:08.000+09:00. */
export function writtenIn(timeZone: string, moment: string): string {
  const minutes = offsetMinutes(timeZone, new Date(moment));
  const there = new Date(Date.parse(moment) + minutes * 60_000).toISOString().slice(0, -1);
  const two = (number: number) => String(Math.trunc(number)).padStart(2, "0");
  const ahead = Math.abs(minutes);
  return minutes === 0 ? `${there}Z` : `${there}${minutes < 0 ? "-" : "+"}${two(ahead / 60)}:${two(ahead % 60)}`;
}

/** The moment at which a date (YYYY-MM-DD) begins where a zone is. */
export function beginningOf(timeZone: string, day: string): string {
  const utc = Date.parse(`${day}T00:00:00.000Z`);
  const by = (clock: number) => utc - offsetMinutes(timeZone, new Date(clock)) * 60_000;
  const first = by(utc);
  const midnight = new Date(by(first)).toISOString(); // by the clock as it stands then, not at Greenwich's midnight
  return dayIn(timeZone, midnight) < day ? new Date(first).toISOString() : midnight; // clocks that skip midnight
}

/** The date (YYYY-MM-DD) of a moment where a zone is. */
export const dayIn = (timeZone: string, moment: string): string => writtenIn(timeZone, moment).slice(0, 10);
