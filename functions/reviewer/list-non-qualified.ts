import { Problem } from "../../shared/http/problem.ts";
import { listNonQualified } from "../../shared/reviewer/list-calls.ts";
import { implement } from "../chain/implement.ts";
import { isWithin, readSummary } from "../credential/model/summary.ts";
import { placeOf } from "../data/keys/key.ts";
import { reviewerViews } from "../data/keys/reviewer.ts";
import { listReferences } from "../data/list.ts";
import { whoMayReview } from "../user/model/reviewer-standing.ts";
import { cardOf, readReviewers } from "./model/cards.ts";

/**
 * Pages of the accepted reviewers without those on the credential's list and those who may not review at present: a page
 * may be shorter than asked for.
 */
export const handler = implement(listNonQualified, async ({ credential_id, offset, limit, cursor }, { actor }) => {
  const { organization_id } = actor;
  const view = reviewerViews.reviewers(organization_id, "accepted");
  const [credential, page] = await Promise.all([
    readSummary(credential_id),
    listReferences({ view, offset, limit, cursor }),
  ]);
  if (!isWithin(actor, credential)) throw new Problem("resource.not-found");
  const assigned = credential.assigned_reviewers;
  const others = page.references.map(placeOf).filter(({ user_id }) => !assigned.includes(user_id));
  const [reviewers, able, qualified] = await Promise.all([
    readReviewers(others),
    whoMayReview(
      others.map(({ user_id }) => user_id),
      organization_id,
    ),
    readReviewers(assigned.map((user_id) => ({ user_id, organization_id }))),
  ]);
  const accepted = qualified.filter(({ application }) => application?.status === "accepted").length;
  return {
    data: {
      data: reviewers.filter(({ user_id }) => able.has(user_id)).map(cardOf),
      total: page.total - accepted,
      cursor: page.cursor,
    },
  };
});
