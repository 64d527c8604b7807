import { nextState } from "../../../shared/platform/machine.ts";
import { isBarred } from "../../../shared/reviewer/eligibility.ts";
import type { ReviewerApplication } from "../../../shared/reviewer/reviewer.ts";
import { historyWith } from "../../../shared/reviewer/rules.ts";
import { reviewerApplicationMachine } from "../../../shared/reviewer/states.ts";
import { dueSoon } from "../../data/deadlines.ts";
import { now } from "../../data/ids.ts";
import { reviewerKeys } from "../../data/keys/reviewer.ts";
import type { Step } from "../../data/steps.ts";
import { transition } from "../../data/transition.ts";
import { reviewerApplicationEntity } from "./application-entity.ts";

/** The step by which a person soon leaves the lists of credentials that they may not review for any more. */
export const leaveLists = ({
  organization_id,
  user_id,
}: Pick<ReviewerApplication, "organization_id" | "user_id">): Step =>
  dueSoon("reviewer-departure", reviewerKeys.reviewerApplication(organization_id, user_id));

/**
 * Ends the work of a reviewer who leaves an organization, is sent away, or is given another role there. Who was sent away
 * or is suspended is no reviewer for it by another organization's acceptance either.
 */
export function withdrawalSteps(application: ReviewerApplication, actor_id: string): Step[] {
  const { status: from, history, user_id } = application;
  const to = nextState(reviewerApplicationMachine, from, "withdraw");
  if (to === undefined || to === "none") return [];
  const at = now();
  const { steps } = transition(reviewerApplicationEntity, "withdraw", {
    before: application,
    set: {
      decided_on: at,
      barred: actor_id !== user_id || isBarred(application) || undefined,
      history: historyWith(history, { at, from, to }),
    },
    actor_id,
  });
  return [...steps, leaveLists(application)];
}
