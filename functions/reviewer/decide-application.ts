import { Problem } from "../../shared/http/problem.ts";
import { decideApplication } from "../../shared/reviewer/calls.ts";
import { ReviewerApplication } from "../../shared/reviewer/reviewer.ts";
import { now } from "../data/ids.ts";
import { keys } from "../data/keys.ts";
import { get } from "../data/table.ts";
import { transition } from "../data/transition.ts";
import { implement } from "../runtime/implement.ts";
import { reviewerApplicationEntity } from "./application-entity.ts";

const events = { accepted: "accept", rejected: "reject", suspended: "suspend" } as const;

/** Issuers and admins accept and reject; to suspend an accepted reviewer is the admin's. */
export const handler = implement(
  decideApplication,
  async ({ user_id, status: wanted, reason }, { actor, organization_id, commit }) => {
    if (wanted === "suspended" && actor.role !== "admin") throw new Problem("access.denied");
    const application = await get(ReviewerApplication, keys.reviewerApplication(organization_id, user_id));
    if (!application) throw new Problem("resource.not-found");
    const { status: from, history, decided_on = "" } = application;
    if (from === wanted) return { data: { user_id, status: from, decided_on } };
    const at = now();
    const said = wanted === "accepted" ? {} : { reason };
    const { steps } = transition(reviewerApplicationEntity, events[wanted], {
      before: application,
      set: { decided_on: at, reason: said.reason, history: [...history, { at, from, to: wanted, ...said }] },
      actor_id: actor.user_id,
      otherwise: new Problem("reviewer.already-decided"),
    });
    if (said.reason === "") throw new Problem("reviewer.reason-needed", { field: "reason" });
    return commit(steps, { data: { user_id, status: wanted, decided_on: at } });
  },
);
