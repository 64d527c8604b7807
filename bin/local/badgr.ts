import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { dirname } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import {
  type BadgrAccount,
  type BadgrAssertion,
  type BadgrBadge,
  type BadgrIssuer,
  BadgrRefusal,
  badFields,
  badWhole,
  isLive,
  makeAssertion,
  makeBadge,
  makeIssuer,
  newEntityId,
  notFound,
  shapesAt,
} from "./badgr-objects.ts";
import { answerPublic } from "./badgr-public.ts";
import { accountOfToken, type BadgrTokens, grantToken, type TokenAnswer } from "./badgr-tokens.ts";
import { type LocalServer, readBody, sendJson, serve } from "./server.ts";

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
}

/** An account to open, with issuers and badges of its own. */
export interface AccountToOpen {
  /** The region it lives in; `us` unless said. */
  readonly region?: string;
  readonly username: string;
  /** Left out for somebody who signs in through somebody else, or with a second step. */
  readonly password?: string;
  readonly issuers?: readonly {
    readonly name: string;
    readonly email: string;
    readonly url: string;
    readonly description: string;
    readonly badges?: readonly { readonly name: string; readonly description: string; readonly image: string }[];
  }[];
}

/** All that the service keeps. */
export interface BadgrState {
  accounts: Record<string, BadgrAccount>;
  issuers: BadgrIssuer[];
  badges: BadgrBadge[];
  assertions: BadgrAssertion[];
  tokens: BadgrTokens;
}

/** The badge service on this machine: each region below a path of its name. */
export interface LocalBadgr extends LocalServer {
  readonly switches: BadgrSwitches;
  readonly state: BadgrState;
  openAccount(account: AccountToOpen): void;
  /** Gives an account one more issuer, with its address verified. */
  openIssuer(username: string, issuer: { name: string; email: string }): void;
  /** Ends every token of an account, as its owner does by a new password, or only those that open it now. */
  endTokens(username: string, kind?: "access"): void;
}

const PAGE_MAX = 500;
const RETRY_AFTER_SECONDS = 2;

interface Call {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: Buffer;
  readonly account: BadgrAccount;
  readonly host: string;
}
interface Place {
  readonly url: URL;
  /** Below the region. */
  readonly path: string;
  readonly region: string;
}
interface Answer {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

/** Starts it. It keeps its state in `file`, or in memory without one. */
export async function startBadgr(options: { port: number; file?: string; now?: () => number }): Promise<LocalBadgr> {
  const { file, now = Date.now } = options;
  const state: BadgrState =
    file !== undefined && existsSync(file)
      ? JSON.parse(readFileSync(file, "utf8"))
      : { accounts: {}, issuers: [], badges: [], assertions: [], tokens: { access: {}, refresh: {}, failures: {} } };
  const switches: BadgrSwitches = { region: "us", dead: false, slowMs: 0, throttle: 0, loseAwards: 0 };
  const iso = () => new Date(now()).toISOString();

  function save(): void {
    if (file === undefined) return;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify(state));
  }

  const accountNamed = (region: string) => (username: string) => {
    const found = state.accounts[username.toLowerCase()];
    return found?.region === region ? found : undefined;
  };

  function route(call: Call): Answer {
    const [, kind, id, inner] = /^\/v2\/(\w+)(?:\/([\w-]+))?(?:\/(\w+))?$/.exec(call.path) ?? [];
    const own = <Thing extends { entityId: string; owner: string }>(things: readonly Thing[]): Thing => {
      const found = things.find(({ entityId, owner }) => entityId === id && owner === call.account.entityId);
      if (!found) throw notFound();
      return found;
    };
    const mine = <Thing extends { owner: string }>(things: readonly Thing[]) =>
      things.filter(({ owner }) => owner === call.account.entityId);
    const show = shapesAt(call.host);
    switch ([call.method, kind, id && "id", inner].filter(Boolean).join(" ")) {
      case "GET issuers":
        return listed(mine(state.issuers), show.issuer, call);
      case "POST issuers":
        return made(kept(state.issuers, makeIssuer(jsonOf(call), call.account, iso())), show.issuer);
      case "GET issuers id":
        return one(own(state.issuers), show.issuer);
      case "DELETE issuers id":
        return removed(
          state.issuers,
          own(state.issuers),
          state.badges.some(({ issuer }) => issuer === id),
        );
      case "GET issuers id badgeclasses": {
        const { entityId } = own(state.issuers);
        return listed(
          state.badges.filter(({ issuer }) => issuer === entityId),
          show.badge,
          call,
        );
      }
      case "POST issuers id badgeclasses":
        return made(kept(state.badges, makeBadge(jsonOf(call), own(state.issuers), iso())), show.badge);
      case "GET issuers id assertions": {
        const { entityId } = own(state.issuers);
        return listed(
          awards(call, ({ issuer }) => issuer === entityId),
          show.assertion,
          call,
        );
      }
      case "GET badgeclasses":
        return listed(mine(state.badges), show.badge, call);
      case "POST badgeclasses":
        return made(kept(state.badges, makeBadge(jsonOf(call), issuerNamed(call), iso())), show.badge);
      case "GET badgeclasses id":
        return one(own(state.badges), show.badge);
      case "DELETE badgeclasses id":
        return removed(
          state.badges,
          own(state.badges),
          state.assertions.some((each) => each.badgeclass === id && isLive(each, now())),
        );
      case "GET badgeclasses id assertions": {
        const { entityId } = own(state.badges);
        return listed(
          awards(call, ({ badgeclass }) => badgeclass === entityId),
          show.assertion,
          call,
        );
      }
      case "POST badgeclasses id assertions":
        return made(award(jsonOf(call), own(state.badges)), show.assertion);
      case "POST badgeclasses id issue":
        return awardAll(call, own(state.badges));
      case "GET assertions id":
        return one(own(state.assertions), show.assertion);
      case "DELETE assertions id":
        return one(revoke(own(state.assertions), jsonOf(call).revocation_reason), show.assertion);
      case "POST assertions id":
        if (id === "revoke") return revokeAll(call, mine(state.assertions));
        throw notFound();
      default:
        throw notFound();
    }
  }

  function issuerNamed(call: Call): BadgrIssuer {
    const { issuer: wanted } = jsonOf(call);
    const issuer = state.issuers.find(({ entityId }) => entityId === wanted);
    if (!issuer) throw badFields({ issuer: `Invalid entity_id "${wanted}" - object does not exist.` });
    if (issuer.owner === call.account.entityId) return issuer;
    throw badFields({ issuer: "You do not have permission to edit badges on this issuer." });
  }

  /** Awards as lists show them: neither revoked nor expired ones unless asked for. */
  function awards({ query }: Call, fits: (each: BadgrAssertion) => boolean): BadgrAssertion[] {
    const asks = (name: string) => ["1", "true"].includes(query.get(name) ?? "");
    const recipients = query.getAll("recipient");
    return state.assertions.filter(
      (each) =>
        fits(each) &&
        (asks("include_revoked") || !each.revoked) &&
        (asks("include_expired") || each.expires === null || Date.parse(each.expires) > now()) &&
        (recipients.length === 0 || recipients.includes(each.identity)),
    );
  }

  function award(input: Record<string, unknown>, badge: BadgrBadge): BadgrAssertion {
    const assertion = makeAssertion(input, badge, now());
    const twin = state.assertions.some(
      (each) => each.badgeclass === badge.entityId && each.identity === assertion.identity && isLive(each, now()),
    );
    if (twin && input.allowDuplicateAwards === false)
      throw badWhole("A previous award of this badge already exists for this recipient.");
    return kept(state.assertions, assertion);
  }

  /** All of a batch or none: what is wrong is told row by row. */
  function awardAll(call: Call, badge: BadgrBadge): Answer {
    const rows = (jsonOf(call).assertions ?? []) as Record<string, unknown>[];
    const faults = rows.map((row) => {
      try {
        makeAssertion(row, badge, now());
        return {};
      } catch (error) {
        return (error as BadgrRefusal & { body: { fieldErrors: object } }).body.fieldErrors;
      }
    });
    if (faults.some((fault) => Object.keys(fault).length > 0))
      throw new BadgrRefusal(400, "bad request", { fieldErrors: faults });
    const { assertion } = shapesAt(call.host);
    return { status: 201, body: envelope(rows.map((row) => assertion(award(row, badge)))) };
  }

  function revoke(assertion: BadgrAssertion, reason: unknown): BadgrAssertion {
    if (typeof reason !== "string" || reason === "") throw badFields({ revocation_reason: "This field is required" });
    if (assertion.revoked) throw badWhole("Assertion is already revoked");
    return Object.assign(assertion, { revoked: true, revocationReason: reason });
  }

  /** Answers success even when every row failed. */
  function revokeAll(call: Call, mine: readonly BadgrAssertion[]): Answer {
    const rows = JSON.parse(call.body.toString()) as { entityId: string; revocationReason: string }[];
    const result = rows.map((row) => {
      const known = mine.find(({ entityId, revoked }) => entityId === row.entityId && !revoked);
      if (known) revoke(known, row.revocationReason);
      return known
        ? { revoked: true, ...row }
        : { revoked: false, ...row, reason: "permission denied or object not found" };
    });
    return { status: 200, body: { ...envelope(result), status: { success: true, description: "revoked badges" } } };
  }

  function answer(request: IncomingMessage, { url, path, region }: Place, body: Buffer): Answer {
    if (region === switches.region && switches.throttle > 0) {
      switches.throttle--;
      throw Object.assign(new BadgrRefusal(429, "miscellaneous error"), {
        headers: { "retry-after": String(RETRY_AFTER_SECONDS) },
      });
    }
    const token = request.headers.authorization?.replace(/^Bearer /, "");
    const id = accountOfToken(state.tokens, token, now());
    const account = Object.values(state.accounts).find(({ entityId }) => entityId === id);
    if (!account) throw new BadgrRefusal(401, "no valid auth token found");
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
    const said = attempt(() => answer(request, { url, path, region }, body));
    save();
    const isAward = request.method === "POST" && /\/badgeclasses\/[\w-]+\/assertions$/.test(path);
    if (isAward && said.status === 201 && troubled && switches.loseAwards > 0) {
      switches.loseAwards--;
      return void request.socket.destroy();
    }
    if (said.body === undefined) return void response.writeHead(said.status).end();
    sendJson(response, said.status, said.body, said.headers);
  });

  function tokenFor(request: IncomingMessage, url: URL, region: string, body: Buffer): TokenAnswer {
    if (request.method !== "POST") return { status: 405, body: { error: "method not allowed" } };
    if (url.search !== "") {
      const error = "Token grant parameters must be sent in post body, not query parameters";
      return { status: 400, body: { error } };
    }
    const from = `${region} ${request.socket.remoteAddress}`; // regions know nothing of each other
    const place = { tokens: state.tokens, accountOf: accountNamed(region), from, now: now() };
    return grantToken(new URLSearchParams(body.toString()), place);
  }

  return {
    ...server,
    switches,
    state,
    openAccount({ region = "us", username, password, issuers = [] }) {
      const verifiedEmails = issuers.map(({ email }) => email);
      const account = { entityId: newEntityId(), region, username, password, verifiedEmails };
      state.accounts[username.toLowerCase()] = account;
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
    endTokens(username, only) {
      const account = state.accounts[username.toLowerCase()]?.entityId;
      const kinds = only ? [state.tokens.access] : [state.tokens.access, state.tokens.refresh];
      for (const kind of kinds as Record<string, { account: string }>[])
        for (const [token, known] of Object.entries(kind)) if (known.account === account) delete kind[token];
      save();
    },
  };
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

function kept<Thing>(things: Thing[], thing: Thing): Thing {
  things.push(thing);
  return thing;
}

function jsonOf({ body }: Call): Record<string, unknown> {
  try {
    return JSON.parse(body.toString() || "{}");
  } catch (error) {
    throw badWhole(`JSON parse error - ${(error as Error).message}`);
  }
}

const envelope = (result: readonly unknown[]) => ({ status: { success: true, description: "ok" }, result });

/** One object is an array of one. */
const one = <Thing>(thing: Thing, show: (thing: Thing) => object): Answer => ({
  status: 200,
  body: envelope([show(thing)]),
});
const made = <Thing>(thing: Thing, show: (thing: Thing) => object): Answer => ({ ...one(thing, show), status: 201 });

function removed<Thing extends { entityId: string }>(things: Thing[], thing: Thing, used: boolean): Answer {
  if (used) {
    const message = "may only be deleted if all BadgeInstances have been revoked.";
    throw badWhole(`${"badgeclass" in thing || "criteriaUrl" in thing ? "BadgeClass" : "Issuer"} ${message}`);
  }
  things.splice(things.indexOf(thing), 1);
  return { status: 204 };
}

/** Everything, newest first; a page of it where `num` is a number, with the pages beside it in the Link header. */
function listed<Thing>(things: readonly Thing[], show: (thing: Thing) => object, { query, path, host }: Call): Answer {
  const newestFirst = things.toReversed();
  const wanted = Number(query.get("num") ?? Number.NaN);
  if (!Number.isFinite(wanted)) return { status: 200, body: envelope(newestFirst.map(show)) };
  const size = Math.min(Math.max(1, Math.trunc(wanted)), PAGE_MAX);
  const at = Number(Buffer.from(query.get("cursor") ?? "", "base64url").toString() || 0);
  const link = (from: number, rel: string) => {
    const other = new URLSearchParams(query);
    other.set("cursor", Buffer.from(String(from)).toString("base64url"));
    return `<${host}${path}?${other}>; rel="${rel}"`;
  };
  const links = [
    ...(at + size < newestFirst.length ? [link(at + size, "next")] : []),
    ...(at > 0 ? [link(Math.max(0, at - size), "prev")] : []),
  ];
  return {
    status: 200,
    body: envelope(newestFirst.slice(at, at + size).map(show)),
    headers: links.length > 0 ? { link: links.join(", ") } : {},
  };
}
