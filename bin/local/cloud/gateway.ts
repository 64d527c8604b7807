import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { createLocalJWKSet, type JSONWebKeySet, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from "jose";
import { type LocalFunctions, Throttled, TimedOut } from "./functions.ts";
import { accountId } from "./naming.ts";
import type { RouteResource } from "./resources/api-gateway.ts";

const BODY_LIMIT_BYTES = 10 * 1024 * 1024;
const ACCESS_LINES_MAX = 4000;
const LAMBDA_PAYLOAD_LIMIT_BYTES = 6 * 1024 * 1024;

/** An API Gateway HTTP API (payload format 2.0) in front of the local functions. */
export interface Gateway {
  /** The last lines of its access log: of the template's fields those that are counted. */
  readonly accessLog: readonly string[];
  /**
   * Answers one request. `added` are headers the way to the gateway adds, `body` is what was read of it on that way.
   * `clockOffsetMs` moves the function's time.
   */
  handle(
    request: IncomingMessage,
    response: ServerResponse,
    options?: { added?: Readonly<Record<string, string>>; body?: Buffer; clockOffsetMs?: number },
  ): Promise<void>;
}

interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  readonly body: string | Buffer;
}
type Authorizer = NonNullable<RouteResource["authorizer"]>;

/** A refusal of the gateway itself: its bare `{"message"}`, as the real one answers. */
class Refusal extends Error {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  constructor(status: number, message: string, headers: Record<string, string> = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
  }
}

/** Makes the gateway of a template's routes. `publicKeys` are the user pool's, `now` the world's time in milliseconds. */
export function createGateway(options: {
  routes: readonly RouteResource[];
  stageVariables: Readonly<Record<string, string>>;
  functions: LocalFunctions;
  publicKeys: () => JSONWebKeySet;
  now: () => number;
  log: (line: string) => void;
}): Gateway {
  const find = routeFinder(options.routes);
  const accessLog: string[] = [];
  function note(requestId: string, { status, route, claims }: { status: number } & Known): void {
    const user_id = claims?.claims.user_id ?? "-";
    accessLog.push(JSON.stringify({ requestId, route: route?.key ?? "-", status: String(status), user_id }));
    if (accessLog.length > ACCESS_LINES_MAX) accessLog.splice(0, ACCESS_LINES_MAX / 2);
  }

  async function answer(
    request: IncomingMessage,
    added: Readonly<Record<string, string>>,
    {
      requestId,
      clockOffsetMs,
      read,
      known,
    }: { requestId: string; clockOffsetMs: number; read?: Buffer; known: Known },
  ) {
    const url = new URL(request.url ?? "/", "http://localhost");
    const found = find(request.method ?? "GET", url.pathname);
    if (found === undefined) throw new Refusal(404, "Not Found");
    const { route, pathParameters } = found;
    known.route = route;
    const claims =
      route.authorizer &&
      (await authorize(request.headers.authorization, route.authorizer, keysOf(options.publicKeys()), options.now()));
    known.claims = claims;
    const body = read ?? (await readBody(request));
    if (body.length > BODY_LIMIT_BYTES) throw new Refusal(413, "Request Entity Too Large");
    const { stageVariables } = options;
    const now = options.now();
    const parts = { pathParameters, claims, body, added, stageVariables, now, requestId };
    const event = eventOf(request, url, route, parts);
    if (Buffer.byteLength(event.body ?? "") > LAMBDA_PAYLOAD_LIMIT_BYTES) {
      throw new Refusal(413, "Request Entity Too Large");
    }
    try {
      return answerOf(await options.functions.invoke(route.functionArn, event, { clockOffsetMs }));
    } catch (error) {
      options.log(`${route.key}: ${(error as Error).stack}`);
      if (error instanceof TimedOut || error instanceof Throttled) throw new Refusal(503, "Service Unavailable");
      throw new Refusal(500, "Internal Server Error");
    }
  }

  return {
    accessLog,
    async handle(request, response, { added = {}, body: read, clockOffsetMs = 0 } = {}) {
      let result: Answer;
      const known: Known = {};
      const requestId = randomUUID();
      try {
        result = await answer(request, added, { requestId, clockOffsetMs, read, known });
      } catch (error) {
        if (!(error instanceof Refusal)) options.log(String((error as Error).stack));
        const refusal = error instanceof Refusal ? error : new Refusal(500, "Internal Server Error");
        const headers = { "content-type": "application/json", ...refusal.headers };
        result = { status: refusal.status, headers, body: JSON.stringify({ message: refusal.message }) };
      }
      note(requestId, { ...known, status: result.status });
      response.writeHead(result.status, { ...result.headers, "apigw-requestid": requestId }).end(result.body);
      request.resume();
    },
  };
}

/** What the gateway has found out about a request when it answers it. */
interface Known {
  route?: RouteResource;
  claims?: { readonly claims: Readonly<Record<string, string>> } | undefined;
}

interface Found {
  readonly route: RouteResource;
  readonly pathParameters: Record<string, string>;
}

/** Routes with more fixed segments go first, as API Gateway chooses the most specific one. */
function routeFinder(routes: readonly RouteResource[]): (method: string, path: string) => Found | undefined {
  const table = routes
    .map((route) => {
      const [method, path] =
        route.key === "$default" ? ["ANY", "/{proxy+}"] : (route.key.split(" ") as [string, string]);
      const names: string[] = [];
      const pattern = path.replace(/\{(\w+)(\+?)\}/g, (_, name: string, greedy: string) => {
        names.push(name);
        return greedy ? "(.+)" : "([^/]+)";
      });
      const rank = path.split("/").map((part) => (part.includes("+}") ? "2" : part.includes("}") ? "1" : "0"));
      return { route, method, names, pattern: new RegExp(`^${pattern}$`), rank: rank.join("") + method };
    })
    .sort((left, right) => (left.rank < right.rank ? -1 : 1));
  return (method, path) => {
    for (const { route, method: wanted, names, pattern } of table) {
      const match = wanted === method || wanted === "ANY" ? pattern.exec(path) : null;
      if (match === null) continue;
      const pairs = names.map((name, index) => [name, decodeURIComponent(match[index + 1]!)]);
      return { route, pathParameters: Object.fromEntries(pairs) as Record<string, string> };
    }
    return undefined;
  };
}

const readKeys = new WeakMap<JSONWebKeySet, JWTVerifyGetKey>();

/** A pool's public keys, read once, as the gateway keeps them. */
function keysOf(published: JSONWebKeySet): JWTVerifyGetKey {
  const keys = readKeys.get(published) ?? createLocalJWKSet(published);
  readKeys.set(published, keys);
  return keys;
}

/** The JWT authorizer: signature, issuer, audience or client, times, then the route's scopes. Gives the claims as strings. */
async function authorize(
  header: string | undefined,
  { issuer, audience, scopes }: Authorizer,
  keys: JWTVerifyGetKey,
  now: number,
): Promise<{ claims: Record<string, string>; scopes: string[] | null }> {
  const unauthorized = () => new Refusal(401, "Unauthorized", { "www-authenticate": "Bearer" });
  let payload: JWTPayload;
  try {
    const token = (header ?? "").replace(/^Bearer /i, "");
    ({ payload } = await jwtVerify(token, keys, { issuer, algorithms: ["RS256"], currentDate: new Date(now) }));
  } catch {
    throw unauthorized();
  }
  const meant = [payload.aud ?? payload.client_id].flat();
  if (payload.exp === undefined || !meant.some((each) => audience.includes(String(each)))) throw unauthorized();
  const held = String(payload.scope ?? "").split(" ");
  if (scopes.length > 0 && !scopes.some((scope) => held.includes(scope))) {
    throw new Refusal(403, "Forbidden", { "www-authenticate": 'Bearer error="insufficient_scope"' });
  }
  const text = (value: unknown) => (Array.isArray(value) ? `[${value.join(" ")}]` : String(value));
  const claims = Object.fromEntries(Object.entries(payload).map(([name, value]) => [name, text(value)]));
  return { claims, scopes: scopes.length > 0 ? held : null };
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > BODY_LIMIT_BYTES) throw new Refusal(413, "Request Entity Too Large");
    parts.push(part);
  }
  return Buffer.concat(parts);
}

const isText = (contentType: string) =>
  /^(text\/|application\/(json|xml|javascript|x-www-form-urlencoded))|\+(json|xml)/.test(contentType);

function eventOf(
  request: IncomingMessage,
  url: URL,
  route: RouteResource,
  parts: {
    pathParameters: Record<string, string>;
    claims?: { claims: Record<string, string>; scopes: string[] | null };
    body: Buffer;
    added: Readonly<Record<string, string>>;
    stageVariables: Readonly<Record<string, string>>;
    now: number;
    requestId: string;
  },
): APIGatewayProxyEventV2 {
  const { cookie, ...rest } = request.headers;
  const headers = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, [value].flat().join(",")]));
  const names = [...new Set(url.searchParams.keys())];
  const text = parts.body.length === 0 || isText(headers["content-type"] ?? "");
  return {
    version: "2.0",
    routeKey: route.key,
    rawPath: url.pathname,
    rawQueryString: url.search.slice(1),
    ...(cookie !== undefined && { cookies: cookie.split("; ") }),
    headers: {
      ...headers,
      "x-forwarded-for": edgeAddress,
      "x-forwarded-proto": "https",
      ...parts.added,
    },
    ...(names.length > 0 && {
      queryStringParameters: Object.fromEntries(names.map((name) => [name, url.searchParams.getAll(name).join(",")])),
    }),
    ...(Object.keys(parts.pathParameters).length > 0 && { pathParameters: parts.pathParameters }),
    ...(Object.keys(parts.stageVariables).length > 0 && { stageVariables: parts.stageVariables }),
    requestContext: {
      accountId,
      apiId: "localapi00",
      domainName: "localhost",
      domainPrefix: "localhost",
      ...(parts.claims && { authorizer: { jwt: parts.claims } }),
      http: {
        method: request.method ?? "GET",
        path: url.pathname,
        protocol: "HTTP/1.1",
        sourceIp: edgeAddress,
        userAgent: headers["user-agent"] ?? "",
      },
      requestId: parts.requestId,
      routeKey: route.key,
      stage: "$default",
      time: new Date(parts.now).toISOString(),
      timeEpoch: parts.now,
    },
    ...(parts.body.length > 0 && { body: parts.body.toString(text ? "utf8" : "base64") }),
    isBase64Encoded: !text,
  } as APIGatewayProxyEventV2;
}

/** Whom the gateway takes for the caller: the distribution, which alone knows whose request it passes on. */
const edgeAddress = "127.0.0.1";

/** Reads a function's answer: a whole response when it has a status code, otherwise 200 with the JSON itself. */
function answerOf(output: unknown): Answer {
  if (typeof output !== "object" || output === null || !("statusCode" in output)) {
    const body = typeof output === "string" ? output : JSON.stringify(output);
    return { status: 200, headers: { "content-type": "application/json" }, body };
  }
  const { statusCode, headers, cookies, body, isBase64Encoded } = output as {
    statusCode: number;
    headers?: Record<string, string | number | boolean>;
    cookies?: string[];
    body?: string;
    isBase64Encoded?: boolean;
  };
  const plain = Object.entries(headers ?? {}).map(([name, value]) => [name.toLowerCase(), String(value)]);
  const bytes = Buffer.from(body ?? "", isBase64Encoded ? "base64" : "utf8");
  if (bytes.length > LAMBDA_PAYLOAD_LIMIT_BYTES) throw new Refusal(500, "Internal Server Error");
  return {
    status: statusCode,
    headers: { ...Object.fromEntries(plain), ...(cookies && cookies.length > 0 && { "set-cookie": cookies }) },
    body: bytes,
  };
}
