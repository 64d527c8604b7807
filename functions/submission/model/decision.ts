import { isUnderAppeal } from "../../../shared/appeal/appeal.ts";
import { isLate } from "../../../shared/review/clock.ts";
import type { Job } from "../../../shared/review/job.ts";
import { isUnderReview, shownStatus } from "../../../shared/review/rules.ts";
import { revisionDays } from "../../../shared/submission/rules.ts";
import type { Application, DecisionDue, Due } from "../../../shared/submission/submission.ts";
import { daysAfter } from "../../data/deadlines.ts";
import { clock } from "../../runtime/clock.ts";

/** When the decision is due that a submission or its job waits for, as it leaves; nothing where no date was promised. */
export const decisionOf = ({ due }: { readonly due?: Due | undefined }): { decision?: DecisionDue } =>
  due
    ? {
        decision: {
          due_on: due.due_on,
          business_days: due.business_days,
          timezone: due.timezone,
          late: isLate(due, clock.now()),
        },
      }
    : {};

/**
 * The same of a job as somebody knows it: whom it is offered to has no day before they accept, as a seat's days would say
 * which it is.
 */
export function decisionOfJob(job: Job, viewer_id: string): { decision?: DecisionDue } {
  const isOffered = job.status === "open" && job.reviewers.includes(viewer_id);
  return isUnderReview({ status: shownStatus(job, viewer_id) }) && !isOffered ? decisionOf(job) : {};
}

/** When a revision that its learner does not touch again is closed; none while there is none, or its appeal waits. */
export const reviseBy = ({
  status,
  updated_on,
  appeal,
}: Pick<Application, "status" | "updated_on" | "appeal">): string | undefined =>
  status === "revisionNeeded" && !isUnderAppeal({ appeal }) ? daysAfter(updated_on, revisionDays.end) : undefined;
