import type { Job } from "../../shared/job/job.ts";
import { mayRelease, shownStatus } from "../../shared/job/rules.ts";
import { reachOf } from "../../shared/permissions.ts";
import { type CredentialSummary, isWithin } from "../credential/summary.ts";
import type { Actor } from "../runtime/actor.ts";

/** Whether this member of the staff may give the job to another reviewer now, as far as they may know. */
export function mayReassign(job: Job, credential: CredentialSummary | undefined, actor: Actor): boolean {
  const reach = reachOf("job:reassign", actor.role, actor.actions);
  if (reach === undefined || job.acceptor === undefined) return false;
  if (!mayRelease({ status: shownStatus(job, actor.user_id) })) return false;
  return isWithin({ ...actor, reach }, credential);
}
