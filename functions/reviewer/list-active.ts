import { listActive } from "../../shared/reviewer/list-calls.ts";
import { implement } from "../chain/implement.ts";
import { placeOf } from "../data/keys/key.ts";
import { reviewerViews } from "../data/keys/reviewer.ts";
import { listReferences } from "../data/list.ts";
import { cardOf, readReviewers } from "./model/cards.ts";

export const handler = implement(listActive, async ({ offset, limit, cursor }, { organization_id }) => {
  const view = reviewerViews.reviewers(organization_id, "accepted");
  const page = await listReferences({ view, offset, limit, cursor });
  const reviewers = await readReviewers(page.references.map(placeOf));
  return { data: { data: reviewers.map(cardOf), total: page.total, cursor: page.cursor } };
});
