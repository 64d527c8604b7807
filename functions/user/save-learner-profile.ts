import { saveLearnerProfile } from "../../shared/user/calls.ts";
import { audit } from "../data/audit.ts";
import { now } from "../data/ids.ts";
import { implement } from "../runtime/implement.ts";
import { personalChanges, personalSteps } from "./personal.ts";
import { selfOf } from "./store.ts";

export const handler = implement(saveLearnerProfile, async ({ title, overview, ...personal }, { actor, commit }) => {
  const { user } = selfOf(actor);
  const { user_id } = user;
  const learner_profile = {
    title: title ?? user.learner_profile?.title,
    overview: overview ?? user.learner_profile?.overview,
    updated_on: now(),
  };
  return commit(
    [
      ...personalSteps(user, { ...(await personalChanges(personal)), learner_profile }),
      audit("user.changed", {
        organization_id: actor.organization_id,
        actor_id: user_id,
        subject_id: user_id,
        user_id,
      }),
    ],
    { data: learner_profile },
  );
});
