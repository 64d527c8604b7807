import type * as z from "zod";
import type { Reply } from "../../bin/seed/client.ts";
import { contract } from "../../shared/contract.ts";
import type { Credential } from "../../shared/credential/credential.ts";
import type { CriteriaStep, DetailsStep, SectionInput } from "../../shared/credential/steps.ts";
import type { Organization } from "../support/organization.ts";
import type { Person } from "../support/people.ts";

const { credential, reviewer } = contract;

/** Step 0 as an author would write it. */
export const details: z.input<typeof DetailsStep> = {
  title: "Reading Coach",
  description: "<p>Show that you can coach readers.</p>",
  score_description: "<p>Every section must pass.</p>",
  credential_resources: "<p>Remove students' names.</p>",
  scech: 3,
};

/** Step 1: a section with a text rubric and one with a table, 35 minutes together. */
export const sections: z.input<typeof SectionInput>[] = [
  {
    title: "Plan",
    description: "<p>Write a plan.</p>",
    rubric: "<p>Goals are clear.</p>",
    response_type: "0",
    review_estimate: 15,
  },
  {
    title: "Evidence",
    description: "<p>Upload your evidence.</p>",
    rubric_ext: {
      criteria: [
        { criteria_id: "1", criteria: "Goals", achieved: "Named", notachieved: "Missing", score: 10 },
        { criteria_id: "2", criteria: "Growth", achieved: "Shown", notachieved: "Not shown", score: 20 },
      ],
      making_progress: 10,
      completed: 20,
    },
    response_type: "0,1",
    review_estimate: 20,
  },
];

/** Step 2: $20 an hour. */
export const criteria: z.input<typeof CriteriaStep> = {
  category: 1,
  job_description: "<p>Judge plans and evidence.</p>",
  skills: [
    { skill_id: 1001, name: "" },
    { skill_id: 1002, name: "" },
  ],
  hourly_rate: 20,
  notes: "<p>Be kind and exact.</p>",
};

/** The data of an answer that has to be there. */
export function answered<Body extends { data: unknown }>(reply: Reply<Body>): Body["data"] {
  if (reply.status !== 200) throw new Error(`Refused with ${reply.status}: ${reply.text}`);
  return reply.body.data;
}

/** Makes a reviewer known and has an admin accept them. */
export async function acceptReviewer(organization: Organization, name: "Rita" | "Ray" | "Rob"): Promise<Person> {
  const person = organization.as(name);
  const skills = [{ skill_id: name === "Rita" ? 1001 : 1003, name: "" }];
  const profile = {
    professionalTitle: "Literacy coach",
    overview: "<p>Twenty years of teaching.</p>",
    category: 1,
    skills,
  };
  answered(await person.call(reviewer.create, profile));
  answered(await person.call(reviewer.submit, { organization_id: organization.organization_id }));
  const decision = { user_id: person.user_id, status: "accepted" as const };
  answered(await organization.as("Ada").call(reviewer.decideApplication, decision));
  return person;
}

/** Writes a draft through the steps up to `upTo`. */
export async function writeDraft(
  author: Person,
  reviewers: readonly Person[] = [],
  { upTo = 4, title = details.title, price = 25, free = false } = {},
): Promise<Credential> {
  let draft = answered(await author.call(credential.create, { credential_details: { ...details, title } }));
  const id = () => ({ credential_id: draft.cred_id, version: draft.version });
  if (upTo >= 1) draft = answered(await author.call(credential.saveSections, { ...id(), data: sections }));
  if (upTo >= 2)
    draft = answered(await author.call(credential.update, { ...id(), step: 2, reviewer_criteria: criteria }));
  if (upTo >= 3) {
    const assigned_reviewers = reviewers.map(({ user_id }) => user_id);
    draft = answered(await author.call(credential.update, { ...id(), step: 3, assigned_reviewers }));
  }
  if (upTo >= 4) draft = answered(await author.call(credential.update, { ...id(), step: 4, price: free ? 0 : price }));
  return draft;
}

/** Publishes a new credential: written by Pia, so live at once. */
export async function publishNew(
  organization: Organization,
  reviewers: readonly Person[],
  options: Parameters<typeof writeDraft>[2] = {},
): Promise<Credential> {
  const pia = organization.as("Pia");
  const draft = await writeDraft(pia, reviewers, options);
  return answered(await pia.call(credential.publish, { credential_id: draft.cred_id }));
}
