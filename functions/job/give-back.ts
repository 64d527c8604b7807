import { Problem } from "../../shared/http/problems.ts";
import type { Job } from "../../shared/job/job.ts";
import type { Application } from "../../shared/submission/submission.ts";
import { audit } from "../data/audit.ts";
import { dueSoon } from "../data/deadlines.ts";
import { keys } from "../data/keys.ts";
import type { Step } from "../data/table.ts";
import { moveApplication } from "../submission/application.ts";
import { moveJob } from "./job.ts";

/**
 * The transaction that gives an accepted, ungraded job back to all who might take it when it was accepted; who may take it
 * now follows soon. `actor_id` is its reviewer or "system".
 */
export function releaseSteps(job: Job, application: Application, actor_id: string): Step[] {
  const { credential_job_id, application_id, cred_id, organization_id, acceptor = "" } = job;
  const changed = new Problem("job.already-graded");
  return [
    ...moveJob(job, "release", { acceptor: undefined, accepted_on: undefined }, changed),
    ...moveApplication(application, "jobReleased", {}, changed),
    dueSoon("reviewer-offers", keys.credential(cred_id)),
    audit("job.released", {
      organization_id,
      actor_id,
      subject_id: credential_job_id,
      from: job.status,
      to: "open",
      credential_job_id,
      application_id,
      cred_id,
      reviewer_id: acceptor,
    }),
  ];
}
