import { logout } from "../../shared/auth/calls.ts";
import { keys } from "../data/keys.ts";
import { change, transact } from "../data/table.ts";
import { refreshTokens, revoke } from "../outside/cognito.ts";
import { nextSecond } from "../process/clock.ts";
import { log } from "../process/log.ts";
import { implement } from "../runtime/implement.ts";
import { clearRefreshCookie, readRefreshCookie } from "./session.ts";

/** The cookie says who leaves. Access tokens issued until now are dead, the refresh token is revoked. */
export const handler = implement(logout, async (_, { request, reply }) => {
  const kept = readRefreshCookie(request);
  const tokens = kept && (await refreshTokens(kept.refreshToken));
  if (kept && tokens) {
    await transact([change(keys.user(tokens.user_id), { set: { tokens_valid_after: nextSecond() } })]);
    await revoke(tokens.refreshToken ?? kept.refreshToken);
    log("security", "authn_token_revoked", { requestId: request.requestId, user_id: tokens.user_id });
  }
  clearRefreshCookie(reply);
  return { data: {} };
});
