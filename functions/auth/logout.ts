import { logout } from "../../shared/auth/calls.ts";
import { Problem } from "../../shared/http/problem.ts";
import { type Context, implement } from "../chain/implement.ts";
import { sessionOfToken } from "../clients/access-token.ts";
import { refreshTokens, revoke, type Session } from "../clients/cognito.ts";
import { organizationKeys } from "../data/keys/organization.ts";
import { change, create } from "../data/steps.ts";
import { transact } from "../data/table.ts";
import { clock, nextSecond } from "../runtime/clock.ts";
import { log } from "../runtime/log.ts";
import { clearRefreshCookie, REMEMBERED_SECONDS, readRefreshCookie } from "./model/session.ts";

/**
 * Ends the session of the refresh cookie and that of the bearer token, which mostly are one: its access tokens issued until
 * now are dead, and it is not renewed. A token that has ended by time still says which session is meant.
 */
export const handler = implement(logout, async (_, { request, reply }) => {
  const [, bearer] = /^Bearer (.+)$/i.exec(request.header("authorization") ?? "") ?? [];
  const kept = readRefreshCookie(request);
  const [tokens, named] = await Promise.all([
    kept && refreshTokens(kept.refreshToken),
    bearer === undefined ? undefined : sessionOfToken(bearer),
  ]);
  if (named) await end(named, request);
  if (kept && tokens) {
    if (keyOf(tokens.session).pk !== (named && keyOf(named).pk)) await end(tokens.session, request);
    await revoke(tokens.refreshToken ?? kept.refreshToken);
  }
  clearRefreshCookie(reply);
  return { data: {} };
});

const keyOf = ({ user_id, authTime }: Session) => organizationKeys.endedSession(user_id, authTime);

/** Ends a session once: its token, sent again later, does not disturb the sessions that came after. */
async function end(session: Session, { requestId }: Context["request"]): Promise<void> {
  const { user_id } = session;
  const ended = new Problem("state.changed");
  try {
    await transact([
      create(keyOf(session), { ttl: clock.seconds() + REMEMBERED_SECONDS }, { otherwise: ended }),
      change(organizationKeys.user(user_id), { set: { tokens_valid_after: nextSecond() } }),
    ]);
    log("security", "authn_token_revoked", { requestId, user_id });
  } catch (error) {
    if (error !== ended) throw error;
  }
}
