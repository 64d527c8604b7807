import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { contract } from "../../shared/contract.ts";
import { publishedCredential, textSection } from "../support/fixtures/credential.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import { accepted, earned, verdict } from "../support/fixtures/work.ts";
import { expectInvariants } from "../support/invariants.ts";
import { lentWorld } from "../support/lent-world.ts";
import type { MemberName, Organization } from "../support/organization.ts";
import { type Person, signOutEverybody } from "../support/people.ts";

const { certificate, credential, review } = contract;
const dayMs = 86_400_000;
const world = await lentWorld(); // its clock is moved
let school: Organization;
let ada: Person;
let rita: Person;

beforeAll(async () => {
  school = await world.newOrganization("Renewing School");
  [ada, rita] = [school.as("Ada"), await acceptedReviewer(school, "Rita")];
});

afterAll(async () => {
  await expectInvariants(world, school);
  await world.stop();
});

async function later(days: number): Promise<void> {
  await world.control.moveClock(days * dayMs);
  signOutEverybody(world.origin);
  await world.control.runSchedule("follow-validity");
  await world.settle();
}

/** Prices a published credential anew. */
async function priced(credential_id: string, price: number, renewal_price?: number | null) {
  const { version } = (await ada.call(credential.read, { credential_id })).body.data;
  return ada.call(credential.update, { credential_id, version, step: 4, price, renewal_price });
}

/** Somebody earns a free credential that is valid for three months. */
async function certified(name: MemberName, title: string) {
  const learner = school.as(name);
  const credential_id = await publishedCredential(school, [rita], {
    ...{ title, sections: [textSection], details: { validity_months: 3 } },
  });
  const application_id = await earned(learner, credential_id, rita);
  await world.settle();
  const own = async () =>
    (await learner.call(certificate.listOwn)).body.data.credentials.filter((each) => each.cred_id === credential_id);
  const shown = async () => (await learner.call(credential.read, { credential_id })).body.data;
  const apply = (sent: object = {}) => learner.call(credential.apply, { credential_id, ...sent });
  return { learner, credential_id, application_id, own, shown, apply };
}

describe("a certificate that ends", () => {
  test("is renewed from 60 days before, by a new application that is a certificate of its own", async () => {
    const { learner, credential_id, application_id, own, shown, apply } = await certified("Lena", "Kayaking");
    await later(20);
    expect((await shown()).submission_status).toBe("completed");
    expect(await apply()).toMatchObject({ status: 409, body: { error: { code: "application.certified" } } });
    expect((await own())[0]).not.toHaveProperty("renewable");
    await later(20);
    expect((await shown()).submission_status).toBe("renewable");
    const [former] = await own();
    expect(former).toMatchObject({ application_id, renewable: true, certificate_status: "active" });

    const work = await accepted(learner, credential_id, rita);
    expect((await own())[0]).not.toHaveProperty("renewable");
    expect(await apply()).toMatchObject({ status: 409, body: { error: { code: "application.exists" } } });
    await rita.call(review.acceptSection, verdict(work, 0));
    await world.settle();
    const [renewed, kept] = await own();
    const { renewable: _, ...stays } = former!;
    expect(kept).toEqual(stays);
    expect(renewed).toMatchObject({ application_id: work.application_id, certificate_status: "active" });
    expect(Date.parse(renewed!.valid_until!)).toBeGreaterThan(Date.parse(former!.valid_until!) + 30 * dayMs);
    expect((await shown()).submission_status).toBe("completed");
    expect(await apply()).toMatchObject({ status: 409, body: { error: { code: "application.certified" } } });

    await later(56);
    expect((await own()).map(({ certificate_status, renewable }) => [certificate_status, renewable])).toEqual([
      ["active", true],
      ["expired", undefined],
    ]);
  });

  test("is renewed at a price of its own, also once it has expired; others pay the price", async () => {
    const { learner, credential_id, own, shown, apply } = await certified("Leo", "Judo");
    expect((await priced(credential_id, 40, 25)).status).toBe(200);
    await later(100);
    expect((await own())[0]).toMatchObject({ certificate_status: "expired", renewable: true });
    expect(await shown()).toMatchObject({ submission_status: "renewable", price: 40, renewal_price: 25 });
    expect(await apply({ price: 40 })).toMatchObject({
      status: 409,
      body: { error: { code: "credential.price-changed", message: expect.stringContaining("$25.00") } },
    });
    expect(await apply({ price: 25 })).toMatchObject({ status: 200, body: { data: { status: "applied", price: 25 } } });
    const other = await school.as("Liv").call(credential.apply, { credential_id });
    expect(other).toMatchObject({ status: 200, body: { data: { price: 40 } } });

    await world.control.runSchedule("close-unpaid-applications", 181 * dayMs);
    expect((await shown()).submission_status).toBe("renewable"); // one that lapsed makes room for another
    expect((await priced(credential_id, 40, null)).status).toBe(200);
    expect(await shown()).not.toHaveProperty("renewal_price");
    expect(await apply()).toMatchObject({ status: 200, body: { data: { price: 40 } } });
    expect((await learner.call(certificate.listOwn)).status).toBe(200);
  });

  test("of two tabs that renew at once one gets an application, and the other hears of it", async () => {
    const { apply, shown } = await certified("Liv", "Archery");
    await later(60);
    const answers = await Promise.all([apply(), apply(), apply()]);
    const outcomes = answers.map(({ status, body }) => (status === 200 ? "ready" : body.error?.code));
    expect(outcomes.toSorted()).toEqual(["application.exists", "application.exists", "ready"]);
    expect((await shown()).submission_status).toBe("ready");
  });

  test("that was revoked is earned anew at the price, not renewed", async () => {
    const { credential_id, own, shown, apply } = await certified("Lena", "Fencing");
    expect((await priced(credential_id, 40, 0)).status).toBe(200);
    await later(60);
    const [{ certificate_id = "" } = {}] = await own();
    const revoking = { certificate_id, revocation: "rules-broken" as const, reason: "Somebody else’s work." };
    expect((await ada.call(certificate.revoke, revoking)).status).toBe(200);
    expect((await shown()).submission_status).toBe("revoked");
    expect((await own())[0]).not.toHaveProperty("renewable");
    expect(await apply()).toMatchObject({ status: 200, body: { data: { price: 40 } } });
  });
});

test("the price of a renewal covers the reviewer's pay, belongs to its step, and stays when it is left out", async () => {
  const credential_id = await publishedCredential(school, [rita], { sections: [textSection], rate: 60, price: 90 });
  expect(await priced(credential_id, 90, 1)).toMatchObject({
    status: 400,
    body: { error: { fields: { renewal_price: expect.stringContaining("the reviewer’s pay") } } },
  });
  expect((await priced(credential_id, 90, 45)).status).toBe(200);
  const { revision } = (await ada.call(credential.read, { credential_id })).body.data;
  expect((await priced(credential_id, 95)).body.data).toMatchObject({ renewal_price: 45, revision: revision + 1 });
  expect((await priced(credential_id, 95, 45)).body.data).toMatchObject({ revision: revision + 1 });
  expect((await priced(credential_id, 95, 0)).body.data).toMatchObject({ renewal_price: 0, revision: revision + 2 });
  const { version } = (await ada.call(credential.read, { credential_id })).body.data;
  const elsewhere = { credential_id, version, step: 3 as const, assigned_reviewers: [rita.user_id], renewal_price: 5 };
  expect(await ada.call(credential.update, elsewhere)).toMatchObject({
    status: 400,
    body: { error: { fields: { renewal_price: "This belongs to another step." } } },
  });
});
