import { isOfferedTimezone, offsetMinutes } from "../../shared/organization/timezone.ts";

/** Places whose names have changed: browsers know a zone by one of the two, people look for either. */
const renamed: readonly (readonly [former: string, present: string])[] = [
  ["Africa/Asmera", "Africa/Asmara"],
  ["America/Godthab", "America/Nuuk"],
  ["Asia/Calcutta", "Asia/Kolkata"],
  ["Asia/Katmandu", "Asia/Kathmandu"],
  ["Asia/Rangoon", "Asia/Yangon"],
  ["Asia/Saigon", "Asia/Ho_Chi_Minh"],
  ["Atlantic/Faeroe", "Atlantic/Faroe"],
  ["Europe/Kiev", "Europe/Kyiv"],
  ["Pacific/Enderbury", "Pacific/Kanton"],
];
const otherNameOf = (name: string): string | undefined =>
  renamed.find((pair) => pair.includes(name))?.find((each) => each !== name);

/** A time zone to choose: its name and `(GMT-05:00) America/New York`. */
export interface TimeZoneChoice {
  readonly value: string;
  readonly label: string;
  /** What people call it, such as `Central Time`; it is found by that, too. */
  readonly filteringTags: readonly string[];
}

const calledIn = (timeZone: string): string | undefined =>
  new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longGeneric" })
    .formatToParts()
    .find(({ type }) => type === "timeZoneName")?.value;

function labelOf(timeZone: string, minutes: number): string {
  const absolute = Math.abs(minutes);
  const clock = [Math.floor(absolute / 60), absolute % 60].map((part) => String(part).padStart(2, "0")).join(":");
  const other = otherNameOf(timeZone)?.split("/")[1];
  const name = other === undefined ? timeZone : `${timeZone} (${other})`;
  return `(GMT${minutes < 0 ? "-" : "+"}${clock}) ${name.replaceAll("_", " ")}`;
}

/**
 * The zones to choose from, by offset, without Etc/ and those that are Greenwich's in winter and summer alike. A stored zone
 * is kept, under its stored name, even when the list would leave it out.
 */
export function timeZoneChoices(stored?: string, at = new Date()): TimeZoneChoice[] {
  const names = new Set(Intl.supportedValuesOf("timeZone").filter(isOfferedTimezone));
  if (stored) {
    names.delete(otherNameOf(stored) ?? "");
    names.add(stored);
  }
  return [...names]
    .map((name) => ({ name, minutes: offsetMinutes(name, at) }))
    .toSorted((one, other) => one.minutes - other.minutes || one.name.localeCompare(other.name))
    .map(({ name, minutes }) => ({
      value: name,
      label: labelOf(name, minutes),
      filteringTags: [calledIn(name) ?? ""],
    }));
}
