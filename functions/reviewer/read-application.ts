import { Problem } from "../../shared/http/problem.ts";
import { readApplication } from "../../shared/reviewer/application-calls.ts";
import { implement } from "../chain/implement.ts";
import { applicationRow, infoOf, readReviewers } from "./model/cards.ts";

/** A reviewer reads their own, staff that of whoever applied to their organization. */
export const handler = implement(readApplication, async ({ user_id: wanted }, { actor, organization_id }) => {
  const user_id = wanted ?? actor.user_id;
  if (actor.reach === "own" && user_id !== actor.user_id) throw new Problem("resource.not-found");
  const [reviewer] = await readReviewers([{ user_id, organization_id }]);
  const row = reviewer && applicationRow(reviewer);
  if (!row) throw new Problem("resource.not-found");
  const { educations, certifications_ext, created_on } = infoOf(reviewer);
  return { data: { ...row, educations, certifications_ext, created_on } };
});
