import { Problem } from "../../shared/http/problem.ts";
import { mayReviewFor } from "../../shared/reviewer/eligibility.ts";
import { listQualified } from "../../shared/reviewer/list-calls.ts";
import { implement } from "../chain/implement.ts";
import { isWithin, readSummary } from "../credential/model/summary.ts";
import { readStandings } from "../user/model/reviewer-standing.ts";
import { cardOf, readReviewers } from "./model/cards.ts";

/** Those on the list who may review. A credential has at most 25 reviewers, so the page is cut from all of them. */
export const handler = implement(listQualified, async ({ credential_id, offset, limit }, { actor }) => {
  const { organization_id } = actor;
  const credential = await readSummary(credential_id);
  if (!isWithin(actor, credential)) throw new Problem("resource.not-found");
  const standings = await readStandings(credential.assigned_reviewers);
  const qualified = [...standings.values()].filter((standing) => mayReviewFor(standing, credential));
  const reviewers = await readReviewers(qualified.map(({ user_id }) => ({ user_id, organization_id })));
  return { data: { data: reviewers.slice(offset, offset + limit).map(cardOf), total: reviewers.length } };
});
