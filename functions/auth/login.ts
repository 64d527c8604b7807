import { login, SignIn } from "../../shared/auth/calls.ts";
import { Problem } from "../../shared/http/problems.ts";
import { countAgainst, forget, takeBack } from "../data/rate.ts";
import { together } from "../data/table.ts";
import { findInvitation } from "../organization/open-invitation.ts";
import { revoke, signIn } from "../outside/cognito.ts";
import { implement } from "../runtime/implement.ts";
import { log } from "../runtime/log.ts";
import { readPerson } from "../user/person.ts";
import { poolAddressOf } from "../user/pseudonym.ts";
import { demandLiving, liveTokens, readRefreshCookie, sessionOf, setRefreshCookie } from "./session.ts";
import { sourceOf } from "./source.ts";

/** Every try is counted before the pool is asked, so that tries at once do not slip past; the right one is forgotten. */
export const handler = implement(login, async ({ email: written, password, isRemember, token }, { request, reply }) => {
  const parsed = SignIn.shape.email.safeParse(written);
  if (!parsed.success)
    throw new Problem("ERRINVALIDEMAIL", { fields: { email: new Problem("ERRINVALIDEMAIL").message } });
  const email = parsed.data;
  const source = sourceOf(request.sourceIp);

  const [poolAddress] = await Promise.all([
    poolAddressOf(email),
    together([countAgainst("signInsPerAccount", email), countAgainst("signInsPerSource", source)]),
  ]);
  const first = await signIn(poolAddress, password);
  if (first === undefined) {
    log("security", "authn_login_fail", { requestId: request.requestId });
    throw new Problem("ERRLOGIN");
  }
  const [person, invitation] = await Promise.all([
    readPerson(first.user_id),
    token === undefined ? undefined : findInvitation(email, token),
    together([forget("signInsPerAccount", email), takeBack("signInsPerSource", source)]),
  ]);
  try {
    demandLiving(person, invitation?.account?.user_id);
  } catch (refusal) {
    if (first.refreshToken) await revoke(first.refreshToken);
    throw refusal;
  }
  const tokens = await liveTokens(first, person);
  const remember = isRemember ?? readRefreshCookie(request)?.remember ?? false;
  if (tokens.refreshToken) setRefreshCookie(reply, { refreshToken: tokens.refreshToken, remember });
  log("security", "authn_login_success", { requestId: request.requestId, user_id: person.user.user_id });
  return { data: sessionOf(tokens, person) };
});
