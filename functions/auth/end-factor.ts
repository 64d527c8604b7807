import { endFactor } from "../../shared/auth/factor-calls.ts";
import { Problem } from "../../shared/http/problem.ts";
import { implement } from "../chain/implement.ts";
import { audit } from "../data/audit.ts";
import { organizationKeys } from "../data/keys/organization.ts";
import { change, remove } from "../data/table.ts";
import { acceptedCode, onVersion, readFactor } from "./model/factor.ts";
import { requireOwnPassword } from "./model/own-password.ts";

export const handler = implement(endFactor, async ({ password, code }, { actor, commit }) => {
  const { user_id } = actor;
  await requireOwnPassword(actor, password);
  const factor = await readFactor(user_id);
  if (factor === undefined) throw new Problem("auth.factor-off");
  await acceptedCode(factor, code);
  return commit(
    [
      remove(organizationKeys.factor(user_id), onVersion(factor)),
      change(organizationKeys.user(user_id), { remove: ["factor_since"] }),
      audit("user.factor-off", { organization_id: "", actor_id: user_id, subject_id: user_id, user_id }),
    ],
    { data: {} },
  );
});
