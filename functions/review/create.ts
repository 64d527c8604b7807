import { Problem } from "../../shared/http/problem.ts";
import { create } from "../../shared/review/calls.ts";
import { shownStatus } from "../../shared/review/rules.ts";
import { implement } from "../chain/implement.ts";
import { summaryOf } from "../credential/model/summary.ts";
import { keys } from "../data/keys.ts";
import { retryWhenRaced } from "../data/retry-when-raced.ts";
import { batchGet } from "../data/table.ts";
import { amend, transition } from "../data/transition.ts";
import { applicationEntity } from "../submission/model/application-entity.ts";
import { readReview } from "../submission/model/review.ts";
import { withoutTied } from "../tie/model/ties.ts";
import { jobEntity, newFirstSeat, newJob } from "./model/entity.ts";

/** A submission opens its job itself, so there is one to answer, save where an operator had to remove it. */
export const handler = implement(create, ({ application_id }, { actor, organization_id, commit }) =>
  retryWhenRaced({ raced: "state.changed", attempts: 3 }, async () => {
    const { job, application } = await readReview(application_id);
    if (application?.organization_id !== organization_id) throw new Problem("resource.not-found");
    if (job) return { data: { credential_job_id: job.credential_job_id, status: shownStatus(job, actor.user_id) } };
    if (application.status !== "submitted") throw new Problem("job.not-submitted");
    const { cred_id, user_id, round } = application;
    const [user, credential] = await batchGet([keys.user(user_id), keys.credential(cred_id)]);
    const assigned = credential ? summaryOf(credential).assigned_reviewers : [];
    const reviewers = await withoutTied({ ...application, learner_id: user_id }, assigned);
    const learner = { first_name: String(user?.first_name ?? ""), last_name: String(user?.last_name ?? "") };
    const opening = { learner, reviewers };
    const seated = amend(applicationEntity, { before: application, set: { seats: [newFirstSeat(round)] } });
    const { steps, after } = transition(jobEntity, "create", {
      set: newJob(seated.after, opening),
      actor_id: actor.user_id,
    });
    return commit([...seated.steps, ...steps], {
      data: { credential_job_id: after.credential_job_id, status: after.status },
    });
  }),
);
