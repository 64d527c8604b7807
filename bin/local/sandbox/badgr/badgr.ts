import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { dirname } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type LocalServer, readBody, sendJson, serve } from "../../server.ts";
import { BadgrRefusal, makeBadge, makeIssuer, newEntityId, notFound } from "./objects.ts";
import { contained } from "./pictures.ts";
import { answerPublic } from "./public.ts";
import { type Answer, type BadgrState, kept, routesOf } from "./routes.ts";
import { accountOfToken, grantToken, type TokenAnswer } from "./tokens.ts";

/** What tests turn to see what happens when the badge service misbehaves. */
export interface BadgrSwitches {
  /** Where it misbehaves. */
  region: string;
  /** Break every connection. */
  dead: boolean;
  /** Wait this long before every answer. */
  slowMs: number;
  /** Say to this many further calls that they come too often. */
  throttle: number;
  /** Do what the next this many awards ask, and break the connection instead of saying so. */
  loseAwards: number;
  /** The same of badges to be made. */
  loseBadges: number;
  /** The same of awards to be revoked. */
  loseRevocations: number;
  /** Refuse to revoke this many awards. */
  refuseRevocations: number;
}

/** An account to open, with issuers and badges of its own. */
export interface AccountToOpen {
  /** The region it lives in; `us` unless said. */
  readonly region?: string;
  readonly username: string;
  /** Left out for somebody who signs in through somebody else, or with a second step. */
  readonly password?: string;
  /** Its address is not verified. */
  readonly unverified?: boolean;
  /** Accounts whose issuers it is staff of. */
  readonly staffOf?: readonly string[];
  readonly issuers?: readonly {
    readonly name: string;
    readonly email: string;
    readonly url: string;
    readonly description: string;
    readonly badges?: readonly { readonly name: string; readonly description: string; readonly image: string }[];
  }[];
}

/** The badge service on this machine: each region below a path of its name. */
export interface LocalBadgr extends LocalServer {
  readonly switches: BadgrSwitches;
  readonly state: BadgrState;
  openAccount(account: AccountToOpen): void;
  /** Gives an account one more issuer, with its address verified. */
  openIssuer(username: string, issuer: { name: string; email: string }): void;
  /** Its address is verified no more, as after its owner gave another one. */
  unverify(username: string): void;
  /** Ends every token of an account, as its owner does by a new password, or only those that open it now. */
  endTokens(username: string, kind?: "access"): void;
}

const RETRY_AFTER_SECONDS = 2;

interface Place {
  readonly url: URL;
  /** Below the region. */
  readonly path: string;
  readonly region: string;
}

/** Starts it. It keeps its state in `file`, or in memory without one. */
export async function startBadgr(options: { port: number; file?: string; now?: () => number }): Promise<LocalBadgr> {
  const { file, now = Date.now } = options;
  const state: BadgrState =
    file !== undefined && existsSync(file)
      ? JSON.parse(readFileSync(file, "utf8"))
      : { accounts: {}, issuers: [], badges: [], assertions: [], tokens: { access: {}, refresh: {}, failures: {} } };
  const switches: BadgrSwitches = {
    ...{ region: "us", dead: false, slowMs: 0, throttle: 0 },
    ...{ loseAwards: 0, loseBadges: 0, loseRevocations: 0, refuseRevocations: 0 },
  };
  const iso = () => new Date(now()).toISOString();

  function save(): void {
    if (file === undefined) return;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify(state));
  }

  const route = routesOf(state, now);
  const accountNamed = (region: string) => (username: string) => {
    const found = state.accounts[username.toLowerCase()];
    return found?.region === region ? found : undefined;
  };

  function answer(request: IncomingMessage, { url, path, region }: Place, body: Buffer): Answer {
    if (region === switches.region && switches.throttle > 0) {
      switches.throttle--;
      throw Object.assign(new BadgrRefusal(429, "miscellaneous error"), {
        headers: { "retry-after": String(RETRY_AFTER_SECONDS) },
      });
    }
    if (request.method === "DELETE" && path.startsWith("/v2/assertions/") && switches.refuseRevocations > 0) {
      switches.refuseRevocations--;
      throw notFound();
    }
    const token = request.headers.authorization?.replace(/^Bearer /, "");
    const id = accountOfToken(state.tokens, token, now());
    const account = Object.values(state.accounts).find(({ entityId }) => entityId === id);
    if (!account) throw new BadgrRefusal(401, "no valid auth token found");
    if (account.unverified) throw notFound();
    return route({
      method: request.method!,
      path,
      query: url.searchParams,
      body,
      account,
      host: `${url.origin}/${region}`,
    });
  }

  const server = await serve(options.port, async (request, response) => {
    const body = await readBody(request);
    const url = new URL(request.url!, `http://${request.headers.host}`);
    const [, region = "", path = ""] = /^\/(\w+)(\/.*)$/.exec(url.pathname) ?? [];
    const troubled = region === switches.region;
    if (troubled && switches.slowMs > 0) await pause(switches.slowMs);
    if (troubled && switches.dead) return void request.socket.destroy();
    if (path === "/health") return sendJson(response, 200, { status: "ok" });
    if (path === "/o/token") {
      const { status, body: said } = tokenFor(request, url, region, body);
      save();
      return sendJson(response, status, said);
    }
    if (path.startsWith("/public/")) return answerPublic(state, { request, response, url, path, region });
    const asked = await contained(body);
    const said = attempt(() => answer(request, { url, path, region }, asked));
    save();
    const lost = troubled ? losable(request.method!, path, said.status) : undefined;
    if (lost && switches[lost] > 0) {
      switches[lost]--;
      return void request.socket.destroy();
    }
    if (said.body === undefined) return void response.writeHead(said.status).end();
    sendJson(response, said.status, said.body, said.headers);
  });

  function tokenFor(request: IncomingMessage, url: URL, region: string, body: Buffer): TokenAnswer {
    if (request.method !== "POST") return { status: 405, body: { error: "method not allowed" } };
    const from = `${region} ${request.socket.remoteAddress}`; // regions know nothing of each other
    const place = { tokens: state.tokens, accountOf: accountNamed(region), from, now: now() };
    const hasQuery = url.search !== "";
    return grantToken(new URLSearchParams(body.toString()), { ...place, hasQuery });
  }

  return {
    ...server,
    switches,
    state,
    openAccount({ region = "us", username, password, unverified, staffOf = [], issuers = [] }) {
      const verifiedEmails = issuers.map(({ email }) => email);
      const account = { entityId: newEntityId(), region, username, password, verifiedEmails, unverified };
      state.accounts[username.toLowerCase()] = account;
      const owners = staffOf.map((owner) => state.accounts[owner.toLowerCase()]!.entityId);
      state.issuers = state.issuers.map((issuer) =>
        owners.includes(issuer.owner) ? { ...issuer, staff: [...(issuer.staff ?? []), account.entityId] } : issuer,
      );
      for (const { badges = [], ...issuer } of issuers) {
        const known = kept(state.issuers, makeIssuer(issuer, account, iso()));
        for (const badge of badges) kept(state.badges, makeBadge(badge, known, iso()));
      }
      save();
    },
    openIssuer(username, { name, email }) {
      const account = state.accounts[username.toLowerCase()]!;
      const verifiedEmails = [...account.verifiedEmails, email];
      state.accounts[username.toLowerCase()] = { ...account, verifiedEmails };
      const issuer = { name, email, url: "https://issuer.test", description: name };
      kept(state.issuers, makeIssuer(issuer, { ...account, verifiedEmails }, iso()));
      save();
    },
    unverify(username) {
      state.accounts[username.toLowerCase()] = { ...state.accounts[username.toLowerCase()]!, unverified: true };
      save();
    },
    endTokens(username, only) {
      const account = state.accounts[username.toLowerCase()]?.entityId;
      const kinds = only ? [state.tokens.access] : [state.tokens.access, state.tokens.refresh];
      for (const kind of kinds as Record<string, { account: string }>[])
        for (const [token, known] of Object.entries(kind)) if (known.account === account) delete kind[token];
      save();
    },
  };
}

/** Which switch loses the answer to a thing that was done. */
function losable(method: string, path: string, status: number) {
  if (method === "DELETE" && status === 200 && path.startsWith("/v2/assertions/")) return "loseRevocations";
  if (method !== "POST" || status !== 201) return undefined;
  if (path.endsWith("/assertions")) return "loseAwards";
  return path.endsWith("/badgeclasses") ? "loseBadges" : undefined;
}

function attempt(work: () => Answer): Answer {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof BadgrRefusal)) throw error;
    const { status, body, headers } = error as BadgrRefusal & { headers?: Record<string, string> };
    return { status, body, headers };
  }
}
