import { beforeAll, describe, expect, test } from "vitest";
import { seedPassword } from "../../bin/seed/people.ts";
import { contract } from "../../shared/contract.ts";
import { publishedCredential, writeDraft } from "../support/fixtures/credential.ts";
import { paidPurchase } from "../support/fixtures/payment.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import { accepted, rejection, verdict } from "../support/fixtures/work.ts";
import { expectInvariants } from "../support/invariants.ts";
import type { Organization } from "../support/organization.ts";
import type { Person } from "../support/people.ts";
import { world } from "../support/world.ts";

const { auth, credential, reviewer, submission, user, review } = contract;
const dayMs = 86_400_000;
const sam = world.as("Sam");
let academy: Organization;
let ada: Person;
beforeAll(async () => {
  academy = await world.newOrganization("Standing Academy");
  ada = academy.as("Ada");
  await academy.as("Abe").token();
});

type Status = "active" | "disabled" | "suspended";
const set = (by: Person, { user_id }: Person, status: Status, of = academy) =>
  by.call(user.setStatus, { organization_id: of.organization_id, user_id, status });
const signIn = ({ email }: Person) =>
  world.anyone.call(auth.login, { email, password: seedPassword, isRemember: false });

describe("an account that a super administrator disables", () => {
  test("is signed out and cannot sign in until it is enabled; a repeat answers the same", async () => {
    const leo = academy.as("Leo");
    expect(await leo.call(submission.listOwn, {})).toMatchObject({ status: 200 });
    for (const _ of [1, 2])
      expect(await set(sam, leo, "disabled")).toMatchObject({ body: { data: { status: "disabled" } } });
    expect(await leo.call(submission.listOwn, {})).toMatchObject({ status: 401 });
    expect(await signIn(leo)).toMatchObject({ status: 400, body: { error: { code: "user.disabled" } } });
    const rows = (
      await sam.call(contract.organization.listUsers, { organization_id: academy.organization_id, limit: 100 })
    ).body.data;
    expect(rows.users.find(({ user_id }) => user_id === leo.user_id)).toMatchObject({ status: "disabled" });
    expect(await set(sam, leo, "active")).toMatchObject({ status: 200 });
    expect(await signIn(leo)).toMatchObject({ status: 200 });
    const audits = await world.control.items(`AUDIT#${leo.user_id}`);
    expect(audits.map(({ type }) => type)).toEqual(expect.arrayContaining(["user.disabled", "user.enabled"]));
    await world.settle();
    const subjects = (await world.mails.to(leo.email)).map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject.startsWith("Your account is"))).toEqual([
      "Your account is disabled",
      "Your account is enabled again",
    ]);
  });

  test("gives its review jobs to others, and its revisions wait until it is back", async () => {
    const school = await world.newOrganization("Pausing School");
    const [rita, ray] = [await acceptedReviewer(school, "Rita"), await acceptedReviewer(school, "Ray")];
    const credential_id = await publishedCredential(school, [rita, ray]);
    const lena = school.as("Lena");
    const revised = await accepted(lena, credential_id, ray);
    expect(await ray.call(review.acceptSection, verdict(revised, 0))).toMatchObject({ status: 200 });
    expect(await ray.call(review.rejectSection, rejection(revised, 1))).toMatchObject({ status: 200 });
    const { credential_job_id } = await accepted(school.as("Liv"), credential_id, rita);

    expect(await set(sam, rita, "disabled", school)).toMatchObject({ status: 200 });
    await world.control.runSchedule("review/release-idle-jobs", 60_000);
    expect(await ray.call(review.accept, { credential_job_id })).toMatchObject({ status: 200 });
    expect((await school.as("Ada").call(reviewer.listQualified, { credential_id })).body.data.total).toBe(1);

    const state = async () => (await world.control.item(`APPLICATION#${revised.application_id}`, "META"))?.status;
    expect(await set(sam, lena, "disabled", school)).toMatchObject({ status: 200 });
    await world.control.runSchedule("submission/close-idle-revisions", 61 * dayMs);
    expect(await state()).toBe("revisionNeeded");
    expect(await set(sam, lena, "active", school)).toMatchObject({ status: 200 });
    await world.control.runSchedule("submission/close-idle-revisions", 61 * dayMs);
    expect(await state()).toBe("revisionNeeded");
    await world.control.runSchedule("submission/close-idle-revisions", 122 * dayMs);
    expect(await state()).toBe("closed");
    await set(sam, rita, "active", school);
    await expectInvariants(world, school);
  });

  test("does not get a revision back: whoever may review takes it, and what was accepted stays", async () => {
    const school = await world.newOrganization("Returning School");
    const [rita, ray] = [await acceptedReviewer(school, "Rita"), await acceptedReviewer(school, "Ray")];
    const credential_id = await publishedCredential(school, [rita, ray]);
    const lena = school.as("Lena");
    const work = await accepted(lena, credential_id, rita);
    expect(await rita.call(review.acceptSection, verdict(work, 0))).toMatchObject({ status: 200 });
    expect(await rita.call(review.rejectSection, rejection(work, 1))).toMatchObject({ status: 200 });
    expect(await set(sam, rita, "disabled", school)).toMatchObject({ status: 200 });
    await world.control.runSchedule("review/release-idle-jobs", 60_000);

    const { application_id, credential_job_id, section_ids } = work;
    const sections = [{ section_id: section_ids[1]!, response: "<p>Mended.</p>" }];
    const sent = await lena.call(submission.submit, { application_id, credential_id, sections });
    expect(sent).toMatchObject({ status: 200 });
    expect(await ray.call(review.accept, { credential_job_id })).toMatchObject({ status: 409 });
    await world.control.runSchedule("review/release-idle-jobs", 60_000);
    expect(await ray.call(review.accept, { credential_job_id })).toMatchObject({ status: 200 });
    const decided = await ray.call(review.acceptSection, verdict(work, 1));
    expect(decided).toMatchObject({ status: 200, body: { data: { submission_status: "completed" } } });
    await set(sam, rita, "active", school);
    await expectInvariants(world, school);
  });

  test("is nobody's own, no super administrator's, and not that of an organization's last admin", async () => {
    expect(await set(sam, sam, "disabled")).toMatchObject({ status: 403 });
    const school = await world.newOrganization("Lonely School");
    const refused = { status: 409, body: { error: { code: "user.last-admin" } } };
    await school.as("Ada").token();
    expect(await set(sam, school.as("Ada"), "disabled", school)).toMatchObject(refused);
    await school.as("Abe").token();
    expect(await set(sam, school.as("Ada"), "disabled", school)).toMatchObject({ status: 200 });
    expect(await set(sam, school.as("Abe"), "disabled", school)).toMatchObject(refused);
  });
});

describe("a member whom an admin suspends", () => {
  test("has no access there, until an admin lets them in again", async () => {
    const liv = academy.as("Liv");
    expect(await liv.call(submission.listOwn, {})).toMatchObject({ status: 200 });
    expect(await set(ada, liv, "suspended")).toMatchObject({ status: 200 });
    expect(await liv.call(submission.listOwn, {})).toMatchObject({ status: 403 });
    expect(await signIn(liv)).toMatchObject({ status: 400, body: { error: { code: "user.suspended" } } });
    const listed = (await ada.call(contract.organization.listUsers, { status: "suspended" })).body.data;
    expect(listed).toMatchObject({ total: 1, users: [{ user_id: liv.user_id, status: "suspended" }] });
    expect(await set(ada, liv, "active")).toMatchObject({ status: 200 });
    expect(await liv.call(submission.listOwn, {})).toMatchObject({ status: 200 });
    await expectInvariants(world, academy);
  });

  test("is offered to nobody as a reviewer, as is one whose account is disabled, until they are back", async () => {
    const school = await world.newOrganization("Offering School");
    const head = school.as("Ada");
    const reviewers = [await acceptedReviewer(school, "Rita"), await acceptedReviewer(school, "Ray")];
    const [rita, ray] = reviewers as [Person, Person];
    const rob = await acceptedReviewer(school, "Rob");
    const draft = await writeDraft(head, [rob], { upTo: 3 });
    const ours = reviewers.map(({ user_id }) => user_id);
    const offered = async () => {
      const { cred_id: credential_id } = draft;
      const lists = [
        await head.call(credential.listPotentialReviewers, { credential_id, limit: 100 }),
        await head.call(reviewer.listQualifiedOrganizationFirst, { category: 1, skills: "", limit: 100 }),
        await head.call(reviewer.listNonQualified, { credential_id, limit: 100 }),
      ];
      return lists.map(({ body }) =>
        ours.flatMap((user_id, index) => (body.data.data.some((each) => each.user_id === user_id) ? [index] : [])),
      );
    };
    expect(await offered()).toEqual([
      [0, 1],
      [0, 1],
      [0, 1],
    ]);
    expect(await set(head, rita, "suspended", school)).toMatchObject({ status: 200 });
    expect(await set(sam, ray, "disabled", school)).toMatchObject({ status: 200 });
    expect(await offered()).toEqual([[], [], []]);
    expect(await set(head, rob, "suspended", school)).toMatchObject({ status: 200 });
    const { data } = (await head.call(credential.listPotentialReviewers, { credential_id: draft.cred_id })).body.data;
    expect(data.find(({ user_id }) => user_id === rob.user_id)).toMatchObject({ assigned: true }); // to be taken off
    for (const each of [rita, rob]) expect(await set(head, each, "active", school)).toMatchObject({ status: 200 });
    expect(await set(sam, ray, "active", school)).toMatchObject({ status: 200 });
    expect(await offered()).toEqual([
      [0, 1],
      [0, 1],
      [0, 1],
    ]);
  });

  test("is not oneself, no last admin, nobody with jobs in hand, and nobody with paid work", async () => {
    const school = await world.newOrganization("Guarded School");
    const head = school.as("Ada");
    const [rita, lena, leo] = [await acceptedReviewer(school, "Rita"), school.as("Lena"), school.as("Leo")];
    const code = async (by: Person, whom: Person, status: Status) =>
      (await set(by, whom, status, school)).body.error?.code;
    expect(await code(head, head, "suspended")).toBe("user.not-oneself");
    await paidPurchase(leo, await publishedCredential(school, [rita], { price: 25 }), world.origin);
    expect(await code(head, leo, "suspended")).toBe("user.has-paid-work");
    const work = await accepted(lena, await publishedCredential(school, [rita]), rita);
    expect(await code(head, rita, "suspended")).toBe("user.has-open-jobs");
    for (const index of [0, 1] as const) await rita.call(review.acceptSection, verdict(work, index));
    expect(await set(head, rita, "suspended", school)).toMatchObject({ status: 200 });
    const abe = school.as("Abe");
    await abe.token();
    expect(await set(abe, head, "suspended", school)).toMatchObject({ status: 200 });
    expect(await code(head, abe, "suspended")).toBe("resource.not-found");
    expect(await code(abe, lena, "disabled")).toBe("input.invalid");
    expect(await set(abe, head, "active", school)).toMatchObject({ status: 200 });
    await expectInvariants(world, school);
  });
});

test("whoever is given another role or removed by an admin hears of it, and who leaves by themselves does not", async () => {
  const school = await world.newOrganization("Telling School");
  const [admin, isa, liv, lena] = [school.as("Ada"), school.as("Isa"), school.as("Liv"), school.as("Lena")];
  await Promise.all([isa, liv, lena].map((person) => person.token()));
  expect(await admin.call(user.update, { user_id: isa.user_id, role: 5 })).toMatchObject({ status: 200 });
  expect(await admin.call(user.remove, { user_id: liv.user_id, email: liv.email })).toMatchObject({ status: 200 });
  expect(await lena.call(user.remove, { user_id: lena.user_id, email: lena.email })).toMatchObject({ status: 200 });
  await world.settle();
  const told = async ({ email }: Person) => (await world.control.mailsTo(email)).map(({ subject }) => subject);
  expect(await told(isa)).toContain(`Your role at ${school.name} changed`);
  expect(await told(liv)).toContain(`You’re no longer a member of ${school.name}`);
  expect(await told(lena)).toEqual([]);
  const { notices } = (await isa.call(user.listNotices, {})).body.data;
  expect(notices.map(({ text }) => text)).toContainEqual(
    expect.stringMatching(/made you a learner\. It applies right/),
  );
});
