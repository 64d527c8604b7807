import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { contract } from "../../shared/contract.ts";
import { publishedCredential, textSection } from "../support/fixtures/credential.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import { earned, submitted } from "../support/fixtures/work.ts";
import { expectInvariants } from "../support/invariants.ts";
import { lentWorld } from "../support/lent-world.ts";
import type { MemberName, Organization } from "../support/organization.ts";
import type { Person } from "../support/people.ts";

const { certificate, credential, submission } = contract;
const world = await lentWorld(); // its clock is moved
let school: Organization;
let rita: Person;

beforeAll(async () => {
  school = await world.newOrganization("Second Chance School");
  rita = await acceptedReviewer(school, "Rita");
});

afterAll(() => world.stop());

const published = (details: object = {}) =>
  publishedCredential(school, [rita], { sections: [textSection], ...details });
const listed = async (learner: Person) => (await learner.call(certificate.listOwn)).body.data.credentials;
const standing = async (learner: Person, credential_id: string) =>
  (await learner.call(credential.read, { credential_id })).body.data.submission_status;
const publicPage = (learner: Person, cred_id: string) =>
  world.anyone.call(certificate.readOwn, { org_id: school.organization_id, user_id: learner.user_id, cred_id });

/** A learner earns a credential, and an admin revokes the certificate. */
async function revoked(name: MemberName, credential_id: string) {
  const learner = school.as(name);
  const application_id = await earned(learner, credential_id, rita);
  await world.settle();
  const certificate_id = (await listed(learner)).find((each) => each.application_id === application_id)!
    .certificate_id!;
  const sent = { certificate_id, revocation: "rules-broken" as const, reason: "The work was somebody else's." };
  expect((await school.as("Ada").call(certificate.revoke, sent)).status).toBe(200);
  return { learner, application_id, certificate_id };
}

describe("whoever's certificate was revoked", () => {
  test("may earn the credential again; both certificates are theirs, and one is good", async () => {
    const credential_id = await published();
    const former = await revoked("Lena", credential_id);
    const { learner } = former;
    expect(await standing(learner, credential_id)).toBe("revoked");
    const browsed = async () =>
      (await learner.call(credential.listOpen, { limit: 100 })).body.data.credentials.find(
        (each) => each.cred_id === credential_id,
      )?.submission_status;
    expect(await browsed()).toBe("revoked");
    const { application_id, credential_job_id } = await submitted(learner, credential_id);
    expect(await standing(learner, credential_id)).toBe("submitted");
    expect(await browsed()).toBe("submitted");
    expect((await publicPage(learner, credential_id)).body.data).toMatchObject({ verified: false });

    await rita.call(contract.review.accept, { credential_job_id });
    const section = (await learner.call(submission.read, { application_id })).body.data.sections[0]!;
    const accepting = { credential_job_id, credential_section_id: section.section_id, grade: "A", section_rubric: [] };
    expect((await rita.call(contract.review.acceptSection, { ...accepting, feedback: "<p>Own.</p>" })).status).toBe(
      200,
    );
    await world.settle();
    expect(await standing(learner, credential_id)).toBe("completed");
    expect(await learner.call(credential.apply, { credential_id })).toMatchObject({
      status: 409,
      body: { error: { code: "application.certified" } },
    });
    const [second, first] = await listed(learner);
    expect(second).toMatchObject({ application_id, certificate_status: "active" });
    expect(first).toMatchObject({ certificate_id: former.certificate_id, certificate_status: "revoked" });
    expect((await publicPage(learner, credential_id)).body.data).toMatchObject({
      verified: true,
      address: second!.address,
    });
    const { certificates } = (await school.as("Ada").call(certificate.list, { search: "lena" })).body.data;
    expect(certificates.map(({ status }) => status)).toEqual(["active", "revoked"]);
    await expectInvariants(world, school);
  });

  test("hides each of the two by itself", async () => {
    const credential_id = await published();
    const { learner, certificate_id } = await revoked("Leo", credential_id);
    await earned(learner, credential_id, rita);
    await world.settle();
    const hidden = async () => (await listed(learner)).map(({ certificate_hidden }) => certificate_hidden);
    const hide = (sent: object) => learner.call(certificate.hide, { cred_id: credential_id, hidden: true, ...sent });
    expect((await hide({ certificate_id })).status).toBe(200);
    expect(await hidden()).toEqual([false, true]);
    expect((await publicPage(learner, credential_id)).status).toBe(200);
    await world.settle();
    expect((await fetch(`${world.origin}/c/${certificate_id}`)).status).toBe(404);
    expect((await hide({})).status).toBe(200);
    expect(await hidden()).toEqual([true, true]);
    expect((await publicPage(learner, credential_id)).status).toBe(404);
    const elsewhere = await published();
    expect((await hide({ certificate_id, cred_id: elsewhere })).status).toBe(404);
    expect(
      (await school.as("Lena").call(certificate.hide, { cred_id: credential_id, certificate_id, hidden: false }))
        .status,
    ).toBe(404);
  });

  test("keeps it in sight when the second application lapses unpaid, and may apply once more", async () => {
    const credential_id = await published();
    const { learner } = await revoked("Liv", credential_id);
    const ada = school.as("Ada");
    const { version } = (await ada.call(credential.read, { credential_id })).body.data;
    const priced = await ada.call(credential.update, { credential_id, version, step: 4, price: 25 });
    expect(priced.status).toBe(200);
    const apply = () => learner.call(credential.apply, { credential_id });
    expect(await apply()).toMatchObject({ status: 200, body: { data: { status: "applied" } } });
    expect(await apply()).toMatchObject({ status: 409, body: { error: { code: "application.exists" } } });
    await world.control.runSchedule("close-unpaid-applications", 181 * 86_400_000);
    expect(await standing(learner, credential_id)).toBe("closed");
    expect((await publicPage(learner, credential_id)).body.data).toMatchObject({ verified: false });
    expect(await apply()).toMatchObject({ status: 200, body: { data: { status: "applied" } } });
  });
});
