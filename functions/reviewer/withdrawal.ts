import type { ReviewerApplication } from "../../shared/reviewer/reviewer.ts";
import { now } from "../data/ids.ts";
import { keys } from "../data/keys.ts";
import { change, type Step } from "../data/table.ts";
import { listApplication } from "./store.ts";

/** Ends the work of an accepted reviewer who leaves an organization; any other application stays as it is. */
export function withdrawalSteps(application: ReviewerApplication): Step[] {
  const { organization_id, user_id, status: from, version, history } = application;
  if (from !== "accepted") return [];
  const status = "suspended";
  const at = now();
  return [
    change(
      keys.reviewerApplication(organization_id, user_id),
      { set: { status, decided_on: at, history: [...history, { at, from, to: status }] } },
      { where: { version } },
    ),
    ...listApplication(application, { ...application, status }),
  ];
}
