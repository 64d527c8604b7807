import { beforeAll, describe, expect, test } from "vitest";
import { offerOpened } from "../../bin/seed/client.ts";
import { contract } from "../../shared/contract.ts";
import { publishedCredential } from "../support/fixtures/credential.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import { begun, rejection, submitted, verdict } from "../support/fixtures/work.ts";
import type { Organization } from "../support/organization.ts";
import type { Person } from "../support/people.ts";
import { world } from "../support/world.ts";

const { credential, submission, review } = contract;
let school: Organization;
let rita: Person;
let ray: Person;

beforeAll(async () => {
  school = await world.newOrganization("Candid School");
  [rita, ray] = [await acceptedReviewer(school, "Rita"), await acceptedReviewer(school, "Ray")];
});

type Rule = "allowed" | "declared" | "parts" | "not-allowed";
const withPolicy = (rule: Rule, parts = "") =>
  publishedCredential(school, [rita, ray], { criteria: { ai_policy: { rule, parts } } });
const used = { used: true, tools: "A writing aid", parts: "Section 2", changes: "I wrote the examples myself." };
const none = { used: false, tools: "", parts: "", changes: "" };
const work = (ids: readonly string[]) => ids.map((section_id) => ({ section_id, response: "<p>My work.</p>" }));
const handIn = async (learner: Person, credential_id: string) => {
  const begunWork = await begun(learner, credential_id);
  const { application_id, section_ids } = begunWork;
  const send = (declaration?: object) =>
    learner.call(submission.submit, {
      application_id,
      credential_id,
      sections: work(section_ids),
      ...(declaration && { declaration }),
    });
  return { ...begunWork, send };
};

describe("a policy on AI tools", () => {
  test("is nothing unless its author chooses, and asks for nothing then", async () => {
    const id = await publishedCredential(school, [rita]);
    const learner = school.as("Leo");
    const { body } = await learner.call(credential.read, { credential_id: id });
    expect(body.data.reviewer_criteria!.ai_policy).toBeNull();
    const { send } = await handIn(learner, id);
    expect(await send(none)).toMatchObject({
      status: 400,
      body: { error: { fields: { declaration: "This credential asks for no declaration." } } },
    });
    expect(await send()).toMatchObject({ status: 200 });
  });

  test("is read by learners before they apply, and fixed with what they applied for", async () => {
    const id = await withPolicy("parts", "Language and layout");
    const learner = school.as("Lena");
    const { body } = await learner.call(credential.read, { credential_id: id });
    const policy = { rule: "parts", parts: "Language and layout" };
    expect(body.data.reviewer_criteria!.ai_policy).toEqual(policy);
    const { application_id } = await begun(learner, id);
    const read = async () => (await learner.call(submission.read, { application_id })).body.data;
    expect((await read()).ai_policy).toEqual(policy);
    const ada = school.as("Ada");
    const copied = (await ada.call(credential.copy, { credential_id: id })).body.data;
    expect(copied.reviewer_criteria!.ai_policy).toEqual(policy);
  });

  test("names its parts where it has some, and keeps none of any other rule", async () => {
    const id = await withPolicy("allowed", "Everything");
    const ada = school.as("Ada");
    const { data } = (await ada.call(credential.copy, { credential_id: id })).body;
    const { cred_id: credential_id, version, reviewer_criteria } = data;
    expect(reviewer_criteria!.ai_policy).toEqual({ rule: "allowed", parts: "" });
    const { cred_id: _, reviewer_id: __, ...criteria } = reviewer_criteria!;
    const save = (ai_policy: object | undefined) =>
      ada.call(credential.update, {
        credential_id,
        version,
        step: 2,
        reviewer_criteria: { ...criteria, ai_policy } as never,
      });
    expect(await save({ rule: "parts", parts: " " })).toMatchObject({
      status: 400,
      body: { error: { fields: { "reviewer_criteria.ai_policy.parts": "Say what AI tools may be used for." } } },
    });
    expect((await save(undefined)).body.data.reviewer_criteria!.ai_policy).toEqual({ rule: "allowed", parts: "" });
  });

  test("that allows them asks for no declaration", async () => {
    const { send } = await handIn(school.as("Liv"), await withPolicy("allowed"));
    expect(await send()).toMatchObject({ status: 200 });
  });
});

describe("a declaration", () => {
  test.each(["declared", "parts", "not-allowed"] as const)(
    "is part of handing in where tools are %s, and refuses nothing for what it says",
    async (rule) => {
      const { send, application_id, learner } = await handIn(school.as("Leo"), await withPolicy(rule, "Layout"));
      expect(await send()).toMatchObject({
        status: 400,
        body: { error: { code: "submission.undeclared", fields: { "declaration.used": expect.any(String) } } },
      });
      expect(await send({ used: true, tools: "An aid", parts: " " })).toMatchObject({
        status: 400,
        body: {
          error: {
            fields: {
              "declaration.parts": "Say where you used them.",
              "declaration.changes": "Say what you changed.",
            },
          },
        },
      });
      const { status } = (await learner.call(submission.read, { application_id })).body.data;
      expect(["ready", "draft"]).toContain(status);
      expect(await send(used)).toMatchObject({ status: 200 });
      expect(await send(used)).toMatchObject({ status: 200 }); // its answer was lost
      expect(await send(none)).toMatchObject({ status: 409 });
    },
  );

  test("stands beside the work for the reviewer who has it, and for nobody else", async () => {
    const { send, ...rest } = await handIn(school.as("Lena"), await withPolicy("declared"));
    const { credential_job_id = "" } = (await send(used)).body.data;
    await offerOpened(rest.learner);
    const shownTo = async (person: Person) => (await person.call(review.read, { credential_job_id })).body.data;
    expect((await shownTo(rita)).declaration).toBeUndefined();
    await rita.call(review.accept, { credential_job_id });
    expect((await shownTo(rita)).declaration).toEqual(used);
    expect(JSON.stringify(await shownTo(school.as("Ada")))).not.toContain(used.tools);
    const named = { ...rest, credential_job_id };
    await rita.call(review.acceptSection, verdict(named, 0));
    await rita.call(review.rejectSection, rejection(named, 1));

    const { application_id, credential_id, learner, section_ids } = rest;
    const again = { application_id, credential_id, sections: work(section_ids.slice(1)) };
    expect(await learner.call(submission.submit, again)).toMatchObject({ status: 400 });
    expect((await learner.call(submission.read, { application_id })).body.data.declaration).toEqual(used);
    expect(await learner.call(submission.submit, { ...again, is_draft: true })).toMatchObject({ status: 200 });
    expect(await learner.call(submission.submit, { ...again, declaration: none })).toMatchObject({ status: 200 });
    expect((await shownTo(rita)).declaration).toEqual(none);
  });

  test("is not asked of work that was applied for without a policy", async () => {
    const work = await submitted(school.as("Liv"), await publishedCredential(school, [rita]));
    const stored = await world.control.item(`APPLICATION#${work.application_id}`, "META");
    expect(stored).not.toHaveProperty("ai_policy");
    expect(stored).not.toHaveProperty("declaration");
  });
});
