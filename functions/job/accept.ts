import { Problem } from "../../shared/http/problem.ts";
import { accept } from "../../shared/job/calls.ts";
import type { Job } from "../../shared/job/job.ts";
import { acceptFault } from "../../shared/job/rules.ts";
import type { Application } from "../../shared/submission/submission.ts";
import { now } from "../data/ids.ts";
import { keys } from "../data/keys.ts";
import { retryWhenRaced } from "../data/retry-when-raced.ts";
import { check, type Step } from "../data/table.ts";
import { transition } from "../data/transition.ts";
import type { Actor } from "../runtime/actor.ts";
import { implement } from "../runtime/implement.ts";
import { applicationEntity } from "../submission/application-entity.ts";
import { jobEntity } from "./entity.ts";
import { readJob } from "./store.ts";

/** Taken, or only changed (its reviewers were): the next reading tells which. */
const race = { raced: "job.already-taken", attempts: 3 } as const;

export const handler = implement(accept, ({ credential_job_id }, { actor, commit }) =>
  retryWhenRaced(race, async () => {
    const { job, application } = await readJob(credential_job_id);
    if (!job || !application) throw new Problem("resource.not-found");
    if (job.acceptor === actor.user_id) return { data: { credential_job_id, status: job.status } };
    const fault = acceptFault(job, actor.user_id);
    if (fault) throw new Problem(fault);
    return commit(acceptSteps(job, application, actor), { data: { credential_job_id, status: "accepted" as const } });
  }),
);

/** One transaction: nobody has accepted the job, and at this very moment the reviewer is the credential's and accepted. */
function acceptSteps(job: Job, application: Application, { user_id, organization_id }: Actor): Step[] {
  const otherwise = new Problem("job.already-taken");
  const accepted = transition(jobEntity, "accept", {
    before: job,
    set: { acceptor: user_id, accepted_on: now() },
    where: { acceptor: { absent: true } },
    otherwise,
    actor_id: user_id,
    details: { reviewer_id: user_id },
  });
  return [
    ...accepted.steps,
    check(keys.credential(job.cred_id), {
      where: { assigned_reviewers: { contains: user_id } },
      otherwise: new Problem("resource.not-found"),
    }),
    check(keys.reviewerApplication(organization_id, user_id), {
      where: { status: "accepted" },
      otherwise: new Problem("reviewer.not-accepted"),
    }),
    ...transition(applicationEntity, "jobAccepted", { before: application, otherwise, recordedBy: accepted }).steps,
  ];
}
