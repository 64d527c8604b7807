import { Problem } from "../../shared/http/problem.ts";
import { listQualified } from "../../shared/reviewer/calls.ts";
import { isWithin, readSummary } from "../credential/summary.ts";
import { implement } from "../runtime/implement.ts";
import { cardOf, readReviewers } from "./cards.ts";

/** A credential has at most 25 reviewers, so the page is cut from all of them. */
export const handler = implement(listQualified, async ({ credential_id, offset, limit }, { actor }) => {
  const { organization_id } = actor;
  const credential = await readSummary(credential_id);
  if (!isWithin(actor, credential)) throw new Problem("resource.not-found");
  const assigned = credential.assigned_reviewers;
  const reviewers = await readReviewers(assigned.map((user_id) => ({ user_id, organization_id })));
  return { data: { data: reviewers.slice(offset, offset + limit).map(cardOf), total: reviewers.length } };
});
