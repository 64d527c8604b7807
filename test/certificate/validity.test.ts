import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { contract } from "../../shared/contract.ts";
import { dayIn, defaultTimezone } from "../../shared/organization/timezone.ts";
import { monthsAfter } from "../../shared/platform/months.ts";
import { recordsOf } from "../support/csv.ts";
import { details, publishedCredential, textSection, writeDraft } from "../support/fixtures/credential.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import { earned } from "../support/fixtures/work.ts";
import { expectInvariants } from "../support/invariants.ts";
import { lentWorld } from "../support/lent-world.ts";
import type { MemberName, Organization } from "../support/organization.ts";
import { type Person, signOutEverybody } from "../support/people.ts";
import { schemaFaults } from "./schema.ts";

const { certificate, credential, user } = contract;
const dayMs = 86_400_000;
const world = await lentWorld(); // its clock is moved
let school: Organization;
let ada: Person;
let rita: Person;

beforeAll(async () => {
  school = await world.newOrganization("Passing School");
  [ada, rita] = [school.as("Ada"), await acceptedReviewer(school, "Rita")];
});

afterAll(async () => {
  await expectInvariants(world, school);
  await world.stop();
});

const published = (title: string, validity_months?: number) =>
  publishedCredential(school, [rita], { title, sections: [textSection], details: { validity_months } });

/** Somebody earns a credential that is valid for so many months. */
async function certified(name: MemberName, title: string, months?: number) {
  const learner = school.as(name);
  const cred_id = await published(title, months);
  const application_id = await earned(learner, cred_id, rita);
  await world.settle();
  const own = async () =>
    (await learner.call(certificate.listOwn)).body.data.credentials.find(
      (each) => each.application_id === application_id,
    )!;
  const { certificate_id = "" } = await own();
  return { learner, cred_id, certificate_id, own };
}

/** The clock runs so many days later, as it does every hour. */
async function later(days: number): Promise<void> {
  await world.control.moveClock(days * dayMs);
  signOutEverybody(world.origin);
  await world.control.runSchedule("follow-validity");
  await world.settle();
}
const isReminder = (text: string, title: string) => text.startsWith("Valid until") && text.endsWith(title);
const remindersTo = async ({ email }: Person, title: string) =>
  (await world.mails.to(email)).filter(({ subject }) => isReminder(subject, title)).length;
const noticesTo = async (person: Person, title: string) =>
  (await person.call(user.listNotices, { limit: 100 })).body.data.notices.filter((each) =>
    isReminder(each.title, title),
  ).length;
const served = async (certificate_id: string, kind: "" | ".json" = "") =>
  (await fetch(`${world.origin}/c/${certificate_id}${kind}`)).text();
const listed = async (status: "active" | "expired" | "revoked", title: string) =>
  (await ada.call(certificate.list, { status, search: title })).body.data;

describe("a certificate that is valid for a time", () => {
  test("says its end wherever it is shown, is reminded of it twice, and is expired after it, not revoked", async () => {
    const { learner, certificate_id, own } = await certified("Lena", "Kayaking", 3);
    const { earned_on, valid_until = "" } = await own();
    expect(valid_until).toBe(monthsAfter(earned_on, 3));
    const signed = JSON.parse(await served(certificate_id, ".json"));
    expect(Date.parse(signed.validUntil)).toBe(Date.parse(valid_until));
    expect(signed.validUntil).not.toMatch(/Z$/); // in the zone of the day it was earned
    expect(await schemaFaults(signed)).toEqual([]);
    expect(await served(certificate_id)).toContain("valid until");
    expect((await learner.call(certificate.read, { certificate_id })).body.data).toMatchObject({ valid_until });

    const lasts = Math.round((Date.parse(valid_until) - Date.parse(earned_on)) / dayMs);
    await later(lasts - 61);
    expect(await remindersTo(learner, "Kayaking")).toBe(0);
    await later(2);
    expect([await remindersTo(learner, "Kayaking"), await noticesTo(learner, "Kayaking")]).toEqual([1, 1]);
    await later(1);
    expect(await remindersTo(learner, "Kayaking")).toBe(1);
    await later(45);
    expect([await remindersTo(learner, "Kayaking"), await noticesTo(learner, "Kayaking")]).toEqual([2, 2]);
    expect(await listed("active", "Kayaking")).toMatchObject({ total: 1, certificates: [{ valid_until }] });

    await later(14);
    expect(await remindersTo(learner, "Kayaking")).toBe(2);
    expect(await own()).toMatchObject({ certificate_status: "expired", valid_until });
    expect(await listed("expired", "Kayaking")).toMatchObject({ total: 1, certificates: [{ status: "expired" }] });
    expect(await listed("active", "Kayaking")).toMatchObject({ total: 0 });
    await world.control.moveClock(31_000); // past what the edge has kept
    const page = await served(certificate_id);
    expect(page).toContain('<h2 id="expired">Expired</h2>');
    expect(page).not.toContain('id="revoked"');
    expect(JSON.parse(await served(certificate_id, ".json"))).toEqual(signed);
    const exported = (await ada.call(certificate.exportList, { status: "expired" })).text;
    expect(recordsOf(exported)).toHaveLength(2);
    expect(exported).toContain(`,${dayIn(defaultTimezone, valid_until)},Expired,`);

    const revoking = { certificate_id, revocation: "rules-broken" as const, reason: "Somebody else’s work." };
    expect((await ada.call(certificate.revoke, revoking)).status).toBe(200);
    await world.settle();
    expect(await listed("revoked", "Kayaking")).toMatchObject({ total: 1 });
  });

  test("that is hidden or revoked reminds nobody; hidden, it expires all the same", async () => {
    const [hidden, revoked] = [await certified("Lena", "Fencing", 3), await certified("Leo", "Judo", 3)];
    const hide = { cred_id: hidden.cred_id, certificate_id: hidden.certificate_id, hidden: true };
    expect((await hidden.learner.call(certificate.hide, hide)).status).toBe(200);
    const sent = { certificate_id: revoked.certificate_id, revocation: "rules-broken" as const, reason: "Copied." };
    expect((await ada.call(certificate.revoke, sent)).status).toBe(200);
    await later(85);
    await later(10);
    expect(await remindersTo(hidden.learner, "Fencing")).toBe(0);
    expect(await remindersTo(revoked.learner, "Judo")).toBe(0);
    expect(await hidden.own()).toMatchObject({ certificate_status: "expired", certificate_hidden: true });
    expect(await revoked.own()).toMatchObject({ certificate_status: "revoked" });
  });

  test("is reminded of by a clock that missed its hour, once", async () => {
    const { learner } = await certified("Leo", "Rowing", 3);
    await later(80);
    await later(0);
    expect(await remindersTo(learner, "Rowing")).toBe(1);
  });

  test("keeps its end and its reminders when a name is corrected", async () => {
    const { learner, certificate_id, own } = await certified("Liv", "Archery", 3);
    const { valid_until } = await own();
    await later(40);
    expect(await remindersTo(learner, "Archery")).toBe(1);
    const renamed = { certificate_id, first_name: "Olivia", last_name: "Stone" };
    expect((await ada.call(certificate.replace, renamed)).status).toBe(200);
    await world.settle();
    expect(await own()).toMatchObject({ certificate_status: "active", valid_until });
    await later(1);
    expect(await remindersTo(learner, "Archery")).toBe(1);
  });
});

test("a certificate of a credential without a validity has no end, and no clock looks at it", async () => {
  const { learner, certificate_id, own } = await certified("Lena", "Weaving");
  expect(await own()).not.toHaveProperty("valid_until");
  expect(JSON.parse(await served(certificate_id, ".json"))).not.toHaveProperty("validUntil");
  await later(130 * 31);
  expect(await remindersTo(learner, "Weaving")).toBe(0);
  expect(await own()).toMatchObject({ certificate_status: "active" });
});

describe("an author", () => {
  const months = (validity_months: unknown) => ({ ...details, validity_months });

  test("says for how many months, keeps that by leaving it out, and takes it back; a copy has it, too", async () => {
    const { cred_id: credential_id } = await writeDraft(ada, [rita], { differing: { validity_months: 24 } });
    const read = async (of = credential_id) => (await ada.call(credential.read, { credential_id: of })).body.data;
    expect((await read()).credential_details).toMatchObject({ validity_months: 24 });
    const save = async (credential_details: object) => {
      const { version } = await read();
      return ada.call(credential.update, {
        ...{ credential_id, version, step: 0 as const },
        credential_details: credential_details as typeof details,
      });
    };
    expect((await save({ ...details, title: "Anew" })).status).toBe(200);
    expect((await read()).credential_details).toMatchObject({ title: "Anew", validity_months: 24 });
    const copied = (await ada.call(credential.copy, { credential_id })).body.data;
    expect((await read(copied.cred_id)).credential_details).toMatchObject({ validity_months: 24 });
    expect((await save(months(null))).status).toBe(200);
    expect((await read()).credential_details).not.toHaveProperty("validity_months");
    for (const wrong of [0, 121, 1.5, "12"])
      expect(await save(months(wrong))).toMatchObject({
        status: 400,
        body: {
          error: { fields: { "credential_details.validity_months": "Enter a whole number from 1 to 120." } },
        },
      });
  });
});
