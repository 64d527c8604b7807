import type { refresh as refreshCall } from "../../shared/auth/calls.ts";
import type { OutputOf } from "../../shared/http/call.ts";
import { ApiError, errorOf, lostConnection, noToken } from "./api-error.ts";
import { isSomebodyElse } from "./person.ts";

/** The access token in local storage, with the end of its life in milliseconds: shared/auth/README.md, "Session". */
export interface Token {
  readonly token: string;
  readonly expires_at: number;
}

const secondsBefore = 60;

/** The stored token of this document's person, whether still good or not. */
export function storedToken(): Token | undefined {
  const token = localStorage.getItem("token");
  return token && !isSomebodyElse() ? { token, expires_at: Number(localStorage.getItem("expires_at")) } : undefined;
}

/** Stores a token; it comes last, as other tabs go on once it is there. */
export function storeToken({ token, expires_at }: Token): void {
  localStorage.setItem("expires_at", String(expires_at));
  localStorage.setItem("token", token);
}

/** Removes the token; one that was refused, only while no other tab has stored another. */
export function dropToken(refused = localStorage.getItem("token")): void {
  if (localStorage.getItem("token") !== refused) return;
  localStorage.removeItem("token");
  localStorage.removeItem("expires_at");
}

/** Whether it can be a token: a broken one is renewed like an old one. */
function isReadable(token: string): boolean {
  const [, claims] = /^[\w-]+\.([\w-]+)\.[\w-]+$/.exec(token) ?? [];
  try {
    return claims !== undefined && Boolean(JSON.parse(atob(claims.replaceAll("-", "+").replaceAll("_", "/"))));
  } catch {
    return false;
  }
}

const isFresh = ({ token, expires_at }: Token) => expires_at - Date.now() > secondsBefore * 1000 && isReadable(token);

/** What another tab has stored meanwhile. */
function newerThan(stale: string): Token | undefined {
  const now = storedToken();
  return now && now.token !== stale && isFresh(now) ? now : undefined;
}

/** What a refresh answers: the new token, with the person as of now. */
type Refreshed = OutputOf<typeof refreshCall>["data"];

let refreshed: (answer: Refreshed) => void = storeToken;
/** What happens with the answer of a refresh. The session says it once, at start. */
export function onRefresh(act: (answer: Refreshed) => void): void {
  refreshed = act;
}

async function askForToken(): Promise<Token> {
  const response = await fetch("/api/user/refresh", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: "{}",
  }).catch(() => Promise.reject(lostConnection()));
  if (!response.ok) throw await errorOf(response);
  const { data } = (await response.json()) as { data: Refreshed };
  if (isSomebodyElse() || isSomebodyElse(data.user_id)) throw noToken(); // another tab's sign-in has the cookie now
  refreshed(data);
  return data;
}

let underWay: Promise<Token> | undefined;

/** One refresh at a time in this tab, and, where the browser has locks, in all tabs of the portal. */
function refresh(stale: string): Promise<Token> {
  const work = async () => newerThan(stale) ?? askForToken();
  const locked = () => (navigator.locks ? navigator.locks.request("laurel.refresh", work) : work());
  underWay ??= locked().finally(() => {
    underWay = undefined;
  });
  return underWay;
}

/**
 * A token good for at least a minute, refreshed when it is not; `force` refreshes anyway, once after a 401.
 * Undefined without a session, and when nobody renews it any more: it is dropped then. Throws what else kept it from
 * being renewed: the session goes on.
 */
export async function freshToken({ force = false } = {}): Promise<Token | undefined> {
  const token = storedToken();
  if (!token || (!force && isFresh(token))) return token;
  try {
    return await refresh(token.token);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    const newer = newerThan(token.token);
    if (!newer) dropToken(token.token);
    return newer;
  }
}
