import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { contract } from "../../shared/contract.ts";
import { acceptanceFor, mayReviewFor, type ReviewingPlace } from "../../shared/reviewer/eligibility.ts";
import { publishedCredential, writeDraft } from "../support/fixtures/credential.ts";
import { invitedAs } from "../support/fixtures/invitation.ts";
import { acceptedReviewer, profile } from "../support/fixtures/reviewer.ts";
import { accepted, submitted, verdict } from "../support/fixtures/work.ts";
import { expectInvariants } from "../support/invariants.ts";
import type { MemberName, Organization } from "../support/organization.ts";
import type { Person } from "../support/people.ts";
import { world } from "../support/world.ts";

const { credential, reviewer, user, review } = contract;

describe("who may review for a credential", () => {
  const place = (changes: object = {}): ReviewingPlace => ({
    organization_id: "org_own",
    application: { status: "accepted", category: 1 },
    membership: { role: 4, status: "active" },
    organizationStatus: "active",
    ...changes,
  });
  const partner = { organization_id: "org_partner" };
  const person = (...places: ReviewingPlace[]) => ({ user_id: "usr_rita", isActive: true, places });
  const placeFor = (...places: ReviewingPlace[]) => acceptanceFor(person(...places), "org_own")?.organization_id;

  it("is whom its own organization, or any other active one, accepted as a member of the role", () => {
    expect(placeFor(place())).toBe("org_own");
    expect(placeFor(place(partner))).toBe("org_partner");
    expect(placeFor(place(partner), place())).toBe("org_own");
    expect(placeFor()).toBeUndefined();
  });

  it.each([
    ["who is not accepted", { application: { status: "rejected", category: 1 } }],
    ["who has another role there", { membership: { role: 3, status: "active" } }],
    ["who is no member there any more", { membership: undefined }],
    ["whose membership is suspended", { membership: { role: 4, status: "suspended" } }],
  ])("is nobody %s", (_, changes) => {
    expect(placeFor(place(changes))).toBeUndefined();
    expect(placeFor(place({ ...partner, ...changes }))).toBeUndefined();
  });

  it("is nobody whose acceptance is of another organization that is not active; an archived one's work is its own's", () => {
    expect(placeFor(place({ ...partner, organizationStatus: "archived" }))).toBeUndefined();
    expect(placeFor(place({ organizationStatus: "archived" }))).toBe("org_own");
    expect(placeFor(place({ organizationStatus: "deleting" }))).toBeUndefined();
  });

  it("is nobody whom its organization suspended or sent away, whoever else accepted them", () => {
    expect(placeFor(place({ application: { status: "suspended", category: 1 } }), place(partner))).toBeUndefined();
    const sentAway = { application: { status: "withdrawn", barred: true, category: 1 } };
    expect(placeFor(place(sentAway), place(partner))).toBeUndefined();
    expect(placeFor(place({ application: { status: "withdrawn", category: 1 } }), place(partner))).toBe("org_partner");
  });

  it("is nobody whose account is disabled, and nobody who is not on the list", () => {
    expect(acceptanceFor({ ...person(place()), isActive: false }, "org_own")).toBeUndefined();
    const of = (...assigned_reviewers: string[]) => ({ organization_id: "org_own", assigned_reviewers });
    expect(mayReviewFor(person(place()), of("usr_rita"))).toBe(true);
    expect(mayReviewFor(person(place()), of("usr_ray"))).toBe(false);
  });
});

describe("acceptance is asked where the job is", () => {
  let x: Organization;
  let y: Organization;
  let ada: Person;
  let rita: Person;

  beforeAll(async () => {
    [x, y] = [await world.newOrganization("Xenon School"), await world.newOrganization("Yttrium School")];
    [ada, rita] = [x.as("Ada"), await reviewerOfBoth()];
  });
  const inY = { organization_id: "" };
  /** Rita of X, who is an accepted reviewer of Y too. */
  async function reviewerOfBoth(): Promise<Person> {
    const person = await acceptedReviewer(x, "Rita");
    const { token } = await invitedAs(y, { role: 4, email: person.email });
    expect(await person.call(user.joinOrganization, { token })).toMatchObject({ status: 200 });
    inY.organization_id = y.organization_id;
    expect(await person.call(reviewer.submit, inY)).toMatchObject({ status: 200 });
    await decide(y, person, "accepted");
    return person;
  }
  const inX = () => ({ organization_id: x.organization_id });
  const decide = async (of: Organization, { user_id }: Person, status: "accepted" | "suspended" | "reinstated") => {
    const decision = { user_id, status, reason: "Because." };
    expect(await of.as("Ada").call(reviewer.decideApplication, decision)).toMatchObject({ status: 200 });
  };
  const offersFollow = async () => {
    await world.control.runSchedule("review/offer-open-jobs", 120_000);
    await world.settle();
  };

  test("one who is accepted where the job is takes it whatever organization is selected, and the acceptance says where", async () => {
    const { credential_job_id } = await submitted(x.as("Lena"), await publishedCredential(x, [rita]));
    const { body } = await rita.call(review.read, { credential_job_id, ...inY });
    expect(body.data.acceptable).toBe(true);
    expect(await rita.call(review.accept, { credential_job_id, ...inY })).toMatchObject({ status: 200 });
    expect(await world.control.item(`JOB#${credential_job_id}`, "META")).toMatchObject({
      accepted_in: x.organization_id,
    });
    const rows = await world.control.items(`AUDIT#${credential_job_id}`);
    expect(rows.find(({ type }) => type === "job.accepted")).toMatchObject({ accepted_in_id: x.organization_id });
  });

  test("one whom the job's organization suspended takes nothing by naming another, and leaves its lists; reinstated, they are chosen again", async () => {
    const ray = await acceptedReviewer(x, "Ray");
    const [alone, both] = [await publishedCredential(x, [rita]), await publishedCredential(x, [rita, ray])];
    const work = await submitted(x.as("Leo"), alone);
    const { credential_job_id } = work;
    await decide(x, rita, "suspended");
    for (const named of [inX(), inY]) {
      expect(await rita.call(review.accept, { credential_job_id, ...named })).toMatchObject({
        status: 403,
        body: { error: { code: "reviewer.not-accepted" } },
      });
      expect((await rita.call(review.list, named)).body.data).toMatchObject({ jobs: [], total: 0 });
      expect((await rita.call(review.read, { credential_job_id, ...named })).body.data.acceptable).toBe(false);
    }
    expect((await ada.call(reviewer.listQualified, { credential_id: both })).body.data.data).toMatchObject([
      { user_id: ray.user_id },
    ]);

    await offersFollow();
    const listOf = async (credential_id: string) =>
      (await ada.call(credential.read, { credential_id })).body.data.assigned_reviewers;
    expect([await listOf(alone), await listOf(both)]).toEqual([[], [ray.user_id]]);
    expect(await rita.call(review.read, { credential_job_id, ...inX() })).toMatchObject({ status: 404 });
    const told = (await ada.call(user.listNotices, {})).body.data.notices.map(({ title }) => title);
    expect(told).toEqual(
      expect.arrayContaining(["No reviewers left: Classroom reading", "Reviewer removed: Classroom reading"]),
    );

    const refused = { status: 400, body: { error: { code: "credential.reviewer-unknown" } } };
    const choose = () => ada.call(credential.assignReviewers, { credential_id: alone, add: [rita.user_id] });
    expect(await choose()).toMatchObject(refused);
    await decide(x, rita, "reinstated");
    expect(await choose()).toMatchObject({ status: 200 });
    await offersFollow();
    expect(await rita.call(review.accept, { credential_job_id, ...inX() })).toMatchObject({ status: 200 });
    await expectInvariants(world, x);
  });

  test("only an admin suspends and reinstates, and only who is accepted or suspended", async () => {
    const rob = await acceptedReviewer(x, "Rob");
    const ask = (by: MemberName, status: "suspended" | "reinstated") =>
      x.as(by).call(reviewer.decideApplication, { user_id: rob.user_id, status, reason: "Why." });
    expect(await ask("Ivan", "suspended")).toMatchObject({ status: 403 });
    expect(await ask("Ada", "suspended")).toMatchObject({ status: 200, body: { data: { status: "suspended" } } });
    expect(await ask("Ivan", "reinstated")).toMatchObject({ status: 403 });
    const accept = { user_id: rob.user_id, status: "accepted" } as const;
    for (const by of ["Ada", "Ivan"] as const)
      expect(await x.as(by).call(reviewer.decideApplication, accept)).toMatchObject({
        status: 409,
        body: { error: { code: "reviewer.already-decided" } },
      });
    expect(await ask("Ada", "reinstated")).toMatchObject({ status: 200, body: { data: { status: "accepted" } } });
    expect(await ask("Ada", "reinstated")).toMatchObject({ status: 200, body: { data: { status: "accepted" } } });
    const { history } = (await rob.call(reviewer.readHistory, {})).body.data;
    expect(history.map(({ to }) => to)).toEqual(["active", "accepted", "suspended", "accepted"]);
  });

  test("a suspended reviewer finishes what they accepted", async () => {
    const school = await world.newOrganization("Zinc School");
    const ray = await acceptedReviewer(school, "Ray");
    const work = await accepted(school.as("Lena"), await publishedCredential(school, [ray]), ray);
    await decide(school, ray, "suspended");
    await offersFollow();
    for (const index of [0, 1] as const)
      expect(await ray.call(review.acceptSection, verdict(work, index))).toMatchObject({ status: 200 });
    await expectInvariants(world, school);
  });

  test("a reviewer who is given another role reviews no more, and applies anew when they are one again", async () => {
    const school = await world.newOrganization("Argon School");
    const [ray, leo] = [await acceptedReviewer(school, "Ray"), school.as("Leo")];
    const credential_id = await publishedCredential(school, [ray]);
    const { credential_job_id } = await submitted(leo, credential_id);
    const give = async (role: number) =>
      expect(await school.as("Ada").call(user.update, { user_id: ray.user_id, role })).toMatchObject({ status: 200 });
    await give(3);
    expect(await world.control.item(`USER#${ray.user_id}`, `REVIEWS#${school.organization_id}`)).toMatchObject({
      status: "withdrawn",
      barred: true,
    });
    await give(4);
    expect(await ray.call(review.accept, { credential_job_id })).toMatchObject({ status: 403 });
    expect((await school.as("Ada").call(reviewer.listActive, {})).body.data.total).toBe(0);
    expect(await ray.call(reviewer.submit, {})).toMatchObject({
      status: 200,
      body: { data: { status: "active", attempt_count: 1 } },
    });
    await decide(school, ray, "accepted");
    expect(await ray.call(review.accept, { credential_job_id })).toMatchObject({ status: 200 });
    await expectInvariants(world, school);
  });

  test("a reviewer who was removed and is invited again may apply again", async () => {
    const school = await world.newOrganization("Radon School");
    const ray = await acceptedReviewer(school, "Ray");
    const { user_id, email } = ray;
    const other = await invitedAs(y, { role: 5, email });
    expect(await ray.call(user.joinOrganization, { token: other.token })).toMatchObject({ status: 200 });
    expect(await school.as("Ada").call(user.remove, { user_id, email })).toMatchObject({ status: 200 });
    const again = await invitedAs(school, { role: 4, email });
    expect(await ray.call(user.joinOrganization, { token: again.token })).toMatchObject({ status: 200 });
    const place = { organization_id: school.organization_id };
    expect((await ray.call(reviewer.readInfo, place)).body.data.status).toBe("withdrawn");
    expect(await ray.call(reviewer.submit, place)).toMatchObject({ status: 200 });
    await decide(school, ray, "accepted");
    expect((await ray.call(reviewer.readInfo, place)).body.data.status).toBe("accepted");
    await expectInvariants(world, school);
  });
});

describe("a list of reviewers", () => {
  let academy: Organization;
  let ada: Person;
  let rita: Person;
  let ray: Person;
  beforeAll(async () => {
    academy = await world.newOrganization("Listing Academy");
    ada = academy.as("Ada");
    [rita, ray] = [await acceptedReviewer(academy, "Rita"), await acceptedReviewer(academy, "Ray")];
  });
  afterAll(() => expectInvariants(world, academy));
  const nobody = { status: 400, body: { error: { code: "credential.incomplete" } } };
  const suspend = (person: Person, status: "suspended" | "reinstated") =>
    ada.call(reviewer.decideApplication, { user_id: person.user_id, status, reason: "Because." });

  test("must name somebody who may review when its credential is published or approved", async () => {
    const [draft, waiting] = [
      (await writeDraft(ada, [rita])).cred_id,
      (await writeDraft(academy.as("Ivan"), [rita])).cred_id,
    ];
    await academy.as("Ivan").call(credential.publish, { credential_id: waiting });
    await suspend(rita, "suspended");
    for (const [of, credential_id] of [
      ["publish", draft],
      ["approve", waiting],
    ] as const) {
      const answer = await ada.call(credential[of], { credential_id });
      expect(answer).toMatchObject(nobody);
      expect(answer.body.error.fields).toHaveProperty("assigned_reviewers");
    }
    await suspend(rita, "reinstated");
    expect(await ada.call(credential.publish, { credential_id: draft })).toMatchObject({ status: 200 });
    expect(await ada.call(credential.approve, { credential_id: waiting })).toMatchObject({ status: 200 });
  });

  test("of a closed credential is changed so that work under way goes on, by staff and the issuer who wrote it", async () => {
    const ivan = academy.as("Ivan");
    const credential_id = (await writeDraft(ivan, [rita], { price: 0 })).cred_id;
    await ivan.call(credential.publish, { credential_id });
    await ada.call(credential.approve, { credential_id });
    const work = await accepted(academy.as("Lena"), credential_id, rita);
    const { credential_job_id } = work;
    expect(await ada.call(credential.close, { credential_id })).toMatchObject({ status: 200 });
    const reassign = { credential_job_id, reason: "Away." };
    expect(await ada.call(review.reassign, reassign)).toMatchObject({ body: { error: { code: "job.nobody-else" } } });
    const add = { credential_id, add: [ray.user_id] };
    expect(await academy.as("Isa").call(credential.assignReviewers, add)).toMatchObject({ status: 409 });
    expect(await ivan.call(credential.assignReviewers, add)).toMatchObject({ status: 200 });
    expect(await ada.call(review.reassign, reassign)).toMatchObject({ status: 200 });
    const remove = { credential_id, remove: [rita.user_id, ray.user_id] };
    expect(await ada.call(credential.assignReviewers, remove)).toMatchObject({ status: 400 });
    await suspend(ray, "suspended");
    const keepsNobody = await ada.call(credential.assignReviewers, { credential_id, remove: [rita.user_id] });
    expect(keepsNobody).toMatchObject(nobody);
    await suspend(ray, "reinstated");
  });
});

test("a custom role mends its own rejected credential", async () => {
  const academy = await world.newOrganization("Mending Academy");
  const rita = await acceptedReviewer(academy, "Rita");
  const cy = academy.as("Cy");
  const credential_id = (await writeDraft(cy, [rita])).cred_id;
  const version = async () => (await cy.call(credential.read, { credential_id })).body.data.version;
  const price = async (by: Person, amount: number) =>
    (await by.call(credential.update, { credential_id, version: await version(), step: 4, price: amount })).status;
  expect(await cy.call(credential.publish, { credential_id })).toMatchObject({ status: 200 });
  const feedback = "<p>Dearer.</p>";
  expect(await academy.as("Ada").call(credential.reject, { credential_id, feedback })).toMatchObject({ status: 200 });
  expect(await price(academy.as("Ada"), 30)).toBe(409);
  expect(await price(cy, 30)).toBe(200);
  expect(await cy.call(credential.publish, { credential_id })).toMatchObject({
    body: { data: { status: "submitted" } },
  });
});

test("an application is not accepted once its reviewer has another role", async () => {
  const academy = await world.newOrganization("Profile Academy");
  const rob = academy.as("Rob");
  expect(await rob.call(reviewer.create, profile)).toMatchObject({ status: 200 });
  expect(await rob.call(reviewer.submit, {})).toMatchObject({ status: 200 });
  await academy.as("Ada").call(user.update, { user_id: rob.user_id, role: 3 });
  const decision = { user_id: rob.user_id, status: "accepted" } as const;
  const answer = await academy.as("Ada").call(reviewer.decideApplication, decision);
  expect(answer).toMatchObject({ status: 409, body: { error: { code: "reviewer.already-decided" } } });
});
