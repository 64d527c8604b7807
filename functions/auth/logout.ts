import { logout } from "../../shared/auth/calls.ts";
import { keys } from "../data/keys.ts";
import { change, together } from "../data/table.ts";
import { refreshTokens, revoke } from "../outside/cognito.ts";
import { nextSecond } from "../runtime/clock.ts";
import { implement } from "../runtime/implement.ts";
import { log } from "../runtime/log.ts";
import { clearRefreshCookie, readRefreshCookie } from "./session.ts";

/** The cookie says who leaves. Access tokens issued until now are dead, the refresh token is revoked. */
export const handler = implement(logout, async (_, { request, reply }) => {
  const kept = readRefreshCookie(request);
  const tokens = kept && (await refreshTokens(kept.refreshToken));
  if (kept && tokens) {
    await together([change(keys.user(tokens.user_id), { set: { tokens_valid_after: nextSecond() } })]);
    await revoke(tokens.refreshToken ?? kept.refreshToken);
    log("security", "authn_token_revoked", { requestId: request.requestId, user_id: tokens.user_id });
  }
  clearRefreshCookie(reply);
  return { data: {} };
});
