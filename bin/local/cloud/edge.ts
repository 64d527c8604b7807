import { createHash, randomUUID } from "node:crypto";
import { createReadStream, existsSync, readFileSync, statSync } from "node:fs";
import { request as forward, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import { extname, join, normalize, sep } from "node:path";
import { pipeline } from "node:stream";
import { GetObjectCommand, NoSuchKey, type S3Client } from "@aws-sdk/client-s3";
import { signedFolders } from "../../../shared/certificate/addresses.ts";
import { compressedFiles, compressedFolder, plainFolder, portalFile } from "../../../shared/platform/portal-files.ts";
import { readBody } from "../server.ts";
import { inItsTime } from "./clock.ts";
import { isCompressed, type Travelling, travelling } from "./compression.ts";
import { behaviorFor, type DistributionResource, type ViewerRequest } from "./distribution.ts";
import { createEdgeCache, type EdgeCache } from "./edge-cache.ts";
import { blockedPage, type Firewall } from "./firewall.ts";
import type { Gateway } from "./gateway.ts";

const YEAR_SECONDS = 31_536_000;
const immutable = `public, max-age=${YEAR_SECONDS}, immutable`;

/** Answers a request for the portal in development, where Vite makes the files. */
export type PortalMiddleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

/** The folder of the built portal, asked for when the first page is, or what serves it in development. */
export type PortalSource =
  | { readonly directory: () => Promise<string> }
  /** `base` is the folder Vite serves below: without one its modules of web/api/ would be taken for calls. */
  | { readonly middleware: PortalMiddleware; readonly base: string };

const DAY_MS = 86_400_000;
/** So much of a body CloudFront shows to the firewall. */
const inspectedBytes = 16_384;

/** What the one origin is made of. */
export interface EdgeOptions {
  readonly gateway: Gateway;
  readonly distribution: DistributionResource;
  readonly firewall: Firewall;
  readonly storage: S3Client;
  readonly mediaBucket: string;
  /** What is signed: everything below {@link signedFolders} is an object of it. */
  readonly signedBucket: string;
  readonly portal: PortalSource;
  /** What /config.json says. */
  readonly configuration: unknown;
  /** Where /sandbox/stripe/, /sandbox/paypal/ and /sandbox/webhooks are answered. */
  readonly sandboxes: { readonly stripe: string; readonly paypal: string; readonly webhooks: string };
  /** Runs a schedule of the background now, as if that much later. */
  readonly runSchedule: (name: string, clockOffsetMs: number) => Promise<unknown>;
  /** Reads how far a request's time is ahead; only tests have such requests, and name in `x-laurel-address` whom the firewall counts. */
  readonly clockOffsetOf: (request: IncomingMessage) => number;
  /** The world's time in milliseconds. */
  readonly now: () => number;
  readonly log: (line: string) => void;
}

/** The one origin of the product as CloudFront serves it: portal, API, pictures and the portal's configuration. */
export function createEdge(options: EdgeOptions): RequestListener {
  const cache = createEdgeCache({ errorSeconds: options.distribution.errorSeconds, now: options.now });
  return (request, response) => {
    inItsTime(request, () => pass(request, response, options, cache)).catch((error: Error) => {
      if (!response.headersSent) response.writeHead(502, { "content-type": "text/plain" });
      response.end(`The local origin failed: ${error.message}`);
    });
  };
}

/** The firewall's look at a request, then the cache, then what lies behind. */
async function pass(
  request: IncomingMessage,
  response: ServerResponse,
  options: EdgeOptions,
  cache: EdgeCache,
): Promise<void> {
  const { pathname } = new URL(request.url ?? "/", "http://localhost");
  const isCall = pathname === "/api" || pathname.startsWith("/api/");
  const body = isCall ? await readBody(request) : Buffer.alloc(0);
  const forward = () => answer(request, response, options, body);
  // What this machine adds of its own is no part of the distribution, and the portal in development is Vite's.
  if (pathname.startsWith("/sandbox/") || ("middleware" in options.portal && !isCall)) return forward();
  const { method = "GET", url = "/", headers } = request;
  const seen = body.subarray(0, inspectedBytes).toString();
  const { "x-laurel-address": address } = headers;
  const sent = typeof address === "string" && { address, atMs: options.now() + options.clockOffsetOf(request) };
  const { rule } = options.firewall.judge({ method, url, headers, body: seen, ...(sent && { sent }) });
  if (rule === undefined) {
    return cache.serve(request, response, behaviorFor(options.distribution.behaviors, pathname), forward);
  }
  options.log(`firewall: ${rule} refused ${method} ${pathname}`);
  const id = randomUUID();
  response
    .writeHead(403, { "content-type": "text/html", server: "CloudFront", "x-amz-cf-id": id })
    .end(blockedPage(id));
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  options: EdgeOptions,
  body: Buffer,
): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
  if (pathname === "/api" || pathname.startsWith("/api/")) {
    const id = randomUUID();
    response.setHeader("x-amz-cf-id", id);
    const seen = runFunction(request, pathname, options);
    const changed = Object.entries(seen.headers).filter(([name, { value }]) => request.headers[name] !== value);
    const set = Object.fromEntries(changed.map(([name, { value }]) => [name, value]));
    const added = { ...set, ...options.distribution.originHeaders, "x-amz-cf-id": id };
    await options.gateway.handle(request, response, { added, body, clockOffsetMs: options.clockOffsetOf(request) });
    return;
  }
  if (pathname.startsWith("/sandbox/stripe/")) return passOn(request, response, options.sandboxes.stripe);
  if (pathname.startsWith("/sandbox/paypal/")) return passOn(request, response, options.sandboxes.paypal);
  if (/^\/sandbox\/webhooks(?:\/|$)/.test(pathname)) return passOn(request, response, options.sandboxes.webhooks);
  const [, schedule] = /^\/sandbox\/schedules\/([a-z-]+)$/.exec(pathname) ?? [];
  if (schedule !== undefined && request.method === "POST") {
    const aheadMs = options.clockOffsetOf(request) + Number(searchParams.get("days") ?? 0) * DAY_MS;
    const done = await options.runSchedule(schedule, aheadMs);
    const report = done === undefined ? "" : `${JSON.stringify(done, undefined, 2)}\n`;
    response.writeHead(200, { "content-type": "text/plain" }).end(`${schedule} has run.\n${report}`);
    return;
  }
  if (request.method !== "GET" && request.method !== "HEAD") {
    response.writeHead(403, { "content-type": "text/plain" }).end("Forbidden");
    return;
  }
  const { headers: policy } = behaviorFor(options.distribution.behaviors, pathname);
  if (signedFolders.some((folder) => pathname.startsWith(`/${folder}/`)))
    return sendObject(request, response, options, options.signedBucket);
  if (pathname.startsWith("/media/")) return sendObject(request, response, options, options.mediaBucket);
  if (pathname === "/config.json") {
    const headers = { ...policy, "content-type": "application/json", "cache-control": "no-cache" };
    response.writeHead(200, headers).end(JSON.stringify(options.configuration));
    return;
  }
  if ("middleware" in options.portal) {
    const { base } = options.portal;
    if (request.headers["sec-fetch-dest"] === "document") request.url = base + portalFile(pathname).slice(1);
    else if (!pathname.startsWith(base)) request.url = base + (request.url ?? "/").slice(1);
    options.portal.middleware(request, response, () => response.writeHead(404).end());
    return;
  }
  const { uri } = runFunction(request, pathname, options);
  sendPortal(uri, request, response, await options.portal.directory(), policy);
}

/** What the function of the path's behaviour makes of a request. */
function runFunction({ headers, socket }: IncomingMessage, uri: string, { distribution }: EdgeOptions): ViewerRequest {
  const given = Object.entries(headers).map(([name, value]) => [name, { value: [value].flat().join(",") }]);
  const request = { uri, headers: Object.fromEntries(given) };
  const ip = (socket.remoteAddress ?? "127.0.0.1").replace(/^::ffff:/, "");
  return behaviorFor(distribution.behaviors, uri).onRequest?.({ request, viewer: { ip } }) ?? request;
}

function passOn(request: IncomingMessage, response: ServerResponse, url: string): void {
  const headers = { ...request.headers, host: new URL(url).host };
  const outgoing = forward(new URL(request.url!, url), { method: request.method, headers }, (answered) => {
    response.writeHead(answered.statusCode ?? 502, answered.headers);
    pipeline(answered, response, () => {});
  });
  outgoing.on("error", () =>
    response.writeHead(502, { "content-type": "text/plain" }).end("The sandbox is not there."),
  );
  request.pipe(outgoing);
}

/** An object of a bucket as S3 gives it; `cacheControl` where the objects themselves do not say. */
async function sendObject(
  request: IncomingMessage,
  response: ServerResponse,
  options: EdgeOptions,
  bucket: string,
): Promise<void> {
  const { pathname } = new URL(request.url ?? "/", "http://localhost");
  const { headers: policy, compress } = behaviorFor(options.distribution.behaviors, pathname);
  try {
    const Key = decodeURIComponent(pathname.slice(1));
    const object = await options.storage.send(new GetObjectCommand({ Bucket: bucket, Key }));
    const type = object.ContentType ?? "application/octet-stream";
    const accepts = compress ? String(request.headers["accept-encoding"] ?? "") : "";
    const { encoding, body } = travelling(await object.Body!.transformToByteArray(), type, accepts);
    response
      .writeHead(200, {
        "content-type": type,
        "content-length": body.length,
        "cache-control": object.CacheControl ?? "no-cache",
        ...(encoding && { "content-encoding": encoding, vary: "accept-encoding" }),
        ...policy,
      })
      .end(body);
  } catch (error) {
    const status = error instanceof NoSuchKey ? 404 : 502;
    response.writeHead(status, { "content-type": "text/plain", "cache-control": "no-store" }).end("Not Found");
  }
}

const contentTypes: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
  ".txt": "text/plain; charset=utf-8",
  ".webmanifest": "application/manifest+json",
};

/** Where an object of the portal's bucket lies in a build, and the encoding that it is stored in. */
function builtFile(key: string): Stored {
  if (key.startsWith(`${plainFolder}/`)) return { path: key.slice(plainFolder.length) };
  return new RegExp(compressedFiles).test(key) ? { path: join(compressedFolder, key), encoding: "br" } : { path: key };
}

interface Stored {
  readonly path: string;
  readonly encoding?: "br";
}

/** An object of the portal's bucket, compressed as the browser takes it where it is not stored so. */
function sendPortal(
  key: string,
  request: IncomingMessage,
  response: ServerResponse,
  directory: string,
  policy: Readonly<Record<string, string>>,
): void {
  const stored = builtFile(key);
  const file = normalize(join(directory, stored.path));
  const known = file.startsWith(directory + sep) && statSync(file, { throwIfNoEntry: false })?.isFile() === true;
  if (!known) {
    const built = existsSync(join(directory, "index.html"));
    const headers = { ...policy, "content-type": "text/plain", "cache-control": "no-store" };
    response.writeHead(built ? 404 : 503, headers).end(built ? "Not Found" : "The portal is not built.");
    return;
  }
  const contentType = contentTypes[extname(file)] ?? "application/octet-stream";
  const headers = {
    ...policy,
    "content-type": contentType,
    "cache-control": stored.path.includes("/assets/") ? immutable : "no-cache",
  };
  if (!stored.encoding && !isCompressed(contentType, statSync(file).size)) {
    response.writeHead(200, headers);
    pipeline(createReadStream(file), response, () => {}); // cut off where the portal is built anew
    return;
  }
  const { etag, encoding, body } = stored.encoding
    ? storedAs(stored.encoding, file)
    : encoded(file, contentType, String(request.headers["accept-encoding"] ?? ""));
  if (request.headers["if-none-match"] === etag) {
    response.writeHead(304, { ...headers, etag }).end();
    return;
  }
  response
    .writeHead(200, {
      ...headers,
      etag,
      ...(!stored.encoding && { vary: "accept-encoding" }),
      ...(encoding && { "content-encoding": encoding }),
    })
    .end(body);
}

interface Encoded extends Travelling {
  readonly etag: string;
}
const encodedFiles = new Map<string, Encoded>();

const storedAs = (encoding: "br", file: string): Encoded => {
  const body = readFileSync(file);
  return { encoding, body, etag: etagOf(body) };
};

const etagOf = (body: Uint8Array) => `"${createHash("sha1").update(body).digest("base64url")}"`;

/** A file as the browser takes it, compressed once. */
function encoded(file: string, type: string, accepts: string): Encoded {
  const key = `${file} ${statSync(file).mtimeMs} ${/\bbr\b/.test(accepts)} ${/\bgzip\b/.test(accepts)}`;
  let entry = encodedFiles.get(key);
  if (entry === undefined) {
    const sent = travelling(readFileSync(file), type, accepts);
    entry = { ...sent, etag: etagOf(sent.body) };
    encodedFiles.set(key, entry);
  }
  return entry;
}
