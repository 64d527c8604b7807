import type { Job } from "../../shared/job/job.ts";
import { mayRelease } from "../../shared/job/rules.ts";
import { reachOf } from "../../shared/permissions.ts";
import { type CredentialSummary, isWithin } from "../credential/summary.ts";
import type { Actor } from "../runtime/actor.ts";

/** Whether this member of the staff may give the job to another reviewer now. */
export function mayReassign(job: Job, credential: CredentialSummary | undefined, actor: Actor): boolean {
  const reach = reachOf("job:reassign", actor.role, actor.actions);
  if (reach === undefined || job.acceptor === undefined || !mayRelease(job)) return false;
  return isWithin({ ...actor, reach }, credential);
}
