import { endFactor } from "../../shared/auth/factor-calls.ts";
import { Problem } from "../../shared/http/problem.ts";
import { implement } from "../chain/implement.ts";
import { audit } from "../data/audit.ts";
import { acceptedCode, readFactor } from "./model/factor.ts";
import { factorOff } from "./model/factor-off.ts";
import { requireOwnPassword } from "./model/own-password.ts";

export const handler = implement(endFactor, async ({ password, code }, { actor, commit }) => {
  const { user_id } = actor;
  await requireOwnPassword(actor, password);
  const factor = await readFactor(user_id);
  if (factor === undefined) throw new Problem("auth.factor-off");
  const { by, steps } = await acceptedCode(factor, code);
  return commit(
    [
      ...factorOff(factor), // a reset ends with it
      ...(by === "recovery" ? steps : []),
      audit("user.factor-off", { organization_id: "", actor_id: user_id, subject_id: user_id, user_id }),
    ],
    { data: {} },
  );
});
