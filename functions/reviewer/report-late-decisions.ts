import { ReviewerApplication } from "../../shared/reviewer/reviewer.ts";
import { scheduled } from "../chain/scheduled.ts";
import { audit } from "../data/audit.ts";
import { type Deadline, drop, finish } from "../data/deadlines.ts";
import { check } from "../data/steps.ts";
import { get, transact } from "../data/table.ts";
import { deadlinesOf } from "./model/application-entity.ts";

/** Tells those who decide, once, that a reviewer application waits longer than was promised. */
export const handler = scheduled({ "reviewer-decision": reportLate });

async function reportLate(deadline: Deadline): Promise<void> {
  const application = await get(ReviewerApplication, deadline.reference);
  if (!application || deadlinesOf(application)["reviewer-decision"] !== deadline.at) return drop(deadline);
  const { organization_id, user_id, status, due_on } = application;
  await transact([
    finish(deadline),
    check(deadline.reference, { where: { status, due_on } }),
    audit("reviewer.late", { organization_id, actor_id: "system", subject_id: user_id, user_id }),
  ]);
}
