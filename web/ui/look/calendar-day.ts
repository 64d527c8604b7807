const patterns = [
  /^(?<month>\d{1,2})[/.-](?<day>\d{1,2})[/.-](?<year>\d{4})$/, // 12/31/2026
  /^(?<year>\d{4})[/.-](?<month>\d{1,2})[/.-](?<day>\d{1,2})(?:T.*)?$/, // 2026-12-31, and a moment that stands for its day
];

/** The day somebody typed, month first or year first, as `YYYY-MM-DD`; undefined when no calendar has it. */
export function calendarDayOf(typed: string): string | undefined {
  const parts = patterns.map((pattern) => pattern.exec(typed.trim())?.groups).find(Boolean);
  if (!parts) return undefined;
  const { year = "", month = "", day = "" } = parts;
  const iso = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const date = new Date(`${iso}T00:00:00Z`);
  const exists = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso); // no February 30
  return exists && year >= "1900" ? iso : undefined;
}

/** `YYYY-MM-DD` as the portal's date fields write it: `MM/DD/YYYY`. */
export const writtenDay = (iso: string): string => `${iso.slice(5, 7)}/${iso.slice(8, 10)}/${iso.slice(0, 4)}`;

/** `Thursday, December 31, 2026` */
export const dayInWords = (iso: string): string =>
  new Intl.DateTimeFormat("en-US", { dateStyle: "full", timeZone: "UTC" }).format(new Date(`${iso}T00:00:00Z`));
