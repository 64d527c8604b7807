import { listOrganizationQualified } from "../../shared/reviewer/list-calls.ts";
import { implement } from "../chain/implement.ts";
import { readSummariesOf } from "../credential/model/summary.ts";
import { credentialViews } from "../data/keys/credential.ts";
import { placeOf } from "../data/keys/key.ts";
import { reviewerViews } from "../data/keys/reviewer.ts";
import { listReferences } from "../data/list.ts";
import { cardOf, readReviewers } from "./model/cards.ts";

const CREDENTIALS_MAX = 50;

/** The organization's latest fifty published and fifty closed credentials are looked through for each one's reviewers. */
export const handler = implement(listOrganizationQualified, async ({ offset, limit, cursor }, { organization_id }) => {
  const withStatus = (status: "published" | "closed") =>
    listReferences({ view: credentialViews.credentials(organization_id, { status }), limit: CREDENTIALS_MAX });
  const [page, published, closed] = await Promise.all([
    listReferences({ view: reviewerViews.reviewers(organization_id, "accepted"), offset, limit, cursor }),
    withStatus("published"),
    withStatus("closed"),
  ]);
  const [reviewers, credentials] = await Promise.all([
    readReviewers(page.references.map(placeOf)),
    readSummariesOf([...published.references, ...closed.references]),
  ]);
  const credentialsOf = (user_id: string) =>
    credentials
      .filter(({ assigned_reviewers }) => assigned_reviewers.includes(user_id))
      .map(({ cred_id, title }) => ({ credential_id: cred_id, title }));
  const data = reviewers.map((reviewer) => ({ ...cardOf(reviewer), credentials: credentialsOf(reviewer.user_id) }));
  return { data: { data, total: page.total, cursor: page.cursor } };
});
