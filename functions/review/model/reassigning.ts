import type { ProblemCode } from "../../../shared/http/problems.ts";
import { reachOf } from "../../../shared/permissions.ts";
import type { Job } from "../../../shared/review/job.ts";
import { mayRelease, shownStatus } from "../../../shared/review/rules.ts";
import type { Actor } from "../../chain/actor.ts";
import { type CredentialSummary, isWithin } from "../../credential/model/summary.ts";

/**
 * What keeps this member of the staff from giving a job to another reviewer. From the first verdict on that is for those who
 * may decide between seats: to others a round that waits for a later seat has to look like any other under review.
 */
export function reassignFault(job: Job, { role, actions }: Actor): ProblemCode | undefined {
  const isBegun = shownStatus(job, "") === "reviewing";
  if (isBegun && reachOf("job:adjudicate", role, actions) === undefined) return "job.under-review";
  return mayRelease(job) ? undefined : "job.already-graded";
}

/** Whether this member of the staff may give the job to another reviewer now. */
export function mayReassign(job: Job, credential: CredentialSummary | undefined, actor: Actor): boolean {
  const reach = reachOf("job:reassign", actor.role, actor.actions);
  if (reach === undefined || job.acceptor === undefined || reassignFault(job, actor)) return false;
  return isWithin({ ...actor, reach }, credential);
}
