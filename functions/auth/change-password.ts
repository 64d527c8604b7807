import { changePassword } from "../../shared/auth/calls.ts";
import { Problem } from "../../shared/http/problem.ts";
import { audit } from "../data/audit.ts";
import { keys } from "../data/keys.ts";
import { consumeRate, forget } from "../data/rate.ts";
import { change, transact } from "../data/table.ts";
import { setPassword, signIn, signOutEverywhere } from "../outside/cognito.ts";
import { nextSecond } from "../process/clock.ts";
import { implement } from "../runtime/implement.ts";
import { readPerson } from "../user/person.ts";
import { requireGoodPassword } from "./password.ts";
import { freshTokens, readRefreshCookie, requireActive, sessionOf, setRefreshCookie } from "./session.ts";

export const handler = implement(changePassword, async (input, { actor, request, reply }) => {
  const { user_id, email } = actor;
  if (input.email !== undefined && input.email !== email) {
    const message = "This isn’t your account’s email address.";
    throw new Problem("input.invalid", { message, fields: { email: message } });
  }
  requireGoodPassword(input.password, email);
  await transact([consumeRate("signInsPerAccount", email)]);
  // an attempt that broke off may have set the new one: whoever knows it finishes that
  if (!(await signIn(email, input.token)) && !(await signIn(email, input.password))) {
    throw new Problem("auth.wrong-password", { field: "token" });
  }
  await setPassword(email, input.password);
  await signOutEverywhere(email);
  await transact([
    change(keys.user(user_id), { set: { tokens_valid_after: nextSecond() } }),
    forget("signInsPerAccount", email),
    audit("user.password-changed", { organization_id: "", actor_id: user_id, subject_id: user_id, user_id }),
  ]);
  const [first, found] = await Promise.all([signIn(email, input.password), readPerson(user_id)]);
  const person = await requireActive(found);
  if (first === undefined) throw new Problem("access.no-token");
  const tokens = await freshTokens(first, person);
  const remember = readRefreshCookie(request)?.remember ?? false;
  if (tokens.refreshToken) setRefreshCookie(reply, { refreshToken: tokens.refreshToken, remember });
  return { data: sessionOf(tokens, person) };
});
