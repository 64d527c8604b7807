import { refresh } from "../../shared/auth/calls.ts";
import { Problem } from "../../shared/http/problem.ts";
import { isEndedByFactor } from "../chain/actor.ts";
import { implement } from "../chain/implement.ts";
import { refreshTokens, revoke } from "../clients/cognito.ts";
import { organizationKeys } from "../data/keys/organization.ts";
import { batchGet } from "../data/table.ts";
import { readPerson } from "../user/model/person.ts";
import { freshTokens, readRefreshCookie, sessionOf, setRefreshCookie } from "./model/session.ts";

export const handler = implement(refresh, async (_, { request, reply }) => {
  const kept = readRefreshCookie(request);
  const first = kept && (await refreshTokens(kept.refreshToken));
  if (first === undefined) throw new Problem("access.no-token");
  const { user_id, authTime } = first.session;
  const [person, [ended]] = await Promise.all([
    readPerson(user_id),
    batchGet([organizationKeys.endedSession(user_id, authTime)]),
  ]);
  if (ended !== undefined || (person && isEndedByFactor(person.user, authTime))) {
    await revoke(first.refreshToken ?? kept!.refreshToken);
    throw new Problem("access.no-token");
  }
  if (person?.user.status !== "active") throw new Problem("access.no-token");
  if (person.organizations.length === 0 && !person.user.superadmin) throw new Problem("access.no-token");
  const refreshToken = first.refreshToken ?? kept!.refreshToken;
  const tokens = await freshTokens({ ...first, refreshToken }, person);
  setRefreshCookie(reply, { refreshToken: tokens.refreshToken ?? refreshToken, remember: kept!.remember });
  return { data: sessionOf(tokens, person) };
});
