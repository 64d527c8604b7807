import { describe, expect, test } from "vitest";
import { timeZoneChoices } from "../../web/organization/time-zones.ts";
import { calendarDayOf, dayInWords, writtenDay } from "../../web/ui/look/calendar-day.ts";
import { dayThere, momentThere } from "../../web/ui/look/day-there.ts";
import {
  calendarDate,
  cut,
  date,
  dateTime,
  decimals,
  duration,
  fileSize,
  money,
  month,
  relative,
  weekday,
  weekdayTime,
} from "../../web/ui/look/format.ts";
import { roleChoices, roleName, roleOfChoice } from "../../web/ui/look/role-names.ts";
import { deviceOf } from "../../web/ui/width.ts";

const noon = "2026-11-05T20:04:00Z";
const newYork = { timeZone: "America/New_York" };

describe("a typed day", () => {
  test.each([
    ["12/31/2026", "2026-12-31"],
    [" 2/3/2027 ", "2027-02-03"],
    ["2026-12-31", "2026-12-31"],
    ["2026-12-31T00:00:00Z", "2026-12-31"],
    ["2026/1/5", "2026-01-05"],
    ["02/29/2028", "2028-02-29"],
  ])("%s is %s", (typed, day) => expect(calendarDayOf(typed)).toBe(day));

  test.each(["31/12/2026", "02/30/2026", "12/31/26", "2026", "12/31/0206", "tomorrow", "0/1/2026", ""])(
    "%s is none",
    (typed) => expect(calendarDayOf(typed)).toBeUndefined(),
  );

  test("is written month first, and in words with its weekday", () => {
    expect(writtenDay("2026-12-31")).toBe("12/31/2026");
    expect(dayInWords("2026-12-31")).toBe("Thursday, December 31, 2026");
  });
});

describe("dates", () => {
  test("read 'MMMM DD, YYYY' and 'dddd, MMMM DD', with the day in two digits", () => {
    expect(date(noon, newYork)).toBe("November 05, 2026");
    expect(weekday(noon, newYork)).toBe("Thursday, November 05");
    expect(dateTime(noon, newYork)).toBe("November 05, 2026, 3:04 PM");
    expect(weekdayTime(noon, newYork)).toBe("Thursday, November 05, 3:04 PM");
    expect(month(noon)).toBe("November 2026");
  });

  test("of the calendar are the same day everywhere, moments are not", () => {
    expect(calendarDate("2026-11-05T00:00:00Z")).toBe("November 05, 2026");
    expect(date("2026-11-05T00:00:00Z", newYork)).toBe("November 04, 2026");
  });

  test("that are none read as nothing", () => {
    for (const none of [undefined, null, "", "soon"])
      expect([date(none), weekday(none), dateTime(none), weekdayTime(none), month(none), relative(none)]).toEqual(
        Array.from({ length: 6 }, () => ""),
      );
  });

  test("stand beside how long ago they are", () => {
    const now = Date.parse(noon);
    const alsoRead = (seconds: number) => relative(new Date(now + seconds * 1000).toISOString(), now);
    expect([alsoRead(-30), alsoRead(-90), alsoRead(-3 * 86_400), alsoRead(2 * 3600)]).toEqual([
      "just now",
      "1 minute ago",
      "3 days ago",
      "in 2 hours",
    ]);
  });

  test("that are a day and more away are as many days away as on the calendar here", () => {
    const now = new Date(2026, 10, 24, 12);
    const daysTo = (...at: [day: number, hour: number]) =>
      relative(new Date(2026, 10, ...at).toISOString(), now.getTime());
    expect([daysTo(21, 15), daysTo(21, 9), daysTo(23, 11), daysTo(23, 13), daysTo(26, 9)]).toEqual([
      "3 days ago",
      "3 days ago",
      "yesterday",
      "23 hours ago",
      "in 2 days",
    ]);
  });
});

describe("review time", () => {
  test.each([
    [0, "0 minutes"],
    [1, "1 minute"],
    [59, "59 minutes"],
    [60, "1 hour"],
    [61, "1 hour 1 minute"],
    [135, "2 hours 15 minutes"],
  ])("of %d minutes is %s", (minutes, words) => {
    expect(duration(minutes)).toBe(words);
  });
});

test("money has two decimals and its currency, and is 0.00 where there is no number", () => {
  expect(money(1234.5)).toBe("$1,234.50");
  for (const none of [null, undefined, "free", Number.NaN])
    expect([money(none), decimals(none)]).toEqual(["$0.00", "0.00"]);
});

test("a long name is cut with an ellipsis, one that fits is not", () => {
  expect(cut("x".repeat(20), 20)).toBe("x".repeat(20));
  expect(cut("x".repeat(21), 20)).toBe(`${"x".repeat(20)}…`);
});

test("files say their size", () => {
  expect([fileSize(0), fileSize(900), fileSize(1536), fileSize(25 * 1024 * 1024)]).toEqual([
    "0 B",
    "900 B",
    "1.5 KB",
    "25 MB",
  ]);
});

test("a day of somewhere else is told with its zone where the clock shows another time there", () => {
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  expect(dayThere("2026-11-26T00:00:00.000Z", here)).toBe("November 26, 2026");
  expect(dayThere("2026-11-26T00:00:00.000Z", "Pacific/Kiritimati")).toBe("November 26, 2026 (Kiritimati time)");
  expect(dayThere(null, "Pacific/Kiritimati")).toBe("");
  expect(momentThere("2026-11-25T23:04:08.000Z", "Pacific/Kiritimati")).toBe("November 26, 2026 (Kiritimati time)");
  expect([momentThere(undefined, "Asia/Tokyo"), momentThere("2026-11-25T12:00:00.000Z", undefined)]).toEqual([
    "",
    date("2026-11-25T12:00:00.000Z"),
  ]);
});

test("a window up to 767 px is a phone, up to 1220 px a tablet", () => {
  const widths = [320, 767, 768, 1220, 1221, 2560];
  expect(widths.map(deviceOf)).toEqual(["mobile", "mobile", "tablet", "tablet", "desktop", "desktop"]);
});

describe("time zones", () => {
  const winter = new Date("2026-01-15T12:00:00Z");
  const choices = timeZoneChoices(undefined, winter);
  const values = choices.map(({ value }) => value);
  const minutesOf = (label: string) => {
    const [, sign, hours, minutes] = /^\(GMT([+-])(\d\d):(\d\d)\) /.exec(label)!;
    return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
  };

  test("go by their offset, each labelled with it", () => {
    const offsets = choices.map(({ label }) => minutesOf(label));
    expect(offsets).toEqual(offsets.toSorted((one, other) => one - other));
    expect(choices.find(({ value }) => value === "America/New_York")?.label).toBe("(GMT-05:00) America/New York");
    expect(choices.find(({ value }) => value === "Asia/Kolkata" || value === "Asia/Calcutta")?.label).toContain(
      "(GMT+05:30)",
    );
    expect(new Set(values).size).toBe(values.length);
  });

  test("leave out Etc and those of Greenwich time", () => {
    expect(values.filter((value) => value.startsWith("Etc/"))).toEqual([]);
    for (const name of ["Africa/Abidjan", "Atlantic/Reykjavik"]) expect(values).not.toContain(name);
    const summer = timeZoneChoices(undefined, new Date("2026-07-15T12:00:00Z")).map(({ value }) => value);
    expect(values.toSorted()).toEqual(summer.toSorted());
    expect(values).toContain("Europe/London");
  });

  test("keep the one that is stored, in its place", () => {
    const kept = timeZoneChoices("Africa/Abidjan", winter);
    expect(kept).toHaveLength(choices.length + 1);
    const at = kept.findIndex(({ value }) => value === "Africa/Abidjan");
    expect(kept[at]?.label).toBe("(GMT+00:00) Africa/Abidjan");
    expect(timeZoneChoices("America/New_York", winter)).toEqual(choices);
  });

  test("are found by the present and the former name of their place, and stand there once", () => {
    for (const [one, other] of [
      ["Kolkata", "Calcutta"],
      ["Kyiv", "Kiev"],
    ] as const) {
      const found = choices.filter(({ label }) => label.includes(one));
      expect(found).toHaveLength(1);
      expect(found[0]!.label).toContain(other);
    }
    expect(timeZoneChoices("Asia/Kolkata", winter)).toHaveLength(choices.length);
  });

  test("are found by what people call their time", () => {
    const called = (name: string) =>
      choices.filter(({ filteringTags }) => filteringTags.some((tag) => tag.includes(name))).map(({ value }) => value);
    expect(called("Central Time")).toContain("America/Chicago");
    expect(called("Pacific Time")).toContain("America/Los_Angeles");
  });
});

test("roles to choose are the built-in ones and those of the organization that may be given", () => {
  const custom = [
    { role_id: "rol_1", name: "Assistant", invitable: true },
    { role_id: "rol_2", name: "Approver", invitable: false },
  ];
  const choices = roleChoices(["issuer", "learner", "custom"], custom);
  expect(choices.map(({ label }) => label)).toEqual(["Issuer", "Learner", "Assistant"]);
  expect(choices.map(({ value }) => roleOfChoice(value))).toEqual([
    { role: 3 },
    { role: 5 },
    { role: 7, role_id: "rol_1" },
  ]);
  expect([roleName(2), roleName(7), roleName(7, "Assistant"), roleName(99)]).toEqual([
    "Admin",
    "Custom role",
    "Assistant",
    "",
  ]);
});
