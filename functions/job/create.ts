import { Problem } from "../../shared/http/problem.ts";
import { create } from "../../shared/job/calls.ts";
import { jobIdOf } from "../../shared/job/rules.ts";
import { summaryOf } from "../credential/summary.ts";
import { keys } from "../data/keys.ts";
import { batchGet } from "../data/table.ts";
import { transition } from "../data/transition.ts";
import { implement } from "../runtime/implement.ts";
import { jobEntity, newJob } from "./entity.ts";
import { readJob } from "./store.ts";

/** A submission opens its job itself, so there is one to answer, save where an operator had to remove it. */
export const handler = implement(create, async ({ application_id }, { actor, organization_id, commit }) => {
  const { job, application } = await readJob(jobIdOf(application_id));
  if (application?.organization_id !== organization_id) throw new Problem("resource.not-found");
  if (job) return { data: { credential_job_id: job.credential_job_id, status: job.status } };
  if (application.status !== "submitted") throw new Problem("job.not-submitted");
  const { cred_id, user_id } = application;
  const [user, credential] = await batchGet([keys.user(user_id), keys.credential(cred_id)]);
  const learner = { first_name: String(user?.first_name ?? ""), last_name: String(user?.last_name ?? "") };
  const opening = { learner, reviewers: credential ? summaryOf(credential).assigned_reviewers : [] };
  const { steps, after } = transition(jobEntity, "create", {
    set: newJob(application, opening),
    actor_id: actor.user_id,
  });
  return commit(steps, { data: { credential_job_id: after.credential_job_id, status: after.status } });
});
