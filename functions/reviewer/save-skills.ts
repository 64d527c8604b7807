import { saveSkills } from "../../shared/reviewer/calls.ts";
import { implement } from "../chain/implement.ts";
import { now } from "../data/ids.ts";
import { readOwn, saveSteps, skillsIn } from "./model/store.ts";

export const handler = implement(saveSkills, async ({ category, skills }, { actor, commit }) => {
  const steps = saveSteps(actor, await readOwn(actor), { category, skills: skillsIn(category, skills) });
  return commit(steps, { data: { user_id: actor.user_id, updated_on: now() } });
});
