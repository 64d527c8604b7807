import * as z from "zod";
import { Problem } from "../../../shared/http/problem.ts";
import type { BadgrRegion } from "../../../shared/organization/badgr-connection.ts";
import {
  type Answer,
  ask,
  fetchFrom,
  hostOf,
  type Manner,
  parsed,
  Refused,
  reasonsIn,
  TokenRefused,
  textOf,
} from "./requests.ts";

/** Awards of one answer while one is looked for among all. */
const SEARCH_PAGE = 100;

const alreadyRevoked = /already revoked/i;

const Tokens = z.object({ access_token: z.string(), refresh_token: z.string(), expires_in: z.number() });

/** What an account's password, or the refresh token of before, is exchanged for. */
export interface Tokens {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly lifeSeconds: number;
}

const Issuer = z.object({
  entityId: z.string(),
  name: z.string(),
  email: z.string().nullish(),
  description: z.string().nullish(),
  url: z.string().nullish(),
  createdAt: z.string(),
});

const BadgeClass = z.object({
  entityId: z.string(),
  openBadgeId: z.string(),
  createdAt: z.string(),
  issuer: z.string(),
  name: z.string(),
  description: z.string().nullish(),
  criteriaUrl: z.string().nullish(),
  tags: z.array(z.string()).nullish(),
});

const Assertion = z.object({
  entityId: z.string(),
  openBadgeId: z.string(),
  badgeclass: z.string(),
  issuer: z.string(),
  recipient: z.object({ identity: z.string(), plaintextIdentity: z.string().nullish() }),
  issuedOn: z.string(),
  acceptance: z.enum(["Unaccepted", "Accepted", "Rejected"]).catch("Unaccepted"),
  revoked: z.boolean(),
  evidence: z.array(z.object({ url: z.string().nullish() })).nullish(),
});

/** An issuer as the service has it. */
export type Issuer = z.infer<typeof Issuer>;

/** A badge as the service has it. */
export type BadgeClass = z.infer<typeof BadgeClass>;

/** An award as the service has it. */
export type Assertion = z.infer<typeof Assertion>;

const Envelope = z.object({ result: z.array(z.unknown()) });

async function grant(region: BadgrRegion, form: Record<string, string>): Promise<Tokens> {
  const answer = await ask(region, "/o/token", { method: "POST", body: new URLSearchParams(form) });
  if (answer.status === 400 || answer.status === 401) throw new TokenRefused();
  const { access_token, refresh_token, expires_in } = Tokens.parse(parsed(textOf(answer)));
  return { accessToken: access_token, refreshToken: refresh_token, lifeSeconds: expires_in };
}

/** Exchanges an account's password for tokens. Throws {@link TokenRefused} for a wrong one. */
export const signIn = (region: BadgrRegion, username: string, password: string): Promise<Tokens> =>
  grant(region, { grant_type: "password", username, password, client_id: "public", scope: "rw:profile rw:issuer" });

/** Exchanges a refresh token, which is good once, for new tokens. */
export const renewTokens = (region: BadgrRegion, refreshToken: string): Promise<Tokens> =>
  grant(region, { grant_type: "refresh_token", refresh_token: refreshToken, client_id: "public" });

/** A badge to make. `image` is a data URL of a PNG. */
export interface BadgeInput {
  readonly name: string;
  readonly description: string;
  readonly image: string;
  readonly criteriaUrl: string;
}

/** An award to make. */
export interface AwardInput {
  readonly email: string;
  readonly issuedOn: string;
  /** When it ends; absent where it holds for good. */
  readonly expires?: string | undefined;
  readonly evidenceUrl: string;
  /** There may be one of before that still counts. */
  readonly isRenewal: boolean;
}

/** Which awards to list: of a badge or of an issuer, a page at a time. */
export interface AwardQuery {
  readonly of: { readonly badge_id: string } | { readonly issuer_id: string };
  readonly limit: number;
  readonly cursor?: string;
}

/** An account of the badge service. Refusals throw {@link Refused}, a dead token {@link TokenRefused}. */
export interface BadgeService {
  /** Throws `badgr.not-verified` where the account's address is not: it may see nothing then. */
  issuers(): Promise<Issuer[]>;
  /** All badges, as `issuers`, or those of an issuer; undefined when the account has no such issuer. */
  badges(issuer_id?: string): Promise<BadgeClass[] | undefined>;
  badge(badge_id: string): Promise<BadgeClass | undefined>;
  /** A page of awards, newest first; undefined when the account has no such badge or issuer. */
  awards(query: AwardQuery): Promise<{ assertions: Assertion[]; cursor?: string } | undefined>;
  /** The award of a badge to somebody, if there is one that counts. */
  awardTo(badge_id: string, email: string, issuedOn?: string): Promise<Assertion | undefined>;
  /** The award that counts and has this page as its evidence, whoever it was made to. */
  awardFor(badge_id: string, evidenceUrl: string): Promise<Assertion | undefined>;
  /** Revokes an award for good; one that is revoked stays so. Everybody who looks at it reads the reason. */
  revoke(assertion_id: string, reason: string): Promise<void>;
  /** A badge's picture as a data URL; undefined when it cannot be had. */
  picture(badge_id: string): Promise<string | undefined>;
  makeBadge(issuer_id: string, wish: BadgeInput): Promise<BadgeClass>;
  award(badge_id: string, wish: AwardInput): Promise<Assertion>;
}

/** The badge service as an access token opens it. */
export function badgeServiceOf(region: BadgrRegion, accessToken: string): BadgeService {
  const authorization = `Bearer ${accessToken}`;

  async function say(path: string, method = "GET", body?: object, how: Manner = {}): Promise<Answer> {
    const headers = { authorization, ...(body && { "content-type": "application/json" }) };
    const answer = await ask(region, path, { method, headers, ...(body && { body: JSON.stringify(body) }) }, how);
    if (answer.status === 401) throw new TokenRefused();
    if (answer.status >= 400) throw new Refused(answer.status, reasonsIn(textOf(answer)));
    return answer;
  }
  const read = async <Thing>(schema: z.ZodType<Thing>, path: string, how?: Manner) => {
    const answer = await missing(say(path, "GET", undefined, how));
    return answer && { things: listOf(schema, textOf(answer)), link: answer.headers.get("link") };
  };
  const make = async <Thing>(schema: z.ZodType<Thing>, path: string, body: object, how?: Manner): Promise<Thing> =>
    listOf(schema, textOf(await say(path, "POST", body, how)))[0]!;

  const awards: BadgeService["awards"] = async ({ of, limit, cursor }) => {
    const place = "badge_id" in of ? `/v2/badgeclasses/${of.badge_id}` : `/v2/issuers/${of.issuer_id}`;
    const query = new URLSearchParams({ num: String(limit), ...(cursor && { cursor }) });
    const page = await read(Assertion, `${place}/assertions?${query}`);
    const next = page && nextCursor(page.link);
    return page && { assertions: page.things, ...(next && { cursor: next }) };
  };

  return {
    issuers: async () => {
      const answer = await read(Issuer, "/v2/issuers?include_staff=false", { all: true });
      if (answer === undefined) throw new Problem("badgr.not-verified"); // who may see none has an empty list
      return answer.things;
    },
    badges: async (issuer_id) => {
      const place = issuer_id ? `/v2/issuers/${issuer_id}/badgeclasses` : "/v2/badgeclasses";
      const answer = await read(BadgeClass, place, { all: true });
      if (answer === undefined && issuer_id === undefined) throw new Problem("badgr.not-verified");
      return answer?.things;
    },
    badge: async (badge_id) => (await read(BadgeClass, `/v2/badgeclasses/${badge_id}`))?.things[0],
    awards,
    async awardFor(badge_id, evidenceUrl) {
      let page = await awards({ of: { badge_id }, limit: SEARCH_PAGE });
      for (;;) {
        const found = page?.assertions.find(({ evidence }) => evidence?.some(({ url }) => url === evidenceUrl));
        if (found !== undefined || page?.cursor === undefined) return found;
        page = await awards({ of: { badge_id }, limit: SEARCH_PAGE, cursor: page.cursor });
      }
    },
    async revoke(assertion_id, reason) {
      try {
        await say(`/v2/assertions/${assertion_id}`, "DELETE", { revocation_reason: reason });
      } catch (error) {
        if (!(error instanceof Refused && error.reasons.some((each) => alreadyRevoked.test(each)))) throw error;
      }
    },
    async awardTo(badge_id, email, issuedOn) {
      const query = new URLSearchParams({ recipient: email.toLowerCase() });
      const all = (await read(Assertion, `/v2/badgeclasses/${badge_id}/assertions?${query}`))?.things;
      const isIt = (each: Assertion) => issuedOn === undefined || secondOf(each.issuedOn) === secondOf(issuedOn);
      return all?.find(isIt);
    },
    picture: (badge_id) => pictureOf(region, badge_id),
    makeBadge: (issuer_id, wish) => make(BadgeClass, `/v2/issuers/${issuer_id}/badgeclasses`, wish, { once: true }),
    award: (badge_id, { email, issuedOn, expires, evidenceUrl, isRenewal }) =>
      make(Assertion, `/v2/badgeclasses/${badge_id}/assertions`, {
        recipient: { identity: email.toLowerCase(), type: "email", hashed: true },
        issuedOn,
        ...(expires !== undefined && { expires }),
        evidence: [{ url: evidenceUrl }],
        notify: true,
        allowDuplicateAwards: isRenewal,
      }),
  };
}

/** A moment to the second: the service keeps no more of it in every version. */
const secondOf = (moment: string): number => Math.floor(Date.parse(moment) / 1000);

/** Where the service keeps its pictures; a badge's public picture is a redirect there. */
const pictureHosts = /^media(?:\.\w+)?\.(?:badgr\.(?:io|com)|badges\.parchment\.com)$/;

async function pictureOf(region: BadgrRegion, badge_id: string): Promise<string | undefined> {
  const url = `${hostOf(region)}/public/badges/${badge_id}/image?type=png`;
  let answer = await fetchFrom(region, url, {}, { mayRedirect: true });
  const to = answer.headers.get("location");
  if (to !== null && URL.canParse(to)) {
    const { protocol, hostname, href } = new URL(to);
    if (protocol !== "https:" || !pictureHosts.test(hostname)) return undefined;
    answer = await fetchFrom(region, href, {});
  }
  if (answer.status !== 200) return undefined;
  return `data:image/png;base64,${answer.bytes.toString("base64")}`;
}

/** The answer, or undefined when there is nothing of that name, or nothing of this account. */
async function missing(answer: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof Refused && error.status === 404) return undefined;
    throw error;
  }
}

const listOf = <Thing>(schema: z.ZodType<Thing>, text: string): Thing[] =>
  z.array(schema).parse(Envelope.parse(parsed(text)).result);

/** Where the next page begins. Only the cursor is taken from the link, never its address. */
function nextCursor(link: string | null): string | undefined {
  const next = /<([^>]+)>;\s*rel="next"/.exec(link ?? "")?.[1];
  return next && URL.canParse(next) ? (new URL(next).searchParams.get("cursor") ?? undefined) : undefined;
}
