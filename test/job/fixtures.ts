import { expect } from "vitest";
import { contract } from "../../shared/contract.ts";
import type { MemberName, Organization } from "../support/organization.ts";
import type { Person } from "../support/people.ts";

const { reviewer, credential, submission, job } = contract;

/** The first skills of category 1, as the lookup has them. */
export const teacherSkills = [{ skill_id: 1001, name: "" }];

/** A reviewer's profile as the form sends it. */
export const profile = {
  professionalTitle: "Reading specialist",
  overview: "<p>Twenty years in classrooms.</p>",
  category: 1,
  skills: teacherSkills,
};

/** Makes a member of the organization an accepted reviewer of it, through the calls people use. */
export async function acceptedReviewer(academy: Organization, name: MemberName): Promise<Person> {
  const person = academy.as(name);
  expect(await person.call(reviewer.create, profile)).toMatchObject({ status: 200 });
  expect(await person.call(reviewer.submit, {})).toMatchObject({ status: 200 });
  const decision = { user_id: person.user_id, status: "accepted" };
  expect(await academy.as("Ada").call(reviewer.decideApplication, decision)).toMatchObject({ status: 200 });
  return person;
}

/** A section answered with text and judged by a general text. */
export const textSection = {
  title: "Lesson plan",
  description: "<p>Plan a lesson.</p>",
  rubric: "<p>It has an aim, a path and a check.</p>",
  response_type: "0,1",
  review_estimate: 20,
};

/** A section answered with text and judged by a table: 15 points, 5 for making progress, 10 to complete. */
const tableSection = {
  title: "Reflection",
  description: "<p>Look back on the lesson.</p>",
  rubric_ext: {
    criteria: [
      { criteria_id: "aim", criteria: "Aim", achieved: "Clear", notachieved: "Missing", score: 10 },
      { criteria_id: "proof", criteria: "Proof", achieved: "Shown", notachieved: "Missing", score: 5 },
    ],
    making_progress: 5,
    completed: 10,
  },
  response_type: "0",
  review_estimate: 15,
};

/** Publishes a credential with these sections and reviewers, hourly rate and price in dollars, last date; answers its id. */
export async function publishedCredential(
  academy: Organization,
  reviewers: readonly Person[],
  {
    sections = [textSection, tableSection],
    rate = 20,
    price = 0,
    expires,
    details = {},
    criteria = {},
  }: { sections?: object[]; rate?: number; price?: number; expires?: string; details?: object; criteria?: object } = {},
): Promise<string> {
  const ada = academy.as("Ada");
  const title = "Classroom reading";
  const text = "<p>Text.</p>";
  const made = await ada.call(credential.create, {
    credential_details: {
      title,
      description: text,
      score_description: text,
      credential_resources: text,
      ...details,
      ...(expires && { expiration_date: `${expires}T00:00:00Z` }),
    },
  });
  expect(made).toMatchObject({ status: 200 });
  const credential_id = made.body.data.credential_id;
  let version = made.body.data.version;
  const step = async (of: "update" | "saveSections", fields: object) => {
    const saved = await ada.call(credential[of], { credential_id, version, ...fields });
    expect(saved).toMatchObject({ status: 200 });
    version = saved.body.data.version;
  };
  await step("saveSections", { data: sections });
  const wanted = { category: 1, job_description: text, skills: teacherSkills, hourly_rate: rate, notes: text };
  await step("update", { step: 2, reviewer_criteria: { ...wanted, ...criteria } });
  await step("update", { step: 3, assigned_reviewers: reviewers.map(({ user_id }) => user_id) });
  await step("update", { step: 4, price });
  expect(await ada.call(credential.publish, { credential_id })).toMatchObject({ status: 200 });
  return credential_id;
}

/** A learner's application with the ids of its sections and of its job to be. */
export interface Begun {
  readonly learner: Person;
  readonly credential_id: string;
  readonly application_id: string;
  readonly credential_job_id: string;
  readonly section_ids: readonly string[];
}

/** A learner applies for a free credential; nothing is answered yet. */
export async function begun(learner: Person, credential_id: string): Promise<Begun> {
  const applied = await learner.call(credential.apply, { credential_id });
  expect(applied).toMatchObject({ status: 200, body: { data: { status: "ready" } } });
  const { application_id } = applied.body.data;
  const { body } = await learner.call(submission.read, { credential_id });
  const section_ids = body.data.sections.map(({ section_id }) => section_id);
  return {
    learner,
    credential_id,
    application_id,
    credential_job_id: application_id.replace("app_", "job_"),
    section_ids,
  };
}

/** Answers every section with text and submits. */
export async function submitted(learner: Person, credential_id: string): Promise<Begun> {
  const work = await begun(learner, credential_id);
  const sections = work.section_ids.map((section_id) => ({ section_id, response: "<p>My work.</p>" }));
  const { application_id } = work;
  const sent = await learner.call(submission.submit, { application_id, credential_id, sections });
  expect(sent).toMatchObject({ status: 200, body: { data: { status: "submitted" } } });
  return work;
}

/** Submits, and has the reviewer accept the job. */
export async function accepted(learner: Person, credential_id: string, by: Person): Promise<Begun> {
  const work = await submitted(learner, credential_id);
  expect(await by.call(job.accept, { credential_job_id: work.credential_job_id })).toMatchObject({ status: 200 });
  return work;
}

/** Marks for {@link tableSection}. */
export const marks = (aim: boolean, proof: boolean) => [
  { criteria_id: "aim", achieved: aim },
  { criteria_id: "proof", achieved: proof },
];

/** What a reviewer sends to accept or reject one of the two sections (the first has no marks). */
export const verdict = ({ credential_job_id, section_ids }: Begun, index: 0 | 1, given: object = {}) => ({
  credential_job_id,
  credential_section_id: section_ids[index]!,
  grade: "A",
  feedback: "<p>As asked.</p>",
  section_rubric: index === 1 ? marks(true, true) : [],
  ...given,
});
