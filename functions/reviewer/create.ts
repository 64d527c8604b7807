import { Problem } from "../../shared/http/problem.ts";
import { create } from "../../shared/reviewer/calls.ts";
import { implement } from "../chain/implement.ts";
import { requirePortalAddress } from "../chain/portal-address.ts";
import { requireId } from "../chain/require-id.ts";
import { sanitize } from "../chain/rich-text.ts";
import { now } from "../data/ids.ts";
import { readOwn, saveSteps, skillsIn } from "./model/store.ts";

export const handler = implement(
  create,
  async ({ professionalTitle, overview, category, skills, user_id, url }, { actor, commit }) => {
    requireId("user_id", user_id, actor.user_id);
    requirePortalAddress("url", url);
    const own = await readOwn(actor);
    if (own.profile) throw new Problem("reviewer.already-exists");
    const set = {
      title: professionalTitle,
      overview: await sanitize(overview),
      category,
      skills: skillsIn(category, skills),
    };
    return commit(saveSteps(actor, own, set), { data: { user_id: actor.user_id, updated_on: now() } });
  },
);
