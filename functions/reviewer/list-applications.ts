import { roleIds } from "../../shared/permissions.ts";
import { listApplications } from "../../shared/reviewer/application-calls.ts";
import { ReviewerApplication, type ReviewerStatus } from "../../shared/reviewer/reviewer.ts";
import { membershipStatuses } from "../../shared/user/user.ts";
import { implement } from "../chain/implement.ts";
import { placeOf } from "../data/keys/key.ts";
import { organizationIndexes } from "../data/keys/organization.ts";
import { reviewerApplicationSort, reviewerKeys, reviewerViews } from "../data/keys/reviewer.ts";
import { inOrder, listReferences, type ReferencePage } from "../data/list.ts";
import { findReferences, matchesMax } from "../data/search.ts";
import { batchGet } from "../data/table.ts";
import { applicationRow, readReviewers } from "./model/cards.ts";

export const handler = implement(listApplications, async ({ status, search, ...asked }, { organization_id }) => {
  const page = search
    ? await findApplications(organization_id, { status, text: search, ...asked })
    : await listReferences({
        view: reviewerViews.reviewers(organization_id, status),
        ...asked,
        ...inOrder(asked.sort),
      });
  const reviewers = await readReviewers(page.references.map(placeOf));
  const applications = reviewers.map(applicationRow).filter((row) => row !== undefined);
  return { data: { applications, total: page.total, cursor: page.cursor } };
});

/** Applicants are members, suspended ones too: among all reviewers that match, the applications in the state. */
async function findApplications(
  organization_id: string,
  asked: { status: ReviewerStatus | "all"; text: string; sort: "newest" | "oldest"; offset: number; limit: number },
): Promise<Pick<ReferencePage, "references" | "total" | "cursor">> {
  const { text, sort, offset, limit } = asked;
  const where = membershipStatuses.map((status) => ({ role: roleIds.reviewer, status }));
  const { references } = await findReferences({
    ...{ space: organizationIndexes.users(organization_id), text, where, limit: matchesMax },
  });
  const wanted = references.map((reference) =>
    reviewerKeys.reviewerApplication(organization_id, placeOf(reference).user_id),
  );
  const found = (await batchGet(wanted))
    .filter((item) => item !== undefined)
    .map((item) => ({ reference: { pk: item.pk, sk: item.sk }, application: ReviewerApplication.parse(item) }))
    .filter(({ application }) => asked.status === "all" || application.status === asked.status)
    .map(({ reference, application }) => ({ reference, sort: reviewerApplicationSort(application) }))
    .sort((one, other) => (one.sort < other.sort === (sort === "oldest") ? -1 : 1));
  return { references: found.slice(offset, offset + limit).map(({ reference }) => reference), total: found.length };
}
