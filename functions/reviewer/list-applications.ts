import { listApplications } from "../../shared/reviewer/calls.ts";
import { placeOf, views } from "../data/keys.ts";
import { listReferences } from "../data/list.ts";
import { implement } from "../runtime/implement.ts";
import { applicationRow, readReviewers } from "./cards.ts";

export const handler = implement(listApplications, async ({ status, offset, limit, cursor }, { organization_id }) => {
  const view = views.reviewers(organization_id, status);
  const page = await listReferences({ view, offset, limit, cursor });
  const reviewers = await readReviewers(page.references.map(placeOf));
  const applications = reviewers.map(applicationRow).filter((row) => row !== undefined);
  return { data: { applications, total: page.total, cursor: page.cursor } };
});
