import type * as z from "zod";
import { changePassword } from "../../shared/auth/calls.ts";
import { Problem } from "../../shared/http/problem.ts";
import type { Actor } from "../chain/actor.ts";
import { implement } from "../chain/implement.ts";
import { setPassword, signIn, signOutEverywhere } from "../clients/cognito.ts";
import { audit } from "../data/audit.ts";
import { organizationKeys } from "../data/keys/organization.ts";
import { consumeRate, forget } from "../data/rate.ts";
import { change } from "../data/steps.ts";
import { transact } from "../data/table.ts";
import { nextSecond } from "../runtime/clock.ts";
import { readPerson } from "../user/model/person.ts";
import { requireGoodPassword } from "./model/password.ts";
import { freshTokens, readRefreshCookie, requireActive, sessionOf, setRefreshCookie } from "./model/session.ts";

type Input = z.output<typeof changePassword.input>;

/** Whoever was not answered repeats it with a token that it has ended: by the new password they sign in, and change nothing. */
export const handler = implement(changePassword, async (input, { actor, request, reply }) => {
  const { user_id, email } = actor;
  if (input.email !== undefined && input.email !== email) {
    const message = "This isn’t your account’s email address.";
    throw new Problem("input.invalid", { message, fields: { email: message } });
  }
  // what its session showed of the second factor has ended with it
  if (actor.isEnded && actor.user.factor_since !== undefined) throw new Problem("access.no-token");
  requireGoodPassword(input.password, email);
  await transact([consumeRate("passwordChangesPerUser", user_id)]);
  if (!actor.isEnded) await setNew(input, actor);
  const [first, found] = await Promise.all([signIn(email, input.password), readPerson(user_id)]);
  const person = await requireActive(found);
  if (first === undefined) throw new Problem("access.no-token");
  if (actor.isEnded) await transact([forget("passwordChangesPerUser", user_id)]);
  const tokens = await freshTokens(first, person);
  const remember = readRefreshCookie(request)?.remember ?? false;
  if (tokens.refreshToken) setRefreshCookie(reply, { refreshToken: tokens.refreshToken, remember });
  return { data: sessionOf(tokens, person) };
});

async function setNew({ token, password }: Input, { user_id, email }: Actor): Promise<void> {
  // an attempt that broke off may have set the new one: whoever knows it finishes that
  if (!(await signIn(email, token)) && !(await signIn(email, password))) {
    throw new Problem("auth.wrong-password", { field: "token" });
  }
  await setPassword(email, password);
  await signOutEverywhere(email);
  await transact([
    change(organizationKeys.user(user_id), { set: { tokens_valid_after: nextSecond() } }),
    forget("passwordChangesPerUser", user_id),
    audit("user.password-changed", { organization_id: "", actor_id: user_id, subject_id: user_id, user_id }),
  ]);
}
