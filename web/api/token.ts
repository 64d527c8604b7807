import type { refresh as refreshCall } from "../../shared/auth/calls.ts";
import type { OutputOf } from "../../shared/http/call.ts";
import { ApiError, errorOf, lostConnection } from "./api-error.ts";

/** The access token in local storage, with the end of its life in milliseconds: shared/auth/README.md, "Session". */
export interface Token {
  readonly token: string;
  readonly expires_at: number;
}

const secondsBefore = 60;

/** The stored token, whether still good or not. */
export function storedToken(): Token | undefined {
  const token = localStorage.getItem("token");
  return token ? { token, expires_at: Number(localStorage.getItem("expires_at")) } : undefined;
}

/** Stores a token. */
export function storeToken({ token, expires_at }: Token): void {
  localStorage.setItem("token", token);
  localStorage.setItem("expires_at", String(expires_at));
}

/** Removes the token. */
export function dropToken(): void {
  localStorage.removeItem("token");
  localStorage.removeItem("expires_at");
}

const isFresh = ({ expires_at }: Token) => expires_at - Date.now() > secondsBefore * 1000;

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
  refreshed(data);
  return data;
}

let underWay: Promise<Token> | undefined;

/** One refresh at a time in this tab, and, where the browser has locks, in all tabs of the portal. */
function refresh(stale: string): Promise<Token> {
  const work = async () => {
    const now = storedToken();
    return now && now.token !== stale && isFresh(now) ? now : askForToken();
  };
  const locked = () => (navigator.locks ? navigator.locks.request("laurel.refresh", work) : work());
  underWay ??= locked().finally(() => {
    underWay = undefined;
  });
  return underWay;
}

/**
 * A token good for at least a minute, refreshed when it is not; `force` refreshes anyway, once after a 401.
 * Undefined without a session, and when the session has ended. Throws `network.lost` when nobody can be asked.
 */
export async function freshToken({ force = false } = {}): Promise<Token | undefined> {
  const token = storedToken();
  if (!token || (!force && isFresh(token))) return token;
  try {
    return await refresh(token.token);
  } catch (error) {
    if (error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429)
      return undefined;
    throw error;
  }
}
