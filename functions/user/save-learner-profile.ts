import { saveLearnerProfile } from "../../shared/user/calls.ts";
import { implement } from "../chain/implement.ts";
import { now } from "../data/ids.ts";
import { personalChanges, personalSteps } from "./model/personal.ts";
import { selfOf } from "./model/store.ts";

export const handler = implement(saveLearnerProfile, async ({ title, overview, ...personal }, { actor, commit }) => {
  const { user } = selfOf(actor);
  const learner_profile = {
    title: title ?? user.learner_profile?.title,
    overview: overview ?? user.learner_profile?.overview,
    updated_on: now(),
  };
  const changes = { ...(await personalChanges(user.user_id, personal)), learner_profile };
  const by = { actor_id: user.user_id, organization_id: actor.organization_id };
  return commit(personalSteps(user, changes, by), { data: learner_profile });
});
