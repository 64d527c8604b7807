import { beforeAll, describe, expect, test } from "vitest";
import { reviewerViews } from "../../functions/data/keys/reviewer.ts";
import { contract } from "../../shared/contract.ts";
import { publish, publishedCredential } from "../support/fixtures/credential.ts";
import { acceptedReviewer, profile } from "../support/fixtures/reviewer.ts";
import type { Organization } from "../support/organization.ts";
import type { Person } from "../support/people.ts";
import { world } from "../support/world.ts";

const { reviewer } = contract;
const dot =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

describe("a reviewer's onboarding", () => {
  let academy: Organization;
  let rob: Person;
  let ada: Person;

  beforeAll(async () => {
    academy = await world.newOrganization("Onboarding Academy");
    rob = academy.as("Rob");
    ada = academy.as("Ada");
  });

  test("wants a complete profile before it can be submitted", async () => {
    const { data } = (await rob.call(reviewer.readInfo, {})).body;
    expect(Object.keys(data.missing ?? {}).toSorted()).toEqual(["category", "overview", "skills", "title"]);
    const early = await rob.call(reviewer.submit, {});
    expect(early).toMatchObject({
      status: 400,
      body: { error: { code: "reviewer.incomplete", fields: { title: "Title field cannot be empty" } } },
    });
    const refused: [object, Record<string, string>][] = [
      [{ professionalTitle: " " }, { professionalTitle: "Title field cannot be empty" }],
      [{ overview: "<p>&nbsp;</p>" }, { overview: "Overview field cannot be empty" }],
      [{ category: undefined }, { category: "Category is required" }],
      [{ skills: [] }, { skills: "Skills are required" }],
      [{ skills: [{ skill_id: 999_999, name: "x" }] }, { skills: "Choose skills from this category." }],
    ];
    for (const [given, fields] of refused) {
      const answer = await rob.call(reviewer.create, { ...profile, ...given });
      expect(answer).toMatchObject({ status: 400, body: { error: { fields } } });
    }
    expect(await rob.call(reviewer.create, profile)).toMatchObject({ status: 200 });
    expect(await rob.call(reviewer.create, profile)).toMatchObject({
      status: 409,
      body: { error: { code: "reviewer.already-exists" } },
    });
    expect(await rob.call(reviewer.update, { ...profile, professionalTitle: "Coach" })).toMatchObject({ status: 200 });
    expect(await rob.call(reviewer.saveSkills, { category: 1, skills: profile.skills })).toMatchObject({ status: 200 });
  });

  test("keeps education, refuses ranges that run backwards, and licenses without a file", async () => {
    const education = { degree_id: 5, institution: "Northern State", study_began: "2001-09-01" };
    const saved = { title: "Coach", overview: "<p>Hello.</p>" };
    const backwards = { ...education, study_complete: "2000-06-30" };
    expect(await rob.call(reviewer.saveProfile, { ...saved, educations: [backwards] })).toMatchObject({
      status: 400,
      body: {
        error: { fields: { "educations.0.study_complete": "End Date Should Not Be Greater Than Start Date" } },
      },
    });
    const license = { certification_id: 1, issued_on: "2020-01-01" };
    expect(await rob.call(reviewer.saveProfile, { ...saved, certifications: [license] })).toMatchObject({
      status: 400,
      body: { error: { fields: { "certifications.0.attachment": "Please upload the required document" } } },
    });
    expect(
      await rob.call(reviewer.saveProfile, { ...saved, educations: [{ ...education, degree_id: 9999 }] }),
    ).toMatchObject({
      status: 400,
    });
    expect(await rob.call(reviewer.saveProfile, { ...saved, educations: [education] })).toMatchObject({ status: 200 });
    const { data } = (await rob.call(reviewer.readInfo, {})).body;
    expect(data).toMatchObject({ title: "Coach", missing: {}, educations: [education] });
    expect(data.skills_ext[0]!.name).not.toBe("");
    expect(data.educations[0]!.degree_name).not.toBe("");
  });

  test("is submitted, rejected with a reason, submitted once more, and accepted", async () => {
    const foreign = await rob.call(reviewer.submit, { url: "https://evil.test/" });
    expect(foreign).toMatchObject({ status: 400, body: { error: { code: "input.foreign-url" } } });
    expect(await rob.call(reviewer.resubmit, {})).toMatchObject({
      status: 409,
      body: { error: { code: "reviewer.not-rejected" } },
    });
    const sent = await rob.call(reviewer.submit, { user_id: rob.user_id, url: `${world.origin}/reviewerApplications` });
    expect(sent.body.data).toMatchObject({ status: "active", attempt_count: 1 });
    const { submitted_on, due_on } = sent.body.data;
    expect(Date.parse(due_on) - Date.parse(submitted_on)).toBe(24 * 3_600_000);
    expect((await rob.call(reviewer.submit, {})).body).toEqual(sent.body);

    const pending = await academy.as("Ivan").call(reviewer.listApplications, { status: "active" });
    expect(pending.body.data).toMatchObject({
      total: 1,
      applications: [{ user_id: rob.user_id, first_name: "Rob", professionalTitle: "Coach", late: false }],
    });
    const later = await ada.later({ hours: 25 }).call(reviewer.listApplications, { status: "active" });
    expect(later.body.data.applications).toMatchObject([{ late: true }]);

    const { user_id } = rob;
    const decide = (fields: object) => ada.call(reviewer.decideApplication, { user_id, ...fields });
    expect(await decide({ status: "rejected" })).toMatchObject({
      status: 400,
      body: { error: { code: "reviewer.reason-needed" } },
    });
    expect(await decide({ status: "open" })).toMatchObject({ status: 400 });
    const rejected = await decide({ status: "rejected", reason: "Add your education." });
    expect(rejected).toMatchObject({ status: 200, body: { data: { status: "rejected" } } });
    expect((await decide({ status: "rejected", reason: "Again." })).body).toEqual(rejected.body);
    expect(await decide({ status: "accepted" })).toMatchObject({
      status: 409,
      body: { error: { code: "reviewer.already-decided" } },
    });
    expect((await rob.call(reviewer.readApplication, {})).body.data).toMatchObject({
      status: "rejected",
      reason: "Add your education.",
      attempt_count: 1,
    });
    expect(await rob.call(reviewer.submit, {})).toMatchObject({
      status: 409,
      body: { error: { code: "reviewer.already-applied" } },
    });

    const again = await rob.call(reviewer.resubmit, {});
    expect(again.body.data).toMatchObject({ status: "resubmitted", attempt_count: 2 });
    expect(await decide({ status: "accepted" })).toMatchObject({ status: 200 });
    const { history } = (await rob.call(reviewer.readHistory, {})).body.data;
    expect(history.map(({ to }) => to)).toEqual(["active", "rejected", "resubmitted", "accepted"]);
    expect(history[1]).toMatchObject({ reason: "Add your education." });
  });

  test("ends with the second rejection", async () => {
    const ray = academy.as("Ray");
    await ray.call(reviewer.create, profile);
    const reject = { user_id: ray.user_id, status: "rejected", reason: "No." };
    await ray.call(reviewer.submit, {});
    await ada.call(reviewer.decideApplication, reject);
    await ray.call(reviewer.resubmit, {});
    expect(await ada.call(reviewer.decideApplication, reject)).toMatchObject({ status: 200 });
    expect(await ray.call(reviewer.resubmit, {})).toMatchObject({
      status: 409,
      body: { error: { code: "reviewer.no-attempt-left" } },
    });
  });

  test("is decided once, however many decide in the same moment", async () => {
    const rita = academy.as("Rita");
    await rita.call(reviewer.create, profile);
    await rita.call(reviewer.submit, {});
    const { user_id } = rita;
    const decisions = [
      ada.call(reviewer.decideApplication, { user_id, status: "accepted" }),
      academy.as("Ivan").call(reviewer.decideApplication, { user_id, status: "rejected", reason: "No." }),
    ];
    const statuses = (await Promise.all(decisions)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 409]);
    expect((await rita.call(reviewer.readHistory, {})).body.data.history).toHaveLength(2);
  });

  test("is seen by the organization's staff alone, and by others as a card once accepted", async () => {
    const { user_id } = rob;
    for (const call of [reviewer.readApplication, reviewer.readHistory, reviewer.decideApplication] as const) {
      const stranger = await world.as("Abe").call(call, { user_id, status: "accepted" });
      expect([400, 404]).toContain(stranger.status);
    }
    expect(await world.as("Abe").call(reviewer.readApplication, { user_id })).toMatchObject({ status: 404 });
    expect(await rob.call(reviewer.readApplication, { user_id: academy.as("Ray").user_id })).toMatchObject({
      status: 404,
    });
    expect(await rob.call(reviewer.readInfo, { user_id: academy.as("Ray").user_id })).toMatchObject({ status: 404 });
    expect((await ada.call(reviewer.readInfo, { user_id })).body.data).toMatchObject({ email: rob.email });
    for (const other of [world.as("Abe"), academy.as("Pia")]) {
      const card = await other.call(reviewer.readInfo, { user_id });
      expect(card).toMatchObject({ status: 200, body: { data: { status: "accepted", first_name: "Rob" } } });
      expect(card.text).not.toContain(rob.email);
    }
    const unseen = await world.as("Abe").call(reviewer.readInfo, { user_id: academy.as("Ray").user_id });
    expect(unseen.text).toBe((await world.as("Abe").call(reviewer.readInfo, { user_id: "usr_01x" })).text);
    expect(await academy.as("Lena").call(reviewer.readInfo, { user_id })).toMatchObject({ status: 403 });
  });
});

describe("reviewer lists", () => {
  let academy: Organization;
  let rita: Person;
  let ray: Person;
  let credential_id: string;
  const ids = (reply: { body: { data: { data: { user_id: string }[] } } }) =>
    reply.body.data.data.map(({ user_id }) => user_id);

  beforeAll(async () => {
    academy = await world.newOrganization("Listing Academy");
    rita = await acceptedReviewer(academy, "Rita");
    ray = await acceptedReviewer(academy, "Ray");
    await academy.as("Rob").token();
    credential_id = await publishedCredential(academy, [rita]);
  });

  test("each hold those they are for", async () => {
    const ivan = academy.as("Ivan");
    const active = await ivan.call(reviewer.listActive, {});
    expect(ids(active).toSorted()).toEqual([rita.user_id, ray.user_id].toSorted());
    const every = await ivan.call(reviewer.listOrganization, {});
    expect(every.body.data.data).toHaveLength(3);
    expect(every.body.data.data.filter(({ status }) => status === undefined)).toHaveLength(1);
    expect(ids(await ivan.call(reviewer.listQualified, { credential_id }))).toEqual([rita.user_id]);
    const others = await ivan.call(reviewer.listNonQualified, { credential_id });
    expect(ids(others)).toEqual([ray.user_id]);
    expect(others.body.data.total).toBe(1);
    const first = await ivan.call(reviewer.listQualifiedOrganizationFirst, { category: 1, skills: "1001", limit: 2 });
    expect(first.body.data.data).toMatchObject([
      { own_organization: true, matching_skills: 1 },
      { own_organization: true, matching_skills: 1 },
    ]);
    const on = await ivan.call(reviewer.listOrganizationQualified, {});
    const ofRita = on.body.data.data.find(({ user_id }) => user_id === rita.user_id);
    expect(ofRita?.credentials).toEqual([{ credential_id, title: "Classroom reading" }]);
    expect(JSON.stringify([active.body, every.body, first.body])).not.toContain("@");
  });

  test("rank by the skills a reviewer has now, not by those they were accepted with", async () => {
    const ivan = academy.as("Ivan");
    const firstFor = async (skills: string) =>
      ids(await ivan.call(reviewer.listQualifiedOrganizationFirst, { category: 1, skills, limit: 1 }));
    await ray.call(reviewer.saveSkills, { category: 1, skills: [{ skill_id: 1002, name: "" }] });
    expect(await firstFor("1002")).toEqual([ray.user_id]);
    expect(await firstFor("1001")).toEqual([rita.user_id]);
    await ray.call(reviewer.saveSkills, { category: 1, skills: profile.skills });
  });

  test("find who has the wanted skills among hundreds who have not", async () => {
    const { organization_id } = academy;
    const others = Array.from({ length: 300 }, (_, number) => `usr_${String(number).padStart(26, "Z")}`); // newer than Rita
    const rows = others.map((user_id) => ({
      pk: reviewerViews.reviewersOfCategory(1, organization_id),
      sk: `${user_id}#`,
    }));
    await world.control.put(rows);
    const wanted = { category: 1, skills: "1001", limit: 2 };
    const { body } = await academy.as("Ivan").call(reviewer.listQualifiedOrganizationFirst, wanted);
    expect(body.data.data.map(({ user_id }) => user_id).toSorted()).toEqual([ray.user_id, rita.user_id].toSorted());
    expect(body.data.total).toBeGreaterThanOrEqual(others.length + 2);
  });

  test("are refused to reviewers and learners, and about other organizations' credentials", async () => {
    for (const person of [rita, academy.as("Lena")]) {
      expect(await person.call(reviewer.listActive, {})).toMatchObject({ status: 403 });
    }
    for (const call of [reviewer.listQualified, reviewer.listNonQualified]) {
      expect(await world.as("Isa").call(call, { credential_id })).toMatchObject({ status: 404 });
      expect(await academy.as("Ivan").call(call, {})).toMatchObject({ status: 400 });
    }
    const wrong = await academy.as("Ivan").call(reviewer.listQualifiedOrganizationFirst, { category: 1, skills: "a" });
    expect(wrong).toMatchObject({ status: 400 });
  });
});

describe("an issuer's account page", () => {
  test("is read back as it was saved, its picture kept until another comes or it is taken away", async () => {
    const academy = await world.newOrganization("Reading Academy");
    const pia = academy.as("Pia");
    const saved = async () => (await pia.call(reviewer.readIssuerProfile, {})).body.data.profile;
    expect(await saved()).toBeNull();
    const sent = { organization_name: "Pia's Press", overview: "<p>We publish.</p>", is_internal: false };
    const { body } = await pia.call(reviewer.saveIssuerProfile, { ...sent, image: dot });
    const { image } = body.data;
    expect(image).toMatch(/^\/media\//);
    expect(await saved()).toMatchObject({ ...sent, image });
    await pia.call(reviewer.saveIssuerProfile, { ...sent, organization_name: "Pia Press" });
    expect(await saved()).toMatchObject({ organization_name: "Pia Press", image });
    await pia.call(reviewer.saveIssuerProfile, { ...sent, image: null });
    expect(await saved()).toMatchObject({ image: "" });
    expect(await academy.as("Ivan").call(reviewer.readIssuerProfile, {})).toMatchObject({
      body: { data: { profile: null } },
    });
  });

  test("is shown to learners beside what its author wrote, and nowhere where the organization issues", async () => {
    const academy = await world.newOrganization("Written Academy");
    const [pia, ada, lena] = [academy.as("Pia"), academy.as("Ada"), academy.as("Lena")];
    const reviewers = [await acceptedReviewer(academy, "Rita")];
    const author = { organization_name: "Pia's Press", overview: "<p>We publish.</p>" };
    await pia.call(reviewer.saveIssuerProfile, { ...author, is_internal: false });
    const written = await publish(pia, reviewers, { title: "Written elsewhere" });
    const own = await publish(ada, reviewers, { title: "Written inside" });
    const shown = async ({ credential_id }: { credential_id: string }) =>
      (await lena.call(contract.credential.read, { credential_id })).body.data;
    expect(await shown(written)).toMatchObject({
      issuer_name: academy.name,
      author_name: "Pia's Press",
      author: { name: "Pia's Press", overview: "<p>We publish.</p>", image: "" },
    });
    expect(await shown(own)).not.toHaveProperty("author");
    const { body } = await lena.call(contract.credential.listOpen, { q: "Written" });
    const names = body.data.credentials
      .filter(({ organization_id }) => organization_id === academy.organization_id)
      .map(({ title, author_name }) => [title, author_name]);
    expect(Object.fromEntries(names)).toEqual({ "Written elsewhere": "Pia's Press", "Written inside": undefined });
  });

  test("takes the organization's name inside it, and the issuer's own outside", async () => {
    const academy = await world.newOrganization("Issuing Academy");
    const ivan = academy.as("Ivan");
    const sent = { organization_name: "Ivan's", overview: "<p>I issue.</p>" };
    const inside = await ivan.call(reviewer.saveIssuerProfile, { ...sent, is_internal: true });
    expect(inside.body.data).toMatchObject({ organization_name: academy.name, is_internal: true });
    const outside = await ivan.call(reviewer.saveIssuerProfile, { ...sent, is_internal: false });
    expect(outside.body.data).toMatchObject({ organization_name: "Ivan's", overview: "<p>I issue.</p>", image: "" });
    const nameless = await ivan.call(reviewer.saveIssuerProfile, {
      ...sent,
      organization_name: " ",
      is_internal: false,
    });
    expect(nameless).toMatchObject({
      status: 400,
      body: { error: { fields: { organization_name: "Organization name can not be empty" } } },
    });
    const picture = { ...sent, is_internal: false, image: `data:image/gif;base64,${"A".repeat(8)}` };
    expect(await ivan.call(reviewer.saveIssuerProfile, picture)).toMatchObject({
      status: 400,
      body: { error: { fields: { image: "You can only upload JPG/PNG file!" } } },
    });
    expect(await academy.as("Rita").call(reviewer.saveIssuerProfile, { ...sent, is_internal: true })).toMatchObject({
      status: 403,
    });
  });
});
