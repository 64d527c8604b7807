import type { ReviewerApplication } from "../../shared/reviewer/reviewer.ts";
import { audit } from "../data/audit.ts";
import { now } from "../data/ids.ts";
import { keys } from "../data/keys.ts";
import { change, remove, type Step } from "../data/table.ts";
import { listApplication, unlistApplication } from "./store.ts";

/** Ends the work of a reviewer who leaves an organization: an undecided application is withdrawn, an accepted one suspended. */
export function withdrawalSteps(application: ReviewerApplication, actor_id: string): Step[] {
  const { organization_id, user_id, status: from, version, history } = application;
  const key = keys.reviewerApplication(organization_id, user_id);
  const record = (to: string) =>
    audit("reviewer.withdrawn", { organization_id, actor_id, subject_id: user_id, user_id, from, to });
  if (from === "active" || from === "resubmitted") {
    return [remove(key, { where: { version } }), ...unlistApplication(application), record("withdrawn")];
  }
  if (from !== "accepted") return [];
  const status = "suspended";
  const at = now();
  return [
    change(
      key,
      { set: { status, decided_on: at, history: [...history, { at, from, to: status }] } },
      { where: { version } },
    ),
    ...listApplication(application, { ...application, status }),
    record(status),
  ];
}
