import { nextState } from "../../shared/platform/machine.ts";
import type { ReviewerApplication } from "../../shared/reviewer/reviewer.ts";
import { reviewerApplicationMachine } from "../../shared/reviewer/states.ts";
import { now } from "../data/ids.ts";
import type { Step } from "../data/table.ts";
import { transition } from "../data/transition.ts";
import { reviewerApplicationEntity } from "./application-entity.ts";

/** Ends the work of a reviewer who leaves an organization: an undecided application is withdrawn, an accepted one suspended. */
export function withdrawalSteps(application: ReviewerApplication, actor_id: string): Step[] {
  const { status: from, history } = application;
  const to = nextState(reviewerApplicationMachine, from, "withdraw");
  if (to === undefined) return [];
  const at = now();
  return transition(reviewerApplicationEntity, "withdraw", {
    before: application,
    ...(to !== "none" && { set: { decided_on: at, history: [...history, { at, from, to }] } }),
    actor_id,
  }).steps;
}
