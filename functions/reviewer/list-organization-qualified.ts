import { listOrganizationQualified } from "../../shared/reviewer/calls.ts";
import { views } from "../data/keys.ts";
import { listPage, listReferences } from "../data/list.ts";
import { implement } from "../runtime/implement.ts";
import { applicantOf, cardOf, readReviewers } from "./cards.ts";

const CREDENTIALS_MAX = 20;

/** The latest twenty credentials of each reviewer are looked through for those of the organization. */
export const handler = implement(listOrganizationQualified, async ({ offset, limit, cursor }, { organization_id }) => {
  const view = views.reviewers(organization_id, "accepted");
  const page = await listReferences({ view, offset, limit, cursor });
  const applicants = page.references.map(applicantOf);
  const [reviewers, ...assigned] = await Promise.all([
    readReviewers(applicants),
    ...applicants.map(({ user_id }) => listPage({ view: views.assignedCredentials(user_id), limit: CREDENTIALS_MAX })),
  ]);
  const credentialsOf = (user_id: string) =>
    (assigned[applicants.findIndex((each) => each.user_id === user_id)]?.items ?? [])
      .filter((item) => item.organization_id === organization_id)
      .map((item) => ({ credential_id: String(item.cred_id), title: String(item.title) }));
  const data = reviewers.map((reviewer) => ({ ...cardOf(reviewer), credentials: credentialsOf(reviewer.user_id) }));
  return { data: { data, total: page.total, cursor: page.cursor } };
});
