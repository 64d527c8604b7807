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

const answered = (status: number, body: object): TokenAnswer => ({ status, body });
const newToken = () => randomBytes(15).toString("base64url");

interface TokenCall {
  readonly tokens: BadgrTokens;
  readonly accountOf: (username: string) => BadgrAccount | undefined;
  /** The caller's address. */
  readonly from: string;
  readonly hasQuery: boolean;
  readonly now: number;
}

/**
 * `POST /o/token`. Whatever is refused, also a refresh token, makes the next call of the same name from the same address
 * wait, ever longer and whoever's it is: who names nobody shares the wait of their client.
 */
export function grantToken(form: URLSearchParams, call: TokenCall): TokenAnswer {
  const { tokens, from, now } = call;
  const door = `${(form.get("username") ?? form.get("client_id") ?? "").toLowerCase()} ${from}`;
  const failures = tokens.failures[door] ?? { count: 0, until: 0 };
  const waitSeconds = (count: number) => Math.min(2 ** Math.min(count, WAIT_DOUBLINGS_MAX), WAIT_SECONDS_MAX);
  if (failures.until > now) {
    return answered(429, {
      error_description: "Too many login attempts. Please wait and try again.",
      error: "login attempts throttled",
      expires: waitSeconds(failures.count), // the whole wait, however much of it is over
    });
  }
  const answer = granted(form, call);
  const count = failures.count + 1;
  if (answer.status === 200) delete tokens.failures[door];
  else tokens.failures[door] = { count, until: now + waitSeconds(count) * 1000 };
  return answer;
}

/** A refresh token is good once: it gives a new pair and ends the old one. */
function granted(form: URLSearchParams, { tokens, accountOf, hasQuery, now }: TokenCall): TokenAnswer {
  if (hasQuery) {
    const error = "Token grant parameters must be sent in post body, not query parameters";
    return answered(400, { error });
  }
  const grant = form.get("grant_type") ?? "password";
  const scope = form.get("scope") ?? defaultScope;
  if ((form.get("client_id") ?? "public") !== "public") return answered(400, { error: "invalid client_id" });
  if (scope.split(" ").some((each) => !scopes.has(each))) return answered(400, { error: "invalid scope requested" });
  const give = (account: string): TokenAnswer => {
    const [access, refresh] = [newToken(), newToken()];
    tokens.access[access] = { account, until: now + LIFE_MS, scope };
    tokens.refresh[refresh] = { account, access, scope };
    return answered(200, {
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
    if (!known) return answered(400, { error: "invalid_grant" });
    delete tokens.refresh[token];
    delete tokens.access[known.access];
    return give(known.account);
  }
  if (grant !== "password") return answered(400, { error: "unsupported_grant_type" });
  const account = accountOf(form.get("username") ?? "");
  if (account?.password === undefined || account.password !== form.get("password"))
    return answered(400, { error: "invalid_grant", error_description: "Invalid credentials given." });
  return give(account.entityId);
}

/** The account an access token stands for; its life is prolonged when less than half is left. */
export function accountOfToken(tokens: BadgrTokens, token: string | undefined, now: number): string | undefined {
  const known = tokens.access[token ?? ""];
  if (!known || known.until <= now) return undefined;
  if (known.until - now < LIFE_MS / 2) known.until = now + LIFE_MS;
  return known.account;
}
