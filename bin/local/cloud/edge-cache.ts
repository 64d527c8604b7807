import type { IncomingMessage, ServerResponse } from "node:http";
import type { Behavior, CachePolicy } from "./distribution.ts";

/** What CloudFront remembers of an answer. */
interface Kept {
  readonly until: number;
  readonly since: number;
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer;
}
type Headers = Readonly<Record<string, number | string | string[]>>;

/** CloudFront's cache in front of everything: it answers what it has, and keeps what it may. */
export interface EdgeCache {
  /** Answers from the cache, or lets `forward` answer and keeps that. */
  serve(
    request: IncomingMessage,
    response: ServerResponse,
    behavior: Behavior,
    forward: () => Promise<void> | void,
  ): Promise<void>;
}

const errorSecondsDefault = 10;
/** Kept whatever their headers say. AWS does not list 429, and does not say that it is left out: nothing may rest on it. */
const errorsKept = [404, 414, 429, 500, 501, 502, 503, 504];
/** Kept when the origin says for how long. */
const errorsKeptOnRequest = [400, 403, 405, 412, 415];
const entriesMax = 1000;

/** Makes the cache. `errorSeconds` are the distribution's own times for errors by status, `now` is in milliseconds. */
export function createEdgeCache({
  errorSeconds,
  now,
}: {
  errorSeconds: Readonly<Record<number, number>>;
  now: () => number;
}): EdgeCache {
  const entries = new Map<string, Kept>();

  function keep(key: string, entry: Kept): void {
    if (entry.until <= entry.since) return;
    entries.delete(key);
    entries.set(key, entry);
    for (const oldest of entries.keys()) {
      if (entries.size <= entriesMax) break;
      entries.delete(oldest);
    }
  }

  return {
    async serve(request, response, { cache }, forward) {
      if ((request.method !== "GET" && request.method !== "HEAD") || request.headers.range !== undefined) {
        await forward();
        return;
      }
      const key = keyOf(request, cache);
      const known = entries.get(key);
      const at = now();
      if (known && at < known.until) {
        answer(request, response, known, at);
        return;
      }
      watch(response, (status, headers, body) => {
        const seconds = secondsOf(status, headers, cache, errorSeconds);
        keep(key, { since: at, until: at + 1000 * seconds, status, headers, body });
      });
      await forward();
    },
  };
}

function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers, body, since }: Kept,
  at: number,
) {
  const kind = status < 400 ? "Hit" : "Error";
  const own = { ...headers, age: String(Math.floor((at - since) / 1000)), "x-cache": `${kind} from cloudfront` };
  if (status === 200 && headers.etag !== undefined && request.headers["if-none-match"] === headers.etag) {
    response.writeHead(304, own).end();
    return;
  }
  response.writeHead(status, own).end(request.method === "HEAD" ? undefined : body);
}

/** What tells two requests apart: method, path, and what of query, headers and cookies the policy names. */
function keyOf({ method, url = "/", headers }: IncomingMessage, policy: CachePolicy): string {
  const { pathname, searchParams } = new URL(url, "http://localhost");
  const queries = [...searchParams].filter(([name]) => policy.queries === "all" || policy.queries.includes(name));
  const cookies = String(headers.cookie ?? "")
    .split("; ")
    .filter((pair) => policy.cookies === "all" || policy.cookies.includes(pair.split("=")[0]!));
  const accepted = String(headers["accept-encoding"] ?? "");
  const encoding = policy.encodings.find((each) => new RegExp(`\\b${each}\\b`).test(accepted));
  const named = policy.headers.map((name) => headers[name]);
  return JSON.stringify([
    method,
    pathname,
    queries,
    named,
    policy.cookies === "all" ? headers.cookie : cookies,
    encoding,
  ]);
}

function secondsOf(
  status: number,
  headers: Headers,
  policy: CachePolicy,
  errorSeconds: Readonly<Record<number, number>>,
): number {
  const { noStore, seconds } = controlOf(headers);
  const asked = seconds === undefined ? undefined : Math.min(seconds, policy.maxSeconds);
  if (status >= 400) {
    if (errorsKept.includes(status)) return Math.max(errorSeconds[status] ?? errorSecondsDefault, asked ?? 0);
    return errorsKeptOnRequest.includes(status) ? (asked ?? 0) : 0;
  }
  if (status === 304) return 0;
  const wanted = noStore ? 0 : (asked ?? policy.defaultSeconds);
  return Math.min(Math.max(wanted, policy.minSeconds), policy.maxSeconds);
}

function controlOf(headers: Headers): { noStore: boolean; seconds?: number } {
  const control = String(headers["cache-control"] ?? "");
  const [, seconds] = /s-maxage=(\d+)/.exec(control) ?? /max-age=(\d+)/.exec(control) ?? [];
  return { noStore: /no-store|no-cache|private/.test(control), ...(seconds && { seconds: Number(seconds) }) };
}

/** Reads along what is answered, until its end. */
function watch(response: ServerResponse, ended: (status: number, headers: Headers, body: Buffer) => void): void {
  const parts: Buffer[] = [];
  const read = (part: unknown) => {
    if (typeof part === "string" || part instanceof Uint8Array) parts.push(Buffer.from(part));
  };
  const writeHead = response.writeHead.bind(response) as (status: number, headers?: Headers) => ServerResponse;
  const write = response.write.bind(response) as (...given: unknown[]) => boolean;
  const end = response.end.bind(response) as (...given: unknown[]) => ServerResponse;
  let headers: Headers = {};
  Object.assign(response, {
    writeHead(status: number, given: Headers = {}) {
      headers = Object.fromEntries(Object.entries(given).map(([name, value]) => [name.toLowerCase(), value]));
      return writeHead(status, given);
    },
    write(...given: unknown[]) {
      read(given[0]);
      return write(...given);
    },
    end(...given: unknown[]) {
      read(given[0]);
      ended(response.statusCode, headers, Buffer.concat(parts));
      return end(...given);
    },
  });
}
