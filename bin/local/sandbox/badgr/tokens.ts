import { randomBytes } from "node:crypto";
import type { BadgrAccount } from "./objects.ts";

const LIFE_MS = 86_400_000;
const WAIT_SECONDS_MAX = 3600;
const WAIT_DOUBLINGS_MAX = 12;
const defaultScope = "rw:profile rw:issuer rw:backpack";
const scopes = new Set([
  "r:profile",
  "rw:profile",
  "r:backpack",
  "rw:backpack",
  "rw:issuer",
  "rw:issuer:*",
  "r:assertions",
]);

/** Tokens as they are kept: an access token ends by time, a refresh token when it is used. */
export interface BadgrTokens {
  access: Record<string, { account: string; until: number; scope: string }>;
  refresh: Record<string, { account: string; access: string; scope: string }>;
  failures: Record<string, { count: number; until: number }>;
}

/** An answer of the token endpoint, which knows no envelope. */
export interface TokenAnswer {
  readonly status: number;
  readonly body: object;
}

const refused = (status: number, body: object): TokenAnswer => ({ status, body });
const newToken = () => randomBytes(15).toString("base64url");

/**
 * `POST /o/token`. A refresh token is good once: it gives a new pair and ends the old one. Wrong passwords make the next
 * attempt of the same person from the same place wait, ever longer, even with the right password.
 */
export function grantToken(
  form: URLSearchParams,
  {
    tokens,
    accountOf,
    from,
    now,
  }: {
    tokens: BadgrTokens;
    accountOf: (username: string) => BadgrAccount | undefined;
    from: string;
    now: number;
  },
): TokenAnswer {
  const grant = form.get("grant_type") ?? "password";
  const scope = form.get("scope") ?? defaultScope;
  if ((form.get("client_id") ?? "public") !== "public") return refused(400, { error: "invalid client_id" });
  if (scope.split(" ").some((each) => !scopes.has(each))) return refused(400, { error: "invalid scope requested" });
  const give = (account: string): TokenAnswer => {
    const [access, refresh] = [newToken(), newToken()];
    tokens.access[access] = { account, until: now + LIFE_MS, scope };
    tokens.refresh[refresh] = { account, access, scope };
    return refused(200, {
      access_token: access,
      token_type: "Bearer",
      expires_in: LIFE_MS / 1000,
      refresh_token: refresh,
      scope,
    });
  };
  if (grant === "refresh_token") {
    const token = form.get("refresh_token") ?? "";
    const known = tokens.refresh[token];
    if (!known) return refused(400, { error: "invalid_grant" });
    delete tokens.refresh[token];
    delete tokens.access[known.access];
    return give(known.account);
  }
  if (grant !== "password") return refused(400, { error: "unsupported_grant_type" });
  const username = form.get("username") ?? "";
  const door = `${username.toLowerCase()} ${from}`;
  const failures = tokens.failures[door] ?? { count: 0, until: 0 };
  if (failures.until > now) {
    return refused(429, {
      error_description: "Too many login attempts. Please wait and try again.",
      error: "login attempts throttled",
      expires: Math.ceil((failures.until - now) / 1000),
    });
  }
  const account = accountOf(username);
  if (account?.password === undefined || account.password !== form.get("password")) {
    const count = Math.min(failures.count + 1, WAIT_DOUBLINGS_MAX);
    tokens.failures[door] = { count, until: now + Math.min(2 ** count, WAIT_SECONDS_MAX) * 1000 };
    return refused(400, { error: "invalid_grant", error_description: "Invalid credentials given." });
  }
  delete tokens.failures[door];
  return give(account.entityId);
}

/** The account an access token stands for; its life is prolonged when less than half is left. */
export function accountOfToken(tokens: BadgrTokens, token: string | undefined, now: number): string | undefined {
  const known = tokens.access[token ?? ""];
  if (!known || known.until <= now) return undefined;
  if (known.until - now < LIFE_MS / 2) known.until = now + LIFE_MS;
  return known.account;
}
