import { createHmac, timingSafeEqual } from "node:crypto";
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { bodyLimits, type Call, wire } from "../../shared/http/call.ts";
import { Problem } from "../../shared/http/problem.ts";
import { originHeader, originVariable, viewerHeader } from "../../shared/platform/environment.ts";
import { repeatedName } from "./json-names.ts";

const DEPTH_MAX = 12;

/** What a handler may know of the HTTP request besides its parsed input. */
export interface Request {
  header(name: string): string | undefined;
  cookie(name: string): string | undefined;
  readonly sourceIp: string;
  /** The same for all requests from one address, which cannot be had back from it: what logs may keep for months. */
  readonly viewer: string;
  /** CloudFront's id of the request. */
  readonly edgeRequestId: string | undefined;
  readonly rawBody: string;
  readonly requestId: string;
}

/** The keys that requests have proved to carry, and what their answers tell of the keys' quotas. */
export const keyCallers = new WeakMap<Request, { key_id: string; headers: Readonly<Record<string, string>> }>();

const known = new WeakMap<APIGatewayProxyEventV2, Request>();

/** The request's own facts: headers in any case, cookies, source address and body text. Each event is read once. */
export function requestOf(event: APIGatewayProxyEventV2): Request {
  const request = known.get(event) ?? readRequest(event);
  known.set(event, request);
  return request;
}

function readRequest(event: APIGatewayProxyEventV2): Request {
  const cookies = new Map(
    (event.cookies ?? []).map((text) => {
      const cut = text.indexOf("=");
      return [text.slice(0, cut), decoded(text.slice(cut + 1))];
    }),
  );
  return {
    header: (name) => event.headers[name.toLowerCase()],
    cookie: (name) => cookies.get(name),
    sourceIp: sourceOf(event),
    viewer: viewerOf(event),
    edgeRequestId: event.headers["x-amz-cf-id"],
    rawBody: event.isBase64Encoded ? Buffer.from(event.body ?? "", "base64").toString() : (event.body ?? ""),
    requestId: event.requestContext.requestId,
  };
}

/** A cookie's value. One of somebody else's making may be no encoded text at all: it is taken as it is. */
function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/**
 * Whether a request carries the secret that the distribution alone knows; nothing where the stage has none, as on a developer's
 * machine. In AWS the API's own address stays open.
 */
export function isOfDistribution({ headers, stageVariables }: APIGatewayProxyEventV2): boolean | undefined {
  const expected = stageVariables?.[originVariable];
  if (expected === undefined) return undefined;
  const given = Buffer.from(headers[originHeader] ?? "");
  // two of them while one takes the other's place
  return expected.split(",").some((each) => {
    const wanted = Buffer.from(each);
    return given.length === wanted.length && timingSafeEqual(given, wanted);
  });
}

/**
 * The caller's address. Behind the distribution the gateway sees the distribution's own, so that throttles would meet; who
 * called it is in its header, which counts only of a request that proves that it came that way.
 */
function sourceOf(event: APIGatewayProxyEventV2): string {
  const viewer = isOfDistribution(event) ? event.headers[viewerHeader] : undefined;
  return viewer || event.requestContext.http.sourceIp;
}

/** Keyed by the stage's own secret: there are too few addresses for a bare digest to hide one. */
function viewerOf(event: APIGatewayProxyEventV2): string {
  const key = event.stageVariables?.[originVariable] ?? "";
  return createHmac("sha256", key).update(sourceOf(event)).digest("base64url").slice(0, 16);
}

/** The unparsed input of a call: path, then query (GET) or JSON body. Throws 413 and 400 before any schema is asked. */
export function rawInput(
  call: Call,
  event: APIGatewayProxyEventV2,
  { rawBody, header }: Request,
): Record<string, unknown> {
  if (Buffer.byteLength(rawBody) > (call.bodyLimitBytes ?? bodyLimits.ordinaryBytes))
    throw new Problem("input.too-large");
  if (call.allow === "signature" || call.body) return {}; // bytes that the handler verifies and reads
  // people pass such a link on: what mail programs and networks add to its query is not read
  if (call.answers === "redirect") return { ...event.pathParameters };
  const fields = wire(call).method === "GET" ? queryOf(event.rawQueryString) : bodyOf(rawBody, header("content-type"));
  return { ...fields, ...event.pathParameters };
}

const onceOnly = "Give this once.";

function queryOf(text: string): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const [name, value] of new URLSearchParams(text)) {
    if (Object.hasOwn(fields, name)) throw new Problem("input.invalid", { fields: { [name]: onceOnly } });
    Object.defineProperty(fields, name, { value, enumerable: true, configurable: true });
  }
  return fields;
}

function bodyOf(text: string, contentType = "application/json"): Record<string, unknown> {
  if (text === "") return {};
  if (!/^application\/json\s*(;|$)/i.test(contentType)) {
    const message = "Send the body as application/json.";
    throw new Problem("input.not-json", { message, fields: { "content-type": message } });
  }
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw new Problem("input.not-json");
  }
  if (typeof body !== "object" || body === null || Array.isArray(body)) throw new Problem("input.not-json");
  if (depthOf(body) > DEPTH_MAX) throw new Problem("input.invalid", { message: "The body is nested too deeply." });
  const repeated = repeatedName(text);
  if (repeated !== undefined) throw new Problem("input.invalid", { fields: { [repeated]: onceOnly } });
  return body as Record<string, unknown>;
}

function depthOf(value: unknown, depth = 1): number {
  if (typeof value !== "object" || value === null || depth > DEPTH_MAX) return depth;
  return Object.values(value).reduce<number>((deepest, each) => Math.max(deepest, depthOf(each, depth + 1)), depth);
}

/**
 * Whether there are as many digits of any writing as the shortest card's number has, or a sign that may stand for several, as
 * ㊷ does: few inputs are looked at closer.
 */
export const mayHoldCardNumber = (input: unknown): boolean => /(?:\p{N}\P{N}*){13}|\p{No}/u.test(JSON.stringify(input));
