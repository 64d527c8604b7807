import { contract } from "../../../shared/contract.ts";
import type { InputOf } from "../../../shared/http/call.ts";
import { type Begun, type Course, learnerIn } from "./step.ts";

const { credential, reviewer } = contract;

/** Publishes a credential at a price, for which the learner applies. */
export async function begin(course: Course, price: number): Promise<Begun> {
  const credential_id = await publish(course, price);
  const { application_id } = await learnerIn(course).ask(credential.apply, { credential_id });
  return { credential_id, application_id };
}

/** Accepts the reviewer into the organization. */
async function acceptReviewer({ admin, reviewer: person, organization_id }: Course): Promise<void> {
  const profile = { professionalTitle: "Smoke", overview: "<p>Smoke.</p>", category, skills };
  await person!.ask(reviewer.create, profile);
  await person!.ask(reviewer.submit, { organization_id });
  await admin!.ask(reviewer.decideApplication, { user_id: person!.user_id, status: "accepted" });
}
const [skills, category] = [[{ skill_id: 1001, name: "" }], 1];

async function publish(course: Course, price: number): Promise<string> {
  const [admin, person] = [course.admin!, course.reviewer!];
  if (!course.isReviewerAccepted) await acceptReviewer(course);
  course.isReviewerAccepted = true;
  const text = "<p>Smoke.</p>";
  const texts = { description: text, score_description: text, credential_resources: text };
  const draft = await admin.ask(credential.create, { credential_details: { title: "Smoke", ...texts } });
  const credential_id = draft.cred_id;
  const section = { title: "Smoke", description: text, rubric: text, response_type: "0,1", review_estimate: 5 };
  const written = await admin.ask(credential.saveSections, { credential_id, version: draft.version, data: [section] });
  let { version } = written;
  const judged = { category, job_description: text, notes: text, hourly_rate: 0, skills };
  const changes: Pick<
    InputOf<typeof credential.update>,
    "step" | "reviewer_criteria" | "assigned_reviewers" | "price"
  >[] = [
    { step: 2, reviewer_criteria: judged },
    { step: 3, assigned_reviewers: [person.user_id] },
    { step: 4, price },
  ];
  for (const change of changes)
    ({ version } = await admin.ask(credential.update, { credential_id, version, ...change }));
  await admin.ask(credential.publish, { credential_id });
  return credential_id;
}
