import { login, SignIn } from "../../shared/auth/calls.ts";
import { Problem } from "../../shared/http/problem.ts";
import { implement } from "../chain/implement.ts";
import { revoke, signIn } from "../clients/cognito.ts";
import { alone } from "../data/alone.ts";
import { consumeRate, forget, returnRate } from "../data/rate.ts";
import { transact } from "../data/table.ts";
import { log } from "../runtime/log.ts";
import { readPerson } from "../user/model/person.ts";
import { retiredAddressOf } from "../user/model/pseudonym.ts";
import { findInvitation } from "./model/open-invitation.ts";
import { freshTokens, readRefreshCookie, requireActive, sessionOf, setRefreshCookie } from "./model/session.ts";
import { sourceOf } from "./model/source.ts";

/**
 * Every try is counted before the pool is asked, so that tries at once do not slip past; the right one is forgotten. A
 * refused one always asks the pool twice, so that how long it takes does not tell that an address was somebody's.
 */
export const handler = implement(login, async ({ email: written, password, isRemember, token }, { request, reply }) => {
  const parsed = SignIn.shape.email.safeParse(written);
  if (!parsed.success) throw new Problem("ERRINVALIDEMAIL", { field: "email" });
  const email = parsed.data;
  const source = sourceOf(request.sourceIp);

  await transact([consumeRate("signInsPerAccount", email), consumeRate("signInsPerSource", source)]);
  const first = (await signIn(email, password)) ?? (await signIn(await retiredAddressOf(email), password));
  if (first === undefined) {
    log("security", "authn_login_fail", { requestId: request.requestId, viewer: request.viewer });
    throw new Problem("ERRLOGIN");
  }
  const [found, invitation] = await Promise.all([
    readPerson(first.user_id),
    token === undefined ? undefined : findInvitation(email, token),
    alone(forget("signInsPerAccount", email)),
    alone(returnRate("signInsPerSource", source)),
  ]);
  const person = await requireActive(found, invitation?.account?.user_id).catch(async (refusal) => {
    if (first.refreshToken) await revoke(first.refreshToken);
    throw refusal;
  });
  const tokens = await freshTokens(first, person);
  const remember = isRemember ?? readRefreshCookie(request)?.remember ?? false;
  if (tokens.refreshToken) setRefreshCookie(reply, { refreshToken: tokens.refreshToken, remember });
  const { requestId, viewer } = request;
  log("security", "authn_login_success", { requestId, viewer, user_id: person.user.user_id });
  return { data: sessionOf(tokens, person) };
});
