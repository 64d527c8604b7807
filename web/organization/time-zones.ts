import { offsetMinutes } from "../../shared/organization/timezone.ts";

/** A time zone to choose: its name and `(GMT-05:00) America/New York`. */
export interface TimeZoneChoice {
  readonly value: string;
  readonly label: string;
}

function labelOf(timeZone: string, minutes: number): string {
  const absolute = Math.abs(minutes);
  const clock = [Math.floor(absolute / 60), absolute % 60].map((part) => String(part).padStart(2, "0")).join(":");
  return `(GMT${minutes < 0 ? "-" : "+"}${clock}) ${timeZone.replaceAll("_", " ")}`;
}

/**
 * The zones to choose from, by offset, without Etc/ and zero-offset zones. A stored zone is
 * kept even when the list would leave it out.
 */
export function timeZoneChoices(stored?: string, at = new Date()): TimeZoneChoice[] {
  const names = new Set(Intl.supportedValuesOf("timeZone").filter((name) => !name.startsWith("Etc/")));
  const zones = [...names]
    .map((name) => ({ name, minutes: offsetMinutes(name, at) }))
    .filter(({ minutes }) => minutes !== 0);
  if (stored && !zones.some(({ name }) => name === stored))
    zones.push({ name: stored, minutes: offsetMinutes(stored, at) });
  return zones
    .toSorted((one, other) => one.minutes - other.minutes || one.name.localeCompare(other.name))
    .map(({ name, minutes }) => ({ value: name, label: labelOf(name, minutes) }));
}
