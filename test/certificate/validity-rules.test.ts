import { describe, expect, test } from "vitest";
import { dueReminderOf, hasEnded, nextLook } from "../../shared/certificate/validity.ts";
import { monthsAfter } from "../../shared/platform/months.ts";
import { linkedInAddress } from "../../web/certificate/certificate-sharing.ts";

describe("months of validity", () => {
  test.each([
    ["2027-01-31T10:00:00.000Z", 1, "2027-02-28T10:00:00.000Z"],
    ["2028-01-31T10:00:00.000Z", 1, "2028-02-29T10:00:00.000Z"],
    ["2028-02-29T23:59:59.999Z", 12, "2029-02-28T23:59:59.999Z"],
    ["2026-12-31T00:30:00.000Z", 2, "2027-02-28T00:30:00.000Z"],
    ["2026-03-29T01:30:00.000Z", 7, "2026-10-29T01:30:00.000Z"],
    ["2026-05-31T12:00:00.000Z", 1, "2026-06-30T12:00:00.000Z"],
    ["2026-11-28T12:00:00.000Z", 120, "2036-11-28T12:00:00.000Z"],
  ])("%s and %i are %s", (earned_on, months, ends) => expect(monthsAfter(earned_on, months)).toBe(ends));
});

describe("reminders of an end", () => {
  const validity = { earned_on: "2026-01-01T00:00:00.000Z", valid_until: "2027-01-01T00:00:00.000Z" };
  const [sixty, fourteen] = ["2026-11-02T00:00:00.000Z", "2026-12-18T00:00:00.000Z"];

  test("come 60 and 14 days before it, each once, and then the end", () => {
    expect(nextLook(validity)).toBe(sixty);
    expect(dueReminderOf(validity, "2026-11-01T23:59:59.999Z")).toBeUndefined();
    expect(dueReminderOf(validity, sixty)).toBe(60);
    expect(nextLook({ ...validity, reminded: 60 })).toBe(fourteen);
    expect(dueReminderOf({ ...validity, reminded: 60 }, sixty)).toBeUndefined();
    expect(dueReminderOf({ ...validity, reminded: 60 }, fourteen)).toBe(14);
    expect(nextLook({ ...validity, reminded: 14 })).toBe(validity.valid_until);
    expect(dueReminderOf({ ...validity, reminded: 14 }, fourteen)).toBeUndefined();
  });

  test("that a stopped clock missed are one, the last", () => {
    expect(dueReminderOf(validity, "2026-12-20T00:00:00.000Z")).toBe(14);
    expect(dueReminderOf(validity, "2026-12-17T00:00:00.000Z")).toBe(60);
  });

  test("are left out where they would lie before the certificate was earned", () => {
    const short = { earned_on: "2026-12-01T00:00:00.000Z", valid_until: validity.valid_until };
    expect(nextLook(short)).toBe(fourteen);
    expect(dueReminderOf(short, "2026-12-02T00:00:00.000Z")).toBeUndefined();
  });

  test("are none of a certificate that holds for good", () => {
    const good = { earned_on: validity.earned_on, valid_until: undefined };
    expect([nextLook(good), dueReminderOf(good, sixty), hasEnded(good, "2099-01-01T00:00:00.000Z")]).toEqual([
      undefined,
      undefined,
      false,
    ]);
  });

  test("end with the very moment of the end", () => {
    expect(hasEnded(validity, "2026-12-31T23:59:59.999Z")).toBe(false);
    expect(hasEnded(validity, validity.valid_until)).toBe(true);
  });
});

test("LinkedIn's form has the month of the end where the organization is, and none of a certificate that holds for good", () => {
  const said = { title: "Weaving", issuer_name: "School", earned_on: "2026-01-31T12:00:00.000Z", earned_in: "UTC" };
  const fieldsOf = (more: object) => new URL(linkedInAddress({ ...said, ...more }, "https://x.test/c/1")).searchParams;
  const ended = fieldsOf({ valid_until: "2027-03-01T02:00:00.000Z", earned_in: "America/Chicago" });
  expect([ended.get("expirationYear"), ended.get("expirationMonth")]).toEqual(["2027", "2"]);
  expect([...fieldsOf({}).keys()].filter((name) => name.startsWith("expiration"))).toEqual([]);
});
