import { renewRecoveryCodes } from "../../shared/auth/factor-calls.ts";
import { Problem } from "../../shared/http/problem.ts";
import { implement } from "../chain/implement.ts";
import { audit } from "../data/audit.ts";
import { organizationKeys } from "../data/keys/organization.ts";
import { change } from "../data/steps.ts";
import { transact } from "../data/table.ts";
import { acceptedCode, onVersion, readFactor } from "./model/factor.ts";
import { newRecoveryCodes, recoveryHash } from "./model/one-time-code.ts";
import { requireOwnPassword } from "./model/own-password.ts";

export const handler = implement(renewRecoveryCodes, async ({ password, code }, { actor }) => {
  const { user_id } = actor;
  await requireOwnPassword(actor, password);
  const factor = await readFactor(user_id);
  if (factor === undefined) throw new Problem("auth.factor-off");
  const { set, steps } = await acceptedCode(factor, code);
  const codes = newRecoveryCodes();
  const recovery = codes.map((each) => recoveryHash(user_id, each));
  await transact([
    change(organizationKeys.factor(user_id), { set: { ...set, recovery } }, onVersion(factor)),
    ...steps,
    audit("user.recovery-codes-renewed", { organization_id: "", actor_id: user_id, subject_id: user_id, user_id }),
  ]);
  return { data: { recovery_codes: codes } };
});
