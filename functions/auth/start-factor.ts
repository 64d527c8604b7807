import { startFactor } from "../../shared/auth/factor-calls.ts";
import { Problem } from "../../shared/http/problem.ts";
import { implement } from "../chain/implement.ts";
import { organizationKeys } from "../data/keys/organization.ts";
import { check, put } from "../data/steps.ts";
import { clock } from "../runtime/clock.ts";
import { seal } from "./model/factor.ts";
import { SETUP_SECONDS } from "./model/factor-setup.ts";
import { addressOf, newSecret, written } from "./model/one-time-code.ts";
import { requireOwnPassword } from "./model/own-password.ts";

/** A later start takes the place of one before: the secret that was shown last is the one that is confirmed. */
export const handler = implement(startFactor, async ({ password }, { actor, commit }) => {
  const { user_id, email } = actor;
  await requireOwnPassword(actor, password);
  const secret = newSecret();
  const expires_at = clock.seconds() + SETUP_SECONDS;
  const setup = { sealed: await seal(secret, user_id), expires_at, ttl: expires_at };
  const otherwise = new Problem("auth.factor-on");
  return commit(
    [
      check(organizationKeys.factor(user_id), { missing: true, otherwise }),
      put(organizationKeys.factorSetup(user_id), setup),
    ],
    { data: { secret: written(secret), uri: addressOf(secret, email) } },
  );
});
