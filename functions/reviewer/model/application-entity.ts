import type { ReviewerApplication } from "../../../shared/reviewer/reviewer.ts";
import { isUndecided } from "../../../shared/reviewer/rules.ts";
import { reviewerApplicationMachine } from "../../../shared/reviewer/states.ts";
import type { Deadlines } from "../../data/deadlines.ts";
import {
  acceptedReviewerSort,
  reviewerApplicationSort,
  reviewerKeys,
  reviewerViews,
} from "../../data/keys/reviewer.ts";
import { entity, goneAs } from "../../data/transition.ts";

const categoryViews = ({ organization_id, status, category }: ReviewerApplication): string[] =>
  status === "accepted"
    ? [reviewerViews.reviewersOfCategory(category), reviewerViews.reviewersOfCategory(category, organization_id)]
    : [];

/** When the clock looks at an application: when its decision is late. */
export const deadlinesOf = (application: Pick<ReviewerApplication, "status" | "due_on">): Deadlines =>
  isUndecided(application) ? { "reviewer-decision": application.due_on } : {};

/**
 * A person's application to review for an organization. It is listed by state, newest first, with all others until they leave, and once accepted under its
 * category, with the skills that rank it there.
 */
export const reviewerApplicationEntity = entity<ReviewerApplication>()({
  machine: reviewerApplicationMachine,
  key: ({ organization_id, user_id }) => reviewerKeys.reviewerApplication(organization_id, user_id),
  listings: (application) => [
    {
      sort: reviewerApplicationSort(application),
      views: [
        ...(application.status === "withdrawn" ? [] : [reviewerViews.reviewers(application.organization_id)]),
        reviewerViews.reviewers(application.organization_id, application.status),
      ],
    },
    {
      sort: acceptedReviewerSort(application),
      views: categoryViews(application),
      attributes: { skill_ids: application.skill_ids },
    },
  ],
  deadlines: deadlinesOf,
  auditIds: ({ organization_id, user_id }) => ({ organization_id, subject_id: user_id, user_id }),
  records: {
    submit: "reviewer.submitted",
    resubmit: "reviewer.resubmitted",
    accept: "reviewer.accepted",
    reject: "reviewer.rejected",
    suspend: "reviewer.suspended",
    reinstate: "reviewer.reinstated",
    withdraw: "reviewer.withdrawn",
  },
  auditStates: goneAs("withdrawn"),
});
