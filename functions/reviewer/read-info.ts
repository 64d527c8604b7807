import { Problem } from "../../shared/http/problem.ts";
import { readInfo } from "../../shared/reviewer/calls.ts";
import { ReviewerApplication } from "../../shared/reviewer/reviewer.ts";
import { profileFaults } from "../../shared/reviewer/rules.ts";
import { implement } from "../chain/implement.ts";
import { organizationKeys } from "../data/keys/organization.ts";
import { reviewerKeys } from "../data/keys/reviewer.ts";
import { batchGet, get } from "../data/table.ts";
import { UserRecord } from "../user/model/record.ts";
import { infoOf, publicInfoOf, type Reviewer, readReviewers } from "./model/cards.ts";

/**
 * Oneself in full with what is still missing; for admins and issuers who applied to the organization in full; of any other
 * accepted reviewer what may be seen of them. Somebody who is none of that is not found.
 */
export const handler = implement(readInfo, async ({ user_id: wanted }, { actor, organization_id }) => {
  const own = actor.role === "reviewer";
  const user_id = wanted ?? actor.user_id;
  if (own && user_id !== actor.user_id) throw new Problem("resource.not-found");
  const [reviewer] = await readReviewers([{ user_id, organization_id }]);
  if (!reviewer) throw new Problem("resource.not-found");
  if (own) return { data: { ...infoOf(reviewer), missing: profileFaults(reviewer.profile) } };
  if (actor.reach === "related" && reviewer.application) return { data: infoOf(reviewer) };
  if (reviewer.profile && (await isAccepted(reviewer))) return { data: publicInfoOf(reviewer) };
  throw new Problem("resource.not-found");
});

/** Whether an organization has accepted the reviewer: this one, or any other they belong to. */
async function isAccepted({ user_id, application }: Reviewer): Promise<boolean> {
  if (application?.status === "accepted") return true;
  const user = await get(UserRecord, organizationKeys.user(user_id));
  const applications = await batchGet(
    (user?.organization_ids ?? []).map((id) => reviewerKeys.reviewerApplication(id, user_id)),
  );
  return applications.some((each) => each && ReviewerApplication.parse(each).status === "accepted");
}
