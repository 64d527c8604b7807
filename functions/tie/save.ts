import { Problem } from "../../shared/http/problem.ts";
import { save } from "../../shared/tie/declaration-calls.ts";
import { declaredAnew, isDeclared, Ties } from "../../shared/tie/declared-ties.ts";
import { implement } from "../chain/implement.ts";
import { now } from "../data/ids.ts";
import { reviewerKeys } from "../data/keys/reviewer.ts";
import { consumeRate } from "../data/rate.ts";
import { get } from "../data/table.ts";
import { declareSteps } from "./model/declare.ts";

/** A repeat whose answer was lost, one version behind with nothing new, is answered as done. */
export const handler = implement(save, async ({ employers, people, version }, { actor, commit }) => {
  const { user_id } = actor;
  const before = await get(Ties, reviewerKeys.ties(user_id));
  const at = now();
  if (version !== (before?.version ?? 0)) {
    const isRepeat = version + 1 === before?.version && isDeclared(before, { employers, people });
    if (isRepeat) return { data: before };
    throw new Problem("state.changed");
  }
  const { ties, faults } = declaredAnew(before, { employers, people }, at);
  if (Object.keys(faults).length > 0) throw new Problem("input.invalid", { fields: faults });
  const { steps, after } = declareSteps(user_id, before, { ties, at });
  return commit([...steps, consumeRate("tieChangesPerUser", user_id)], { data: after });
});
