import { Problem } from "../../shared/http/problem.ts";
import { create } from "../../shared/review/calls.ts";
import { shownStatus } from "../../shared/review/rules.ts";
import { implement } from "../chain/implement.ts";
import { organizationKeys } from "../data/keys/organization.ts";
import { retryWhenRaced } from "../data/retry-when-raced.ts";
import { batchGet } from "../data/table.ts";
import { amend, transition } from "../data/transition.ts";
import { applicationEntity } from "../submission/model/application-entity.ts";
import { readReview } from "../submission/model/review.ts";
import { jobEntity, newFirstSeat, newJob } from "./model/entity.ts";

/** A submission opens its job itself, so there is one to answer, save where an operator had to remove it. */
export const handler = implement(create, ({ application_id }, { actor, organization_id, commit }) =>
  retryWhenRaced(async () => {
    const { job, application } = await readReview(application_id);
    if (application?.organization_id !== organization_id) throw new Problem("resource.not-found");
    if (job) return { data: { credential_job_id: job.credential_job_id, status: shownStatus(job, actor.user_id) } };
    if (application.status !== "submitted") throw new Problem("job.not-submitted");
    const { user_id, round } = application;
    const [user] = await batchGet([organizationKeys.user(user_id)]);
    const learner = { first_name: String(user?.first_name ?? ""), last_name: String(user?.last_name ?? "") };
    const seated = amend(applicationEntity, { before: application, set: { seats: [newFirstSeat(round)] } });
    const { steps, after } = transition(jobEntity, "create", {
      set: newJob(seated.after, { learner }),
      actor_id: actor.user_id,
    });
    return commit([...seated.steps, ...steps], {
      data: { credential_job_id: after.credential_job_id, status: after.status },
    });
  }),
);
