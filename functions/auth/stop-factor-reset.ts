import { stopFactorReset } from "../../shared/auth/factor-calls.ts";
import { Problem } from "../../shared/http/problem.ts";
import { implement } from "../chain/implement.ts";
import { organizationKeys } from "../data/keys/organization.ts";
import { change } from "../data/steps.ts";
import { readMember } from "../user/model/store.ts";
import { onVersion, readFactor } from "./model/factor.ts";
import { mayReset, stopSteps } from "./model/factor-reset.ts";

/** Where none runs it is stopped already; where it is over, the refusal says so. */
export const handler = implement(stopFactorReset, async (input, { actor, commit }) => {
  const user_id = input.user_id ?? actor.user_id;
  const isOwn = user_id === actor.user_id;
  if (!isOwn && actor.reach === "own") throw new Problem("resource.not-found");
  if (!isOwn && !mayReset(actor.role, await readMember(user_id, actor))) throw new Problem("user.not-editable");
  const factor = await readFactor(user_id);
  if (factor === undefined) throw new Problem("auth.factor-off");
  if (factor.reset === undefined) return { data: {} };
  return commit(
    [
      change(organizationKeys.factor(user_id), { remove: ["reset"] }, onVersion(factor)),
      ...stopSteps(factor, actor.user_id),
    ],
    { data: {} },
  );
});
