import { beforeAll, describe, expect, test } from "vitest";
import { contract } from "../../shared/contract.ts";
import { answered } from "../support/fixtures/answered.ts";
import { publish, sections, writeDraft } from "../support/fixtures/credential.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import { expectInvariants } from "../support/invariants.ts";
import type { Organization } from "../support/organization.ts";
import type { Person } from "../support/people.ts";
import { world } from "../support/world.ts";

const { credential } = contract;
let academy: Organization;
let ada: Person;
let rita: Person;

beforeAll(async () => {
  academy = await world.newOrganization("Drafting Academy");
  ada = academy.as("Ada");
  rita = await acceptedReviewer(academy, "Rita");
});

describe("a credential is copied", () => {
  test("in any state to a draft of the copier's, with all but its reviewers", async () => {
    const original = await publish(ada, [rita], { title: "T".repeat(100) });
    const { cred_id: credential_id } = original;
    const ivan = academy.as("Ivan");
    const copied = answered(await ivan.call(credential.copy, { credential_id }));
    expect(copied).toMatchObject({
      status: "draft",
      revision: 0,
      step: 2,
      title: `Copy of ${"T".repeat(92)}`,
      created_by: ivan.user_id,
      assigned_reviewers: [],
      price: 25,
      review_time: original.review_time,
    });
    const read = answered(await ivan.call(credential.read, { credential_id: copied.cred_id }));
    const withoutIds = (of: typeof read) =>
      of.scores_and_submissions.sections.map(({ section_id: _, cred_id: __, credential_id: ___, ...rest }) => rest);
    expect(withoutIds(read)).toEqual(withoutIds(original));
    const before = new Set(original.scores_and_submissions.sections.map(({ section_id }) => section_id));
    expect(read.scores_and_submissions.sections.filter(({ section_id }) => before.has(section_id))).toEqual([]);
    expect(read.reviewer_criteria).toMatchObject({ notes: original.reviewer_criteria?.notes, hourly_rate: 20 });
    await expectInvariants(world, academy);
  });

  test("once for one key sent twice, and never by who may not read it as an author", async () => {
    const { cred_id: credential_id } = await writeDraft(ada, [], { upTo: 0 });
    const options = { idempotencyKey: "one-copy-please" };
    const twins = await Promise.all([1, 2].map(() => ada.call(credential.copy, { credential_id }, options)));
    expect(answered(twins[0]!).cred_id).toBe(answered(twins[1]!).cred_id);
    expect(await academy.as("Pia").call(credential.copy, { credential_id })).toMatchObject({ status: 404 });
    expect(await academy.as("Lena").call(credential.copy, { credential_id })).toMatchObject({ status: 403 });
  });
});

describe("a credential is begun from the sample", () => {
  test("as a whole draft of whoever begins it, which a reviewer alone makes ready to publish", async () => {
    const ivan = academy.as("Ivan");
    const begun = answered(await ivan.call(credential.createSample, {}));
    expect(begun).toMatchObject({ status: "draft", created_by: ivan.user_id, price: 60, review_time: 30 });
    const { cred_id: credential_id, organization_id } = begun;
    expect(organization_id).toBe(academy.organization_id);
    const read = answered(await ivan.call(credential.read, { credential_id }));
    const { sections: written } = read.scores_and_submissions;
    expect(written.map(({ rubric, rubric_ext }) => [rubric !== "", rubric_ext !== null])).toEqual([
      [true, false],
      [false, true],
    ]);
    expect(read.reviewer_criteria?.skills[0]?.name).toBe("Classroom discussion");
    const early = await ivan.call(credential.publish, { credential_id });
    expect(Object.keys(early.body.error.fields ?? {})).toEqual(["assigned_reviewers"]);
    const { version } = read;
    answered(
      await ivan.call(credential.update, { credential_id, version, step: 3, assigned_reviewers: [rita.user_id] }),
    );
    expect(answered(await ivan.call(credential.publish, { credential_id })).status).toBe("submitted");
    await expectInvariants(world, academy);
  });

  test("holds what the wizard's steps would take", async () => {
    const { cred_id: credential_id } = answered(await ada.call(credential.createSample, {}));
    const { version, ...read } = answered(await ada.call(credential.read, { credential_id }));
    const { title, description, score_description, credential_resources } = read.credential_details;
    const texts = { title, description, score_description, credential_resources };
    const details = answered(
      await ada.call(credential.update, { credential_id, version, step: 0, credential_details: texts }),
    );
    const data = read.scores_and_submissions.sections.map(
      ({ cred_id: _, credential_id: __, organization_id: ___, time_req_unit: ____, ...section }) => section,
    );
    const saved = answered(await ada.call(credential.saveSections, { credential_id, version: details.version, data }));
    expect(saved.scores_and_submissions.sections).toEqual(read.scores_and_submissions.sections);
    const { category, skills, job_description = "", notes = "" } = read.reviewer_criteria!;
    const reviewer_criteria = { category, skills, job_description, notes, hourly_rate: 30 };
    const last = await ada.call(credential.update, {
      credential_id,
      version: saved.version,
      step: 2,
      reviewer_criteria,
    });
    expect(answered(last).reviewer_criteria).toEqual(read.reviewer_criteria);
  });

  test("once for one key sent twice", async () => {
    const options = { idempotencyKey: "one-sample-please" };
    const twins = await Promise.all([1, 2].map(() => ada.call(credential.createSample, {}, options)));
    expect(answered(twins[0]!).cred_id).toBe(answered(twins[1]!).cred_id);
  });
});

describe("a draft is deleted", () => {
  const listed = async () => answered(await ada.call(credential.list, { status: "draft" })).total;

  test("with all that is written in it, and is in no list any more", async () => {
    const draft = await writeDraft(ada, [rita]);
    const { cred_id: credential_id } = draft;
    const kept = { credential_id, step: 4 as const, version: 0, price: 7 };
    expect(await ada.call(credential.saveUnfinished, kept)).toMatchObject({ status: 200 });
    const before = await listed();
    expect(await ada.call(credential.remove, { credential_id, version: draft.version - 1 })).toMatchObject({
      status: 409,
      body: { error: { code: "credential.changed" } },
    });
    expect(await ada.call(credential.remove, { credential_id })).toMatchObject({ status: 200 });
    expect(await listed()).toBe(before - 1);
    expect(await ada.call(credential.read, { credential_id })).toMatchObject({ status: 404 });
    expect(await ada.call(credential.remove, { credential_id })).toMatchObject({ status: 404 });
    expect(await world.control.items(`CREDENTIAL#${credential_id}`)).toEqual([]);
    const own = await world.control.items(`USER#${ada.user_id}`);
    expect(own.filter(({ sk }) => String(sk).includes(credential_id))).toEqual([]);
    await world.settle();
    await expectInvariants(world, academy);
  });

  test("or saved, of both at once", async () => {
    const { cred_id: credential_id, version } = await writeDraft(ada, [], { upTo: 0 });
    const [removed, saved] = await Promise.all([
      ada.call(credential.remove, { credential_id, version }), // of what was read: one saved first is another
      ada.call(credential.saveSections, { credential_id, version, data: sections }),
    ]);
    expect([removed.status, saved.status].filter((status) => status === 200)).toHaveLength(1);
    const left = await world.control.items(`CREDENTIAL#${credential_id}`);
    expect(left.length > 0).toBe(saved.status === 200);
    await expectInvariants(world, academy);
  });

  test("only while it was never submitted", async () => {
    const ivan = academy.as("Ivan");
    const { cred_id: credential_id } = await publish(ivan, [rita]);
    const refused = { status: 409, body: { error: { code: "credential.wrong-state" } } };
    expect(await ivan.call(credential.remove, { credential_id })).toMatchObject(refused);
    answered(await ada.call(credential.reject, { credential_id, feedback: "<p>Not yet.</p>" }));
    expect(await ivan.call(credential.remove, { credential_id })).toMatchObject(refused);
  });
});
