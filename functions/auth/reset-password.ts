import { resetPassword } from "../../shared/auth/calls.ts";
import { Problem } from "../../shared/http/problem.ts";
import { implement } from "../chain/implement.ts";
import { createAccount, findAccount, setPassword, signOutEverywhere } from "../clients/cognito.ts";
import { audit } from "../data/audit.ts";
import { organizationKeys } from "../data/keys/organization.ts";
import { forget } from "../data/rate.ts";
import { change, remove } from "../data/steps.ts";
import { transact } from "../data/table.ts";
import { clock, nextSecond } from "../runtime/clock.ts";
import { requireGoodPassword } from "./model/password.ts";
import { findReset } from "./model/store.ts";
import { attemptOf } from "./model/tokens.ts";

const SECOND_CHANCE_SECONDS = 300;

/**
 * The link is bound to a password before the pool is asked and spent after, so that it serves once: an attempt that broke off
 * is finished when it is sent again, another password is refused. When the pool refuses, the link is unbound.
 */
export const handler = implement(resetPassword, async ({ email, password, token }) => {
  const found = await findReset(email, token);
  const spent = new Problem("auth.invalid-reset-link");
  if (found === undefined) throw spent;
  requireGoodPassword(password, email);
  const { user_id } = found.user;
  const key = organizationKeys.passwordReset(user_id);
  const { token_hash, attempt: earlier, expires_at } = found.reset;
  const attempt = attemptOf(token, password);
  if (earlier && earlier !== attempt) throw spent;
  const until = Math.max(expires_at, clock.seconds() + SECOND_CHANCE_SECONDS);
  await transact([
    change(
      key,
      { set: { attempt, expires_at: until, ttl: until } },
      { where: { token_hash, attempt: earlier ?? { absent: true } }, otherwise: spent },
    ),
    change(organizationKeys.user(user_id), { set: { tokens_valid_after: nextSecond() } }),
    forget("signInsPerAccount", email),
    ...(earlier === undefined
      ? [audit("user.password-reset", { organization_id: "", actor_id: user_id, subject_id: user_id, user_id })]
      : []),
  ]);
  try {
    if ((await findAccount(email)) === undefined) await createAccount(email, user_id);
    await setPassword(email, password);
    await signOutEverywhere(email);
  } catch (error) {
    // where that fails, the same password can still be sent again
    await transact([change(key, { set: { attempt: "" } }, { where: { token_hash, attempt } })]).catch(() => {});
    throw error;
  }
  const done = new Problem("state.changed");
  await transact([remove(key, { where: { token_hash }, otherwise: done })]).catch((error: unknown) => {
    if (error !== done) throw error;
  });
  return { data: {} };
});
