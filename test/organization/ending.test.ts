import { beforeAll, describe, expect, test } from "vitest";
import { offerOpened } from "../../bin/seed/client.ts";
import { contract } from "../../shared/contract.ts";
import { publishedCredential } from "../support/fixtures/credential.ts";
import { invitedAs, tokensFor } from "../support/fixtures/invitation.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import { accepted, begun, submitted } from "../support/fixtures/work.ts";
import type { Organization } from "../support/organization.ts";
import type { Person } from "../support/people.ts";
import { world } from "../support/world.ts";

const { auth, badgr, credential, organization, payment, submission, user, review } = contract;
const sam = world.as("Sam");
const archive = async ({ organization_id: id }: Organization, archiveStatus = true) =>
  expect((await sam.call(organization.archive, { id, archiveStatus })).status).toBe(200);
/** Runs a schedule as if a few minutes later, when it sees what was asked for just now. */
const run = async (name: string) => {
  await world.control.runSchedule(name, 180_000);
  await world.settle();
};

describe("reviewers of a credential that has open jobs", () => {
  test("get the offers when they are added, and lose them when they are removed", async () => {
    const academy = await world.newOrganization("Offering Academy");
    const [rita, ray] = [await acceptedReviewer(academy, "Rita"), await acceptedReviewer(academy, "Ray")];
    const credential_id = await publishedCredential(academy, [rita]);
    const open = await submitted(academy.as("Lena"), credential_id);
    const held = await accepted(academy.as("Leo"), credential_id, rita);
    const change = { credential_id, add: [ray.user_id], remove: [rita.user_id] };
    expect((await academy.as("Ada").call(credential.assignReviewers, change)).status).toBe(200);
    await Promise.all([run("offer-open-jobs"), run("offer-open-jobs")]);

    const offers = async (person: Person) =>
      (await person.call(review.list, {})).body.data.jobs.map(({ credential_job_id }) => credential_job_id);
    expect(await offers(ray)).toEqual([open.credential_job_id]);
    expect(await offers(rita)).toEqual([]);
    const told = (await ray.call(user.listNotices, {})).body.data.notices.filter(({ type }) => type === "job.offered");
    expect(told).toHaveLength(1);

    expect((await rita.call(review.release, { credential_job_id: held.credential_job_id })).status).toBe(200);
    await run("offer-open-jobs");
    expect((await offers(ray)).toSorted()).toEqual([open.credential_job_id, held.credential_job_id].toSorted());
    expect((await ray.call(review.accept, { credential_job_id: held.credential_job_id })).status).toBe(200);
  });
});

describe("an archived organization", () => {
  let academy: Organization;
  let rita: Person;
  let credential_id: string;
  beforeAll(async () => {
    academy = await world.newOrganization("Winding Down Academy");
    rita = await acceptedReviewer(academy, "Rita");
    credential_id = await publishedCredential(academy, [rita]);
  });

  test("lets its work be gone on with for 90 days, from whichever organization, and no other's work less", async () => {
    const [closing, active] = [
      await world.newOrganization("Closing School"),
      await world.newOrganization("Going School"),
    ];
    const [sue, ray] = [await acceptedReviewer(closing, "Rita"), await acceptedReviewer(active, "Ray")];
    const inClosing = await begun(active.as("Lena"), await publishedCredential(closing, [sue]));
    const inActive = await begun(closing.as("Lena"), await publishedCredential(active, [ray]));
    await archive(closing);
    const save = async ({ learner, application_id, section_ids }: typeof inClosing, days: number) => {
      const answer = { application_id, section_id: section_ids[0]!, response: `<p>Day ${days}.</p>` };
      return (await learner.later({ days }).call(submission.saveSection, answer)).status;
    };
    expect([await save(inClosing, 89), await save(inClosing, 91)]).toEqual([200, 403]);
    expect([await save(inActive, 89), await save(inActive, 91)]).toEqual([200, 200]);
    const { application_id } = inClosing;
    const late = await inClosing.learner.later({ days: 91 }).call(submission.read, { application_id });
    expect(late).toMatchObject({ status: 200, body: { data: { archived_until: expect.any(String) } } }); // says what ended
    const upload = { name: "plan.pdf", size: 9, type: "application/pdf" };
    const sent = async (by: Person, folder: "submissions" | "certificates") =>
      (await by.later({ days: 91 }).call(contract.file.upload, { ...upload, folder })).status;
    expect(await sent(inActive.learner, "submissions")).toBe(200);
    expect(await sent(sue, "certificates")).toBe(403);
  });

  test("leaves the lists of others, with their totals, and comes back unchanged when it is restored", async () => {
    const visitor = (await world.newOrganization("Visiting Academy")).as("Lena");
    const browse = async (search?: string) =>
      (await visitor.call(credential.listOpen, { search, limit: 100 })).body.data.credentials.map(
        ({ cred_id }) => cred_id,
      );
    const assigned = async () => (await rita.call(credential.list, {})).body.data;
    expect(await browse()).toContain(credential_id);
    const { total, credentials: before } = await assigned();
    expect(total).toBe(1);
    await archive(academy);
    await run("unlist-archived");
    expect(await browse()).not.toContain(credential_id);
    expect(await browse("classroom")).not.toContain(credential_id);
    const view = await world.control.item(`COUNT#USER#${rita.user_id}#assigned`, "TOTAL");
    expect(view).toMatchObject({ count: 0 });
    await archive(academy, false);
    await run("unlist-archived");
    expect(await browse()).toContain(credential_id);
    expect(await assigned()).toMatchObject({ total: 1, credentials: before });
    expect(before).toMatchObject([{ cred_id: credential_id }]);
  });

  test("lets submissions and reviews be finished for 90 days, and nothing be begun", async () => {
    const [lena, leo] = [academy.as("Lena"), academy.as("Leo")];
    const work = await begun(lena, credential_id);
    const dear = { credential_id: await publishedCredential(academy, [rita], { price: 25 }) };
    const guest = world.as("Lena"); // of another organization, which stays
    expect((await guest.call(credential.apply, dear)).status).toBe(200);
    await Promise.all([leo.token(), rita.token()]);
    await archive(academy);
    const sections = work.section_ids.map((section_id) => ({ section_id, response: "<p>Nearly done.</p>" }));
    const handIn = { application_id: work.application_id, credential_id, sections };
    expect((await leo.call(credential.apply, { credential_id })).body.error.code).toBe("organization.archived");
    expect((await guest.call(payment.saveBilling, dear)).body.error.code).toBe("organization.archived");
    const tooLate = await lena.later({ days: 91 }).call(submission.submit, handIn);
    expect({ status: tooLate.status, code: tooLate.body.error.code }).toEqual({
      status: 403,
      code: "organization.archived",
    });
    const sent = await lena.later({ days: 89 }).call(submission.submit, handIn);
    expect(sent.status).toBe(200);
    const credential_job_id = sent.body.data.credential_job_id!;
    await offerOpened(lena.later({ days: 89 }));
    expect((await rita.later({ days: 91 }).call(review.accept, { credential_job_id })).status).toBe(403);
    expect((await rita.later({ days: 89 }).call(review.accept, { credential_job_id })).status).toBe(200);
    const remove = await sam.call(organization.remove, { organization_id: academy.organization_id });
    expect({ status: remove.status, code: remove.body.error.code }).toEqual({
      status: 409,
      code: "organization.in-use",
    });
    expect((await rita.later({ days: 89 }).call(review.release, { credential_job_id })).status).toBe(200);
  });
});

describe("deleting an organization", () => {
  test("takes its people, invitations and credentials away and frees the name last; who belongs elsewhere stays there", async () => {
    const [academy, other] = [await world.newOrganization("Gone Academy"), await world.newOrganization("Stay Academy")];
    const rita = await acceptedReviewer(academy, "Rita");
    const credential_id = await publishedCredential(academy, [rita]);
    const [lena, liv] = [academy.as("Lena"), academy.as("Liv")];
    await begun(lena, credential_id);
    await liv.token();
    await liv.call(user.joinOrganization, { token: (await invitedAs(other, { role: 5, email: liv.email })).token });
    const email = `waiting-${academy.organization_id.toLowerCase()}@guests.test`;
    await academy.as("Ada").call(organization.inviteUsers, { invitations: [{ email, role: 5 }] });
    const [token] = await tokensFor(email);

    const { organization_id } = academy;
    const account = { username: `${organization_id}@badges.test`, password: "Open-badges-2026", region: "sg" } as const;
    await world.control.openBadgrAccount(account);
    expect((await academy.as("Ada").call(badgr.login, account)).status).toBe(200);
    await archive(academy);
    expect((await sam.call(organization.remove, { organization_id })).status).toBe(200);
    const login = async ({ email, password }: Person) =>
      (await world.anyone.call(auth.login, { email, password })).body;
    expect((await login(lena)).error.code).toBe("ERRORGDELETE");
    await Promise.all([run("delete-organizations"), run("delete-organizations")]);
    await run("delete-organizations");

    expect(await world.control.item(`ORG#${organization_id}`, "META")).toMatchObject({ status: "deleted" });
    expect(await world.control.item(`ORG#${organization_id}`, "BADGR")).toBeNull();
    expect(await world.control.item(`COUNT#ORG#${organization_id}#users`, "TOTAL")).toMatchObject({ count: 0 });
    expect((await world.anyone.call(auth.validateSignup, { email, token: token! })).status).toBe(400);
    expect((await login(academy.as("Ada"))).error.code).toBe("ERRORGDELETE");
    expect((await login(liv)).data).toMatchObject({ selected_org: { organization_id: other.organization_id } });
    expect(await world.control.item(`CREDENTIAL#${credential_id}`, "META")).toMatchObject({ status: "closed" });
    const history = await world.control.items(`AUDIT#${organization_id}`);
    expect(history.map(({ type }) => type)).toEqual(
      expect.arrayContaining(["organization.archived", "organization.deletion-begun", "organization.deleted"]),
    );
    expect(history.filter(({ type }) => type === "organization.deleted")).toHaveLength(1);
    expect((await sam.call(organization.create, { name: academy.name, description: "Anew" })).status).toBe(200);
  });
});

test("the tabs of a custom role without Global count what they list", async () => {
  const academy = await world.newOrganization("Counting Academy");
  const rita = await acceptedReviewer(academy, "Rita");
  await publishedCredential(academy, [rita]);
  const text = "<p>Text.</p>";
  const draft = { title: "Draft", description: text, score_description: text, credential_resources: text };
  await academy.as("Ada").call(credential.create, { credential_details: draft });
  const cy = academy.as("Cy");
  await cy.call(credential.create, { credential_details: draft });
  const expected = { all: 2, draft: 1, submitted: 0, rejected: 0, published: 1, closed: 0 };
  for (const status of ["all", "draft", "published"] as const) {
    const { total, totals } = (await cy.call(credential.list, { status })).body.data;
    expect(totals).toEqual(expected);
    expect(total).toBe(expected[status]);
  }
});
