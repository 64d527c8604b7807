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
  notFound,
} from "./objects.ts";
import { shapesAt } from "./shapes.ts";
import type { BadgrTokens } from "./tokens.ts";

/** All that the service keeps. */
export interface BadgrState {
  accounts: Record<string, BadgrAccount>;
  issuers: BadgrIssuer[];
  badges: BadgrBadge[];
  assertions: BadgrAssertion[];
  tokens: BadgrTokens;
}

const PAGE_MAX = 500;

/** A call of somebody whose token is good. */
export interface Call {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: Buffer;
  readonly account: BadgrAccount;
  readonly host: string;
}

/** What the service says; no body where it says nothing. */
export interface Answer {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

/** What an issuer has, or the issuer itself. */
interface Owned {
  readonly entityId: string;
  readonly owner: string;
  readonly issuer?: string;
}
/** Who edits, or who may also be somebody that only awards. */
type Role = "owner" | "staff";

/** What an award belongs to. */
type Above = "issuer" | "badgeclass";

/** The calls of the service's API, version 2, over its state: `now` is in milliseconds. */
export function routesOf(state: BadgrState, now: () => number): (call: Call) => Answer {
  const iso = () => new Date(now()).toISOString();

  function route(call: Call): Answer {
    const [, kind, id, inner] = /^\/v2\/(\w+)(?:\/([\w-]+))?(?:\/(\w+))?$/.exec(call.path) ?? [];
    const isMine = ({ owner, ...thing }: Owned, role: Role = "staff"): boolean => {
      const issuer_id = thing.issuer ?? thing.entityId;
      const { staff = [] } = state.issuers.find(({ entityId }) => entityId === issuer_id) ?? {};
      return owner === call.account.entityId || (role === "staff" && staff.includes(call.account.entityId));
    };
    const own = <Thing extends Owned>(things: readonly Thing[], role?: Role): Thing => {
      const found = things.find((thing) => thing.entityId === id && isMine(thing, role));
      if (!found) throw notFound();
      return found;
    };
    const mine = <Thing extends Owned>(things: readonly Thing[]) => things.filter((thing) => isMine(thing));
    const isAwarded = (by: Above) => state.assertions.some((each) => each[by] === id && isLive(each, now()));
    const show = shapesAt(call.host);
    switch ([call.method, kind, id && "id", inner].filter(Boolean).join(" ")) {
      case "GET issuers":
        return listed(mine(state.issuers), show.issuer, call);
      case "POST issuers":
        return made(kept(state.issuers, makeIssuer(jsonOf(call), call.account, iso())), show.issuer);
      case "GET issuers id":
        return one(own(state.issuers), show.issuer);
      case "DELETE issuers id":
        return removed(state.issuers, own(state.issuers, "owner"), isAwarded("issuer"));
      case "GET issuers id badgeclasses": {
        const { entityId } = own(state.issuers);
        const ofIssuer = state.badges.filter(({ issuer }) => issuer === entityId);
        return listed(ofIssuer, show.badge, call);
      }
      case "POST issuers id badgeclasses":
        return made(kept(state.badges, makeBadge(jsonOf(call), own(state.issuers, "owner"), iso())), show.badge);
      case "GET issuers id assertions":
        return listed(awards(call, "issuer", own(state.issuers)), show.assertion, call);
      case "GET badgeclasses":
        return listed(mine(state.badges), show.badge, call);
      case "POST badgeclasses":
        return made(kept(state.badges, makeBadge(jsonOf(call), issuerNamed(call), iso())), show.badge);
      case "GET badgeclasses id":
        return one(own(state.badges), show.badge);
      case "DELETE badgeclasses id":
        return removed(state.badges, own(state.badges, "owner"), isAwarded("badgeclass"));
      case "GET badgeclasses id assertions":
        return listed(awards(call, "badgeclass", own(state.badges)), show.assertion, call);
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

  /** Awards of an issuer or a badge as lists show them: neither revoked nor expired ones unless asked for. */
  function awards({ query }: Call, by: Above, { entityId }: { entityId: string }): BadgrAssertion[] {
    const asks = (name: string) => ["1", "true"].includes(query.get(name) ?? "");
    const recipients = query.getAll("recipient");
    return state.assertions.filter(
      (each) =>
        each[by] === entityId &&
        (asks("include_revoked") || !each.revoked) &&
        (asks("include_expired") || each.expires === null || Date.parse(each.expires) > now()) &&
        (recipients.length === 0 || recipients.includes(each.identity)),
    );
  }

  const award = (input: Record<string, unknown>, badge: BadgrBadge): BadgrAssertion =>
    kept(state.assertions, wished(input, badge));

  /** The award that is asked for, not kept yet. */
  function wished(input: Record<string, unknown>, badge: BadgrBadge): BadgrAssertion {
    const assertion = makeAssertion(input, badge, now());
    const twin = state.assertions.some(
      (each) => each.badgeclass === badge.entityId && each.identity === assertion.identity && isLive(each, now()),
    );
    if (twin && input.allowDuplicateAwards === false)
      throw badWhole("A previous award of this badge already exists for this recipient.");
    return assertion;
  }

  /** All of a batch or none: what is wrong is told row by row. */
  function awardAll(call: Call, badge: BadgrBadge): Answer {
    const rows = (jsonOf(call).assertions ?? []) as Record<string, unknown>[];
    const faults = rows.map((row) => {
      try {
        wished(row, badge);
        return {};
      } catch (error) {
        if (!(error instanceof BadgrRefusal)) throw error;
        const { fieldErrors, validationErrors } = error.body as Record<string, object>;
        return Object.keys(fieldErrors!).length > 0 ? fieldErrors! : { non_field_errors: validationErrors };
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

  return route;
}

/** Keeps a thing, and gives it on. */
export function kept<Thing>(things: Thing[], thing: Thing): Thing {
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
