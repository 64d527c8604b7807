import { Problem } from "../../shared/http/problem.ts";
import { roleIds } from "../../shared/permissions.ts";
import { decideApplication } from "../../shared/reviewer/application-calls.ts";
import { ReviewerApplication } from "../../shared/reviewer/reviewer.ts";
import { historyWith } from "../../shared/reviewer/rules.ts";
import { implement } from "../chain/implement.ts";
import { now } from "../data/ids.ts";
import { organizationKeys } from "../data/keys/organization.ts";
import { reviewerKeys } from "../data/keys/reviewer.ts";
import { check, type Step } from "../data/steps.ts";
import { get } from "../data/table.ts";
import { transition } from "../data/transition.ts";
import { reviewerApplicationEntity } from "./model/application-entity.ts";
import { leaveLists } from "./model/withdrawal.ts";

const decisions = {
  accepted: { event: "accept", to: "accepted" },
  rejected: { event: "reject", to: "rejected" },
  suspended: { event: "suspend", to: "suspended" },
  reinstated: { event: "reinstate", to: "accepted" },
} as const;

/** Issuers and admins accept and reject; to suspend an accepted reviewer, and to lift that, is the admin's. */
export const handler = implement(
  decideApplication,
  async ({ user_id, status: wanted, reason }, { actor, organization_id, commit }) => {
    const { event, to } = decisions[wanted];
    const isAdmins = event === "suspend" || event === "reinstate";
    if (isAdmins && actor.role !== "admin") throw new Problem("access.denied");
    const application = await get(ReviewerApplication, reviewerKeys.reviewerApplication(organization_id, user_id));
    if (!application) throw new Problem("resource.not-found");
    const { status: from, history, decided_on = "" } = application;
    if (from === to) return { data: { user_id, status: from, decided_on } };
    const at = now();
    const said = to === "accepted" ? {} : { reason };
    const { steps } = transition(reviewerApplicationEntity, event, {
      before: application,
      set: {
        decided_on: at,
        reason: said.reason,
        history: historyWith(history, { at, from, to, ...said }),
        ...(to === "accepted" && { barred: undefined }),
        ...(to === "suspended" && { barred: true }),
      },
      actor_id: actor.user_id,
      otherwise: new Problem("reviewer.already-decided"),
    });
    if (said.reason === "") throw new Problem("reviewer.reason-needed", { field: "reason" });
    const also =
      to === "accepted" ? [isReviewer(organization_id, user_id)] : to === "suspended" ? [leaveLists(application)] : [];
    return commit([...steps, ...also], { data: { user_id, status: to, decided_on: at } });
  },
);

/** Nobody becomes a reviewer who has left the role meanwhile. */
const isReviewer = (organization_id: string, user_id: string): Step =>
  check(organizationKeys.membership(user_id, organization_id), {
    where: { role: roleIds.reviewer },
    otherwise: new Problem("reviewer.already-decided"),
  });
