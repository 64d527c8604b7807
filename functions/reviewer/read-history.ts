import { Problem } from "../../shared/http/problem.ts";
import { readHistory } from "../../shared/reviewer/application-calls.ts";
import { ReviewerApplication } from "../../shared/reviewer/reviewer.ts";
import { implement } from "../chain/implement.ts";
import { reviewerKeys } from "../data/keys/reviewer.ts";
import { get } from "../data/table.ts";

export const handler = implement(readHistory, async ({ user_id: wanted }, { actor, organization_id }) => {
  const user_id = wanted ?? actor.user_id;
  if (actor.reach === "own" && user_id !== actor.user_id) throw new Problem("resource.not-found");
  const application = await get(ReviewerApplication, reviewerKeys.reviewerApplication(organization_id, user_id));
  if (!application) throw new Problem("resource.not-found");
  return { data: { history: application.history } };
});
