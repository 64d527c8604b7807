import { Problem } from "../../shared/http/problems.ts";
import type { Job } from "../../shared/job/job.ts";
import type { Application } from "../../shared/submission/submission.ts";
import { dueSoon } from "../data/deadlines.ts";
import { keys } from "../data/keys.ts";
import type { Step } from "../data/table.ts";
import { transition } from "../data/transition.ts";
import { applicationEntity } from "../submission/application-entity.ts";
import { jobEntity } from "./entity.ts";

/**
 * The transaction that gives an accepted, ungraded job back to all who might take it when it was accepted; who may take it
 * now follows soon. `actor_id` is its reviewer or "system".
 */
export function releaseSteps(job: Job, application: Application, actor_id: string): Step[] {
  const otherwise = new Problem("job.already-graded");
  const released = transition(jobEntity, "release", {
    before: job,
    set: { acceptor: undefined, accepted_on: undefined },
    otherwise,
    actor_id,
    details: { reviewer_id: job.acceptor ?? "" },
  });
  return [
    ...released.steps,
    ...transition(applicationEntity, "jobReleased", { before: application, otherwise, recordedBy: released }).steps,
    dueSoon("reviewer-offers", keys.credential(job.cred_id)),
  ];
}
