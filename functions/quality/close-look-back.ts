import { Problem } from "../../shared/http/problem.ts";
import { closeLookBack } from "../../shared/quality/look-back-calls.ts";
import { implement } from "../chain/implement.ts";
import { now } from "../data/ids.ts";
import { transition } from "../data/transition.ts";
import { lookBackEntity } from "./model/look-back-entity.ts";
import { readReviewer, requireAccount } from "./model/looked-back-on.ts";

/** A repeat with the same words is answered as done. */
export const handler = implement(
  closeLookBack,
  async ({ user_id, summary }, { actor: { user_id: actor_id }, organization_id, commit }) => {
    const { lookBack: before } = await readReviewer({ organization_id, user_id, actor_id });
    if (before?.closed_on !== undefined && before.summary === summary) return { data: { closed_on: before.closed_on } };
    const otherwise = new Problem("job.look-back-not-open");
    if (before === undefined) throw otherwise;
    const closed_on = now();
    const closed = transition(lookBackEntity, "close", {
      before,
      set: { summary, closed_by: actor_id, closed_on },
      otherwise,
      actor_id,
    });
    return commit([...closed.steps, requireAccount(user_id)], { data: { closed_on } });
  },
);
