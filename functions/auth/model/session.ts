import { stringifySetCookie } from "cookie";
import type { Session } from "../../../shared/auth/calls.ts";
import { Problem } from "../../../shared/http/problem.ts";
import type { Context } from "../../chain/implement.ts";
import { refreshTokens, type Tokens } from "../../clients/cognito.ts";
import { clock, untilSecond } from "../../runtime/clock.ts";
import { environment } from "../../runtime/environment.ts";
import { isSuspendedSomewhere, type Person, userOf } from "../../user/model/person.ts";

/** How long a session may last that is remembered. */
export const REMEMBERED_SECONDS = 30 * 86_400;

const isSecure = () => environment("PORTAL_ORIGIN").startsWith("https:");

/** What cookies are for: the session, what the device is known by, a sign-in that waits for its code, a device without codes. */
type CookieUse = "refresh" | "device" | "challenge" | "remembered";

/** A cookie that no script reads, for the calls of signing in. */
export const cookieName = (of: CookieUse) => `${isSecure() ? "__Secure-" : ""}laurel_${of}`;

/** The header that sets such a cookie; without an age it goes when the browser is closed. */
export function cookie(of: CookieUse, value: string, maxAge?: number): string {
  const fixed = { httpOnly: true, sameSite: "strict", path: "/api/user", secure: isSecure() } as const;
  return stringifySetCookie({ ...fixed, name: cookieName(of), value, ...(maxAge !== undefined && { maxAge }) });
}

/** What the refresh cookie holds: the pool's refresh token, and whether the person wants to be remembered. */
export interface RefreshCookie {
  readonly refreshToken: string;
  readonly remember: boolean;
}

/** Reads the refresh cookie; undefined without one. */
export function readRefreshCookie(request: Context["request"]): RefreshCookie | undefined {
  const match = /^([01])\.(.+)$/.exec(request.cookie(cookieName("refresh")) ?? "");
  return match ? { remember: match[1] === "1", refreshToken: match[2]! } : undefined;
}

/** Sets the refresh cookie: shared/auth/README.md, "Session". */
export function setRefreshCookie(reply: Context["reply"], { refreshToken, remember }: RefreshCookie): void {
  reply.setCookie(cookie("refresh", `${remember ? 1 : 0}.${refreshToken}`, remember ? REMEMBERED_SECONDS : undefined));
}

/** Takes the refresh cookie away. */
export const clearRefreshCookie = (reply: Context["reply"]): void => reply.setCookie(cookie("refresh", "", 0));

/**
 * Renews tokens that are as old as a sign-out of the same second: an access token issued then would be dead on arrival.
 * Waits a second at most.
 */
export async function freshTokens(tokens: Tokens, { user }: Person): Promise<Tokens> {
  const claims = JSON.parse(Buffer.from(tokens.accessToken.split(".")[1]!, "base64url").toString()) as { iat: number };
  if (claims.iat >= user.tokens_valid_after || tokens.refreshToken === undefined) return tokens;
  await untilSecond(user.tokens_valid_after);
  const renewed = await refreshTokens(tokens.refreshToken);
  if (renewed === undefined) throw new Problem("server.busy");
  return { ...renewed, refreshToken: renewed.refreshToken ?? tokens.refreshToken };
}

/**
 * The person who signs in. Refuses, after the right password, somebody who was deleted, disabled or suspended, or whose
 * organizations no longer live. `invited` is the
 * person whose invitation is shown: without an organization they come in to join one.
 */
export async function requireActive(person: Person | undefined, invited?: string): Promise<Person> {
  if (person?.user.status === "disabled") throw new Problem("user.disabled");
  if (person?.user.status !== "active") throw new Problem("ERRUSRDELETED");
  const { organizations, user } = person;
  if (organizations.length === 0 && !user.superadmin && user.user_id !== invited)
    throw new Problem((await isSuspendedSomewhere(user)) ? "user.suspended" : "ERRORGDELETE");
  return person;
}

/** What signing in answers. */
export const sessionOf = (tokens: Tokens, person: Person): Session => ({
  ...userOf(person),
  token: tokens.accessToken,
  expires_at: clock.now() + tokens.lifeSeconds * 1000,
});
