import { resetPassword } from "../../shared/auth/calls.ts";
import { Problem } from "../../shared/http/problem.ts";
import { audit } from "../data/audit.ts";
import { keys } from "../data/keys.ts";
import { forget } from "../data/rate.ts";
import { change, put, remove, transact } from "../data/table.ts";
import { createAccount, findAccount, setPassword, signOutEverywhere } from "../outside/cognito.ts";
import { clock, nextSecond } from "../process/clock.ts";
import { implement } from "../runtime/implement.ts";
import { requireGoodPassword } from "./password.ts";
import { findReset } from "./store.ts";

const SECOND_CHANCE_SECONDS = 300;

/** The token is spent before the pool is asked, so that it serves once; when the pool fails it is given back. */
export const handler = implement(resetPassword, async ({ email, password, token }) => {
  const found = await findReset(email, token);
  const spent = new Problem("auth.invalid-reset-link");
  if (found === undefined) throw spent;
  requireGoodPassword(password, email);
  const { user, token_hash } = found;
  const { user_id } = user;
  await transact([
    remove(keys.passwordReset(user_id), { where: { token_hash }, otherwise: spent }),
    change(keys.user(user_id), { set: { tokens_valid_after: nextSecond() } }),
    forget("signInsPerAccount", email),
    audit("user.password-reset", { organization_id: "", actor_id: user_id, subject_id: user_id, user_id }),
  ]);
  try {
    if ((await findAccount(email)) === undefined) await createAccount(email, user_id);
    await setPassword(email, password);
    await signOutEverywhere(email);
  } catch (error) {
    const expires_at = clock.seconds() + SECOND_CHANCE_SECONDS;
    await transact([put(keys.passwordReset(user_id), { token_hash, expires_at, ttl: expires_at })]);
    throw error;
  }
  return { data: {} };
});
