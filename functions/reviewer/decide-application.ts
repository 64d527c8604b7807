import { Problem } from "../../shared/http/problems.ts";
import { decideApplication } from "../../shared/reviewer/calls.ts";
import { ReviewerApplication } from "../../shared/reviewer/reviewer.ts";
import { nextReviewerStatus } from "../../shared/reviewer/rules.ts";
import { audit } from "../data/audit.ts";
import { now } from "../data/ids.ts";
import { keys } from "../data/keys.ts";
import { change, get } from "../data/table.ts";
import { implement } from "../runtime/implement.ts";
import { listApplication } from "./store.ts";

const recorded = {
  accepted: "reviewer.accepted",
  rejected: "reviewer.rejected",
  suspended: "reviewer.suspended",
} as const;
const events = { accepted: "accept", rejected: "reject", suspended: "suspend" } as const;

/** Issuers and admins accept and reject; to suspend an accepted reviewer is the admin's. */
export const handler = implement(
  decideApplication,
  async ({ user_id, status: wanted, reason }, { actor, organization_id, commit }) => {
    if (wanted === "suspended" && actor.role !== "admin") throw new Problem("access.denied");
    const key = keys.reviewerApplication(organization_id, user_id);
    const application = await get(ReviewerApplication, key);
    if (!application) throw new Problem("resource.not-found");
    const { status: from, version, history, decided_on = "" } = application;
    if (from === wanted) return { data: { user_id, status: from, decided_on } };
    const status = nextReviewerStatus(application, events[wanted]);
    if (!status) throw new Problem("reviewer.already-decided");
    if (status !== "accepted" && reason === "") {
      const problem = new Problem("reviewer.reason-needed");
      throw new Problem("reviewer.reason-needed", { fields: { reason: problem.message } });
    }

    const at = now();
    const said = status === "accepted" ? {} : { reason };
    return commit(
      [
        change(
          key,
          {
            set: {
              status,
              decided_on: at,
              reason: said.reason,
              history: [...history, { at, from, to: status, ...said }],
            },
          },
          { where: { status: from, version }, otherwise: new Problem("reviewer.already-decided") },
        ),
        ...listApplication(application, { ...application, status }),
        audit(recorded[wanted], {
          organization_id,
          actor_id: actor.user_id,
          subject_id: user_id,
          user_id,
          from,
          to: status,
        }),
      ],
      { data: { user_id, status, decided_on: at } },
    );
  },
);
