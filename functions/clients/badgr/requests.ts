import * as z from "zod";
import { Problem } from "../../../shared/http/problem.ts";
import { waitInWords } from "../../../shared/http/wait.ts";
import { type BadgrRegion, badgrRegions } from "../../../shared/organization/badgr-connection.ts";
import { optionalEnvironment } from "../../runtime/environment.ts";
import { type Resilient, resilient } from "../resilient.ts";

const ATTEMPT_MS = 4000;

const ANSWER_BYTES_MAX = 1_000_000;

/** The service answers all badges of an account in one body, which takes its time. */
const ALL_ATTEMPT_MS = 9000;

const ALL_BYTES_MAX = 10_000_000;

const RETRY_SECONDS = 60;

/** The badge service refuses the token: it has ended, or another use of the account has ended it. */
export class TokenRefused extends Error {}

/** The badge service refuses what it was asked for, and would again; `reasons` are its own words. */
export class Refused extends Error {
  readonly status: number;
  readonly reasons: readonly string[];

  constructor(status: number, reasons: readonly string[]) {
    super(`The badge service answered ${status}.`);
    this.status = status;
    this.reasons = reasons;
  }
}

class Away extends Error {}

function throttled(retryAfterSeconds: number): Problem {
  const message = `The badge service is limiting our requests. Wait ${waitInWords(retryAfterSeconds)} and try again.`;
  return new Problem("badgr.throttled", { message, retryAfterSeconds });
}

const Refusal = z.object({
  fieldErrors: z.unknown().optional(),
  validationErrors: z.array(z.string()).optional(),
  status: z.object({ description: z.string() }).optional(),
});

const circuits = new Map<string, Resilient>();

/** One circuit for each region (a dead one stops nobody of the others) and manner of asking there. */
function resilientCall(region: BadgrRegion, { once, all }: Manner): Resilient {
  const name = `${region} ${once} ${all}`;
  const isUnavailable = (error: unknown) => error instanceof Away;
  const timeoutMs = all ? ALL_ATTEMPT_MS : ATTEMPT_MS;
  const retries = once ? { retries: 0 } : all ? { retries: 1 } : {};
  const known =
    circuits.get(name) ?? resilient({ unavailable: "badgr.unavailable", isUnavailable, timeoutMs, ...retries });
  circuits.set(name, known);
  return known;
}

/** The region's host; in the local world its stand-in, which has a path for each region. */
export const hostOf = (region: BadgrRegion): string => {
  const local = optionalEnvironment("BADGR_API_URL");
  return local ? `${local}/${region}` : badgrRegions[region].host;
};

/** What a region answers; 5xx is none. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
}

/** An answer as text. */
export const textOf = ({ bytes }: Answer): string => bytes.toString();

/** Asks a region. No connection, a fault of theirs or a redirect count as away; 429 says when to come again. */
export const ask = (region: BadgrRegion, path: string, request: RequestInit, how: Manner = {}): Promise<Answer> =>
  fetchFrom(region, `${hostOf(region)}${path}`, request, how);

/** What is different about a request. */
export interface Manner {
  readonly mayRedirect?: true;
  /** A second try after a lost answer would do the thing a second time. */
  readonly once?: true;
  /** All of a kind is asked for, in one answer. */
  readonly all?: true;
}

/** Asks an address of a region’s. */
export async function fetchFrom(
  region: BadgrRegion,
  url: string,
  request: RequestInit,
  how: Manner = {},
): Promise<Answer> {
  const { mayRedirect = false, all = false } = how;
  return resilientCall(
    region,
    how,
  )(async (signal) => {
    const init: RequestInit = { ...request, signal, redirect: "manual" };
    const response = await fetch(url, init).catch(() => {
      throw new Away();
    });
    const { status, headers } = response;
    const redirects = status >= 300 && status < 400;
    if (status >= 500 || (redirects && !mayRedirect)) throw new Away();
    const answer = { status, headers, bytes: await bytesOf(response, all ? ALL_BYTES_MAX : ANSWER_BYTES_MAX) };
    if (status === 429) throw throttled(waitOf(answer));
    return answer;
  });
}

async function bytesOf(response: Response, bytesMax: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const part of response.body ?? []) {
      size += part.length;
      if (size > bytesMax) throw new Away(); // nothing that we ask for is that long
      parts.push(part);
    }
  } catch {
    throw new Away();
  }
  return Buffer.concat(parts);
}

function waitOf(answer: Answer): number {
  const { expires } = (parsed(textOf(answer)) ?? {}) as { expires?: number };
  const said = Number(answer.headers.get("retry-after") ?? expires);
  return Number.isFinite(said) && said > 0 ? Math.ceil(said) : RETRY_SECONDS;
}

/** Reads JSON; undefined when it is none. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The service's words about what was wrong: of the whole first, then field by field. */
export function reasonsIn(text: string): string[] {
  const { fieldErrors, validationErrors = [], status } = Refusal.safeParse(parsed(text)).data ?? {};
  const fields = Object.entries(typeof fieldErrors === "object" && fieldErrors !== null ? fieldErrors : {});
  const said = [...validationErrors, ...fields.map(([field, words]) => `${field}: ${[words].flat().join(" ")}`)];
  return said.length > 0 ? said : [status?.description ?? ""].filter(Boolean);
}
