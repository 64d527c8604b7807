import { listActive } from "../../shared/reviewer/calls.ts";
import { implement } from "../chain/implement.ts";
import { placeOf, views } from "../data/keys.ts";
import { listReferences } from "../data/list.ts";
import { cardOf, readReviewers } from "./model/cards.ts";

export const handler = implement(listActive, async ({ offset, limit, cursor }, { organization_id }) => {
  const view = views.reviewers(organization_id, "accepted");
  const page = await listReferences({ view, offset, limit, cursor });
  const reviewers = await readReviewers(page.references.map(placeOf));
  return { data: { data: reviewers.map(cardOf), total: page.total, cursor: page.cursor } };
});
