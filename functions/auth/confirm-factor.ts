import { confirmFactor } from "../../shared/auth/factor-calls.ts";
import { Problem } from "../../shared/http/problem.ts";
import { implement } from "../chain/implement.ts";
import { proofStep } from "../chain/proof.ts";
import { audit } from "../data/audit.ts";
import { now } from "../data/ids.ts";
import { organizationKeys } from "../data/keys/organization.ts";
import { consumeRate, forget } from "../data/rate.ts";
import { change, create, remove } from "../data/steps.ts";
import { transact } from "../data/table.ts";
import { nextSecond, untilSecond } from "../runtime/clock.ts";
import { type FactorRecord, readFactor, unseal } from "./model/factor.ts";
import { readSetup } from "./model/factor-setup.ts";
import { newRecoveryCodes, recoveryHash, stepOf } from "./model/one-time-code.ts";

/**
 * The secret that was looked at is still the one shown last, and nobody was quicker: else somebody holds dead codes. All other
 * sessions end, those of this second, too: whoever signs in after the answer is in the next.
 */
export const handler = implement(confirmFactor, async ({ code }, { actor: { user_id, authTime } }) => {
  await transact([consumeRate("factorChangesPerUser", user_id)]);
  const setup = await readSetup(user_id);
  if (setup === undefined) {
    throw new Problem((await readFactor(user_id)) ? "auth.factor-on" : "auth.factor-start-anew");
  }
  const { sealed } = setup;
  const step = stepOf(await unseal(sealed, user_id), code);
  if (step === undefined) throw new Problem("auth.wrong-code", { field: "code" });
  const codes = newRecoveryCodes();
  const since = now();
  const before = nextSecond();
  const factor: Omit<FactorRecord, "version"> = {
    user_id,
    sealed,
    since,
    last_step: step,
    recovery: codes.map((each) => recoveryHash(user_id, each)),
    wrong: 0,
    paused_until: 0,
    devices: [],
  };
  await transact([
    create(organizationKeys.factor(user_id), factor, { otherwise: new Problem("auth.factor-on") }),
    remove(organizationKeys.factorSetup(user_id), {
      where: { sealed },
      otherwise: new Problem("auth.factor-start-anew"),
    }),
    change(organizationKeys.user(user_id), { set: { factor_since: since, session_left: { began: authTime, before } } }),
    proofStep({ user_id, authTime, factor_since: since }),
    forget("factorChangesPerUser", user_id),
    audit("user.factor-on", { organization_id: "", actor_id: user_id, subject_id: user_id, user_id }),
  ]);
  await untilSecond(before);
  return { data: { recovery_codes: codes } };
});
