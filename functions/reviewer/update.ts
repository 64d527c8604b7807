import { update } from "../../shared/reviewer/calls.ts";
import { implement } from "../chain/implement.ts";
import { requirePortalAddress } from "../chain/portal-address.ts";
import { requireId } from "../chain/require-id.ts";
import { sanitize } from "../chain/rich-text.ts";
import { now } from "../data/ids.ts";
import { readOwn, saveSteps, skillsIn } from "./model/store.ts";

export const handler = implement(
  update,
  async ({ professionalTitle, overview, category, skills, user_id, url }, { actor, commit }) => {
    requireId("user_id", user_id, actor.user_id);
    requirePortalAddress("url", url);
    const set = {
      title: professionalTitle,
      overview: await sanitize(overview),
      category,
      skills: skillsIn(category, skills),
    };
    const steps = saveSteps(actor, await readOwn(actor), set);
    return commit(steps, { data: { user_id: actor.user_id, updated_on: now() } });
  },
);
