import { describe, expect, test } from "vitest";
import * as z from "zod";
import { type BusinessCalendar, calendarFields, defaultCalendar } from "../../shared/organization/calendar.ts";
import { dueCalendar } from "../../shared/review/calendar-file.ts";
import {
  businessDaysAfter,
  businessDaysUntil,
  dueOf,
  endOfDay,
  extendedDue,
  isBusinessDay,
  isFederalHoliday,
  isLate,
  nineOfTenDays,
  type Pause,
} from "../../shared/review/clock.ts";

const workingTime = (
  timezone = "America/New_York",
  different: Partial<BusinessCalendar> = {},
  pauses: readonly Pause[] = [],
) => ({ calendar: { ...defaultCalendar, ...different }, pauses, timezone });
const newYork = workingTime();

describe("business days", () => {
  test("a day is the organization's: an evening in New York is tomorrow in UTC", () => {
    const handedIn = "2026-07-03T03:30:00.000Z"; // Thursday, July 2, 23:30 there; July 3 is kept for July 4
    expect(businessDaysAfter(handedIn, 5, newYork)).toBe("2026-07-11T03:59:59.000Z");
  });

  test("where clocks go back at midnight a day ends with the second of its two last seconds", () => {
    expect(endOfDay("2026-04-04", "America/Santiago")).toBe("2026-04-05T03:59:59.000Z");
    expect(endOfDay("2026-09-05", "America/Santiago")).toBe("2026-09-06T03:59:59.000Z");
    expect(endOfDay("2026-10-31", "America/New_York")).toBe("2026-11-01T03:59:59.000Z");
    expect(endOfDay("2026-03-07", "America/New_York")).toBe("2026-03-08T04:59:59.000Z");
    expect(endOfDay("2026-11-26", "Pacific/Kiritimati")).toBe("2026-11-26T09:59:59.000Z");
  });

  test("a change of clocks lengthens a night, and the day still ends with its last second", () => {
    const handedIn = "2026-10-30T14:00:00.000Z";
    const due = businessDaysAfter(handedIn, 1, newYork);
    expect(due).toBe("2026-11-03T04:59:59.000Z");
    expect(Math.round((Date.parse(due) - Date.parse("2026-10-30T15:00:00.000Z")) / 3_600_000)).toBe(86);
    expect(businessDaysAfter("2027-03-12T17:00:00.000Z", 1, newYork)).toBe("2027-03-16T03:59:59.000Z");
  });

  test("New Year's Day on a Saturday is kept on the last day of the old year", () => {
    expect(isFederalHoliday("2027-12-31")).toBe(true);
    expect(isFederalHoliday("2028-01-01")).toBe(false); // Saturday: it is no business day as it is
    expect(businessDaysAfter("2027-12-30T15:00:00.000Z", 1, newYork)).toBe("2028-01-04T04:59:59.000Z");
  });

  test("what happens on a day that is none counts from the next", () => {
    const [saturday, monday] = ["2026-11-21T15:00:00.000Z", "2026-11-23T15:00:00.000Z"];
    expect(businessDaysAfter(saturday, 1, newYork)).toBe(businessDaysAfter(monday, 1, newYork));
    expect(businessDaysAfter(monday, 1, newYork)).toBe("2026-11-25T04:59:59.000Z");
  });

  test("the federal holidays of a year are eleven, on a weekday each", () => {
    const year = (of: number) =>
      Array.from({ length: 365 }, (_, at) => new Date(Date.UTC(of, 0, 1 + at)).toISOString().slice(0, 10));
    expect(year(2026).filter(isFederalHoliday)).toEqual(
      "01-01 01-19 02-16 05-25 06-19 07-03 09-07 10-12 11-11 11-26 12-25".split(" ").map((day) => `2026-${day}`),
    );
    const years = Array.from({ length: 40 }, (_, at) => 2021 + at).flatMap(year);
    // A Saturday's New Year moves one into the year before: 440 in forty years, but for the first and the last of them.
    expect(years.filter(isFederalHoliday).length).toBeGreaterThanOrEqual(438);
    expect(years.filter((day) => isFederalHoliday(day) && [0, 6].includes(new Date(day).getUTCDay()))).toEqual([]);
  });

  test("an organization's own closing days, weekdays and zone count", () => {
    const school = workingTime("Asia/Kolkata", {
      weekdays: [2, 7],
      federal_holidays: false,
      closing_days: ["2026-11-24"],
    });
    expect(isBusinessDay("2026-11-24", school)).toBe(false);
    expect(businessDaysAfter("2026-11-22T10:00:00.000Z", 1, school)).toBe("2026-11-29T18:29:59.000Z");
    expect(isBusinessDay("2026-11-26", workingTime("America/New_York", { federal_holidays: false }))).toBe(true);
  });

  test("the days of an archive count for nothing", () => {
    const paused = workingTime("America/New_York", {}, [{ from: "2026-11-24", to: "2026-11-30" }]);
    expect(businessDaysAfter("2026-11-23T15:00:00.000Z", 2, paused)).toBe("2026-12-03T04:59:59.000Z");
  });

  test("a date says by which version and in which zone it was reckoned, and what comes on the way, each once", () => {
    const due = dueOf("2026-07-02T15:00:00.000Z", 7, workingTime("America/New_York", { version: 3 }));
    expect(due).toEqual({
      due_on: "2026-07-15T03:59:59.000Z",
      business_days: 7,
      timezone: "America/New_York",
      calendar_version: 3,
      steps: [
        { step: "halfway", on: "2026-07-09T03:59:59.000Z" },
        { step: "reminder", on: "2026-07-11T03:59:59.000Z" },
        { step: "late", on: "2026-07-15T03:59:59.000Z" },
        { step: "overdue", on: "2026-07-17T03:59:59.000Z" },
      ],
    });
    const stepsOf = (days: number) => dueOf("2026-07-06T15:00:00.000Z", days, newYork).steps.map(({ step }) => step);
    expect(stepsOf(1)).toEqual(["late", "overdue"]);
    expect(stepsOf(2)).toEqual(["reminder", "late", "overdue"]);
  });

  test("the day it is due on is in time, to its last second", () => {
    const due = { due_on: "2026-07-15T03:59:59.000Z" };
    expect(isLate(due, Date.parse("2026-07-15T03:59:59.999Z"))).toBe(false);
    expect(isLate(due, Date.parse("2026-07-15T04:00:00.000Z"))).toBe(true);
  });
});

describe("a reviewer who takes more time", () => {
  test("has two business days more, and the learner is told of the day that was promised", () => {
    const { steps, ...due } = extendedDue(dueOf("2026-07-06T15:00:00.000Z", 7, newYork), newYork);
    expect(due).toMatchObject({ due_on: "2026-07-18T03:59:59.000Z", business_days: 9, extended: true });
    expect(steps).toEqual([
      { step: "halfway", on: "2026-07-10T03:59:59.000Z" },
      { step: "reminder", on: "2026-07-16T03:59:59.000Z" },
      { step: "promised", on: "2026-07-16T03:59:59.000Z" },
      { step: "late", on: "2026-07-18T03:59:59.000Z" },
      { step: "overdue", on: "2026-07-22T03:59:59.000Z" },
    ]);
  });
});

describe("how long decisions take", () => {
  test("is counted in business days, as they are promised", () => {
    const handedIn = "2026-07-02T20:00:00.000Z"; // Thursday; the Friday is kept for July 4
    const days = (to: string) => businessDaysUntil(handedIn, to, newYork);
    expect(days("2026-07-03T03:00:00.000Z")).toBe(0);
    expect(days("2026-07-04T15:00:00.000Z")).toBe(1); // the Monday is the first day it could be promised for
    expect(days("2026-07-06T15:00:00.000Z")).toBe(1);
    expect(days("2026-07-07T15:00:00.000Z")).toBe(2);
    for (const to of ["2026-07-03T03:00:00.000Z", "2026-07-04T15:00:00.000Z", "2026-07-15T15:00:00.000Z"]) {
      expect(businessDaysAfter(handedIn, days(to), newYork) >= to).toBe(true);
      if (days(to) > 0) expect(businessDaysAfter(handedIn, days(to) - 1, newYork) < to).toBe(true);
    }
  });

  test("is said from twenty decisions on, as the fewest days within which nine of ten came", () => {
    const counts = (...entries: [number, number][]) => new Map(entries);
    expect(nineOfTenDays(counts([1, 19]))).toBeUndefined();
    expect(nineOfTenDays(counts([9, 2], [1, 10], [6, 8]))).toBe(6);
    expect(nineOfTenDays(counts([9, 3], [1, 10], [6, 8]))).toBe(9);
    expect(nineOfTenDays(counts([0, 20]))).toBe(0);
  });
});

describe("what an organization may say of its working days", () => {
  const schema = z.object(calendarFields);
  const usual = { weekdays: [1], federal_holidays: true, closing_days: ["2026-12-24"] };
  const messageOf = (different: object) =>
    schema.safeParse({ ...usual, ...different }).error?.issues.map(({ message }) => message);

  test("at least one day of the week, each once, and real days alone", () => {
    expect(messageOf({})).toBeUndefined();
    expect(messageOf({ weekdays: [] })).toEqual(["Choose at least one working day."]);
    expect(messageOf({ weekdays: [1, 1] })).toEqual(["Enter each day once."]);
    expect(messageOf({ weekdays: [8] })).toHaveLength(1);
    expect(messageOf({ closing_days: ["2026-02-30"] })).toHaveLength(1);
    expect(messageOf({ closing_days: ["2026-12-24", "2026-12-24"] })).toEqual(["Enter each day once."]);
  });
});

describe("the day as a file for calendars", () => {
  const entry = {
    credential_job_id: "job_1",
    title: "Reading; writing, and a very long title that goes on and on until a line of seventy-five is full – née",
    decision: { due_on: "2026-07-17T03:59:59.000Z", timezone: "America/New_York" },
    url: "https://laurel.test/acceptedJobs/submissions/job_1",
    nowMs: Date.parse("2026-07-02T15:00:00.000Z"),
  };
  const file = dueCalendar(entry);

  test("is the whole day where the organization is", () => {
    expect(file).toContain("\r\nDTSTART;VALUE=DATE:20260716\r\nDTEND;VALUE=DATE:20260717\r\n");
    expect(file).toContain("\r\nDTSTAMP:20260702T150000Z\r\n");
    expect(file).toContain("\r\nUID:job_1@laurel\r\n");
  });

  test("escapes what titles hold, and folds its lines at 75 octets", () => {
    const lines = file.split("\r\n");
    expect(lines.every((line) => new TextEncoder().encode(line).length <= 75)).toBe(true);
    expect(file.replaceAll("\r\n ", "")).toContain("SUMMARY:Decision due: Reading\\; writing\\, and a very long");
    expect(file.replaceAll("\r\n ", "")).toContain("née\r\n");
    expect([lines[0], lines.at(-2), lines.at(-1)]).toEqual(["BEGIN:VCALENDAR", "END:VCALENDAR", ""]);
  });
});
