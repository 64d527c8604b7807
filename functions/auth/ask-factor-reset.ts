import { askFactorReset } from "../../shared/auth/factor-calls.ts";
import { Problem } from "../../shared/http/problem.ts";
import { implement } from "../chain/implement.ts";
import { audit } from "../data/audit.ts";
import { organizationKeys } from "../data/keys/organization.ts";
import { change } from "../data/steps.ts";
import { readMember } from "../user/model/store.ts";
import { onVersion, readFactor } from "./model/factor.ts";
import { followReset, mayReset, newReset, shownReset } from "./model/factor-reset.ts";

/** Who asks again, or after somebody else, is answered with what runs already: its day is not counted anew. */
export const handler = implement(askFactorReset, async ({ user_id }, { actor, commit }) => {
  if (user_id === actor.user_id) throw new Problem("user.not-oneself");
  const member = await readMember(user_id, actor);
  if (!mayReset(actor.role, member)) throw new Problem("user.not-editable");
  const factor = await readFactor(user_id);
  if (factor === undefined) throw new Problem("auth.factor-off");
  if (factor.reset) return { data: await shownReset(factor.reset) };
  const organization_id = actor.role === "superadmin" ? "" : actor.organization_id;
  const reset = newReset(actor.user_id, organization_id);
  return commit(
    [
      change(organizationKeys.factor(user_id), { set: { reset } }, onVersion(factor)),
      ...followReset(factor, { user_id, reset }),
      audit("user.factor-reset-asked", { organization_id, actor_id: actor.user_id, subject_id: user_id, user_id }),
    ],
    { data: await shownReset(reset) },
  );
});
