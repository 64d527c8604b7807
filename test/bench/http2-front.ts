import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { request as forward, type IncomingMessage } from "node:http";
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from "node:http2";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { generate } from "selfsigned";
import { travelling } from "../../bin/local/cloud/compression.ts";

/** Something that a browser reaches over TLS and HTTP/2, as it reaches CloudFront. */
export interface Front {
  /** `https://localhost:4567`; the certificate is its own. */
  readonly origin: string;
  stop(): Promise<void>;
}

const types: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
};
/** Said by HTTP/1.1 of one connection, and refused in HTTP/2. */
const ofConnections = ["connection", "keep-alive", "transfer-encoding"];

/**
 * Stands before a local world. With `site`, a folder of built files, those are served instead of the world's portal: its
 * document at every address but the API's.
 */
export async function http2Front(
  worldOrigin: string,
  site?: { readonly folder: string; readonly document: string },
): Promise<Front> {
  const { private: key, cert } = await generate([{ name: "commonName", value: "localhost" }], { algorithm: "sha256" });
  const server = createSecureServer({ key, cert }, (request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const sessions = new Set<{ destroy(): void }>();
  server.on("session", (session) => {
    sessions.add(session);
    session.once("close", () => sessions.delete(session));
  });
  return {
    origin: `https://localhost:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((stopped) => {
        server.close(() => stopped());
        for (const session of sessions) session.destroy();
      }),
  };

  async function answer(request: Http2ServerRequest, response: Http2ServerResponse): Promise<void> {
    if (site && !request.url.startsWith("/api/")) return send(site, request, response);
    const headers = Object.entries(request.headers).filter(([name]) => !name.startsWith(":"));
    const forwarded = forward(worldOrigin + request.url, {
      method: request.method,
      headers: { ...Object.fromEntries(headers), host: new URL(worldOrigin).host },
    });
    await pipeline(request, forwarded);
    const [answered] = (await once(forwarded, "response")) as [IncomingMessage];
    response.statusCode = answered.statusCode ?? 502;
    for (const [name, value] of Object.entries(answered.headers))
      if (value !== undefined && !ofConnections.includes(name)) response.setHeader(name, value);
    await pipeline(answered, response);
  }
}

/** Sends a file of a site, compressed, to be kept for ever but for its document. */
async function send(
  { folder, document }: { readonly folder: string; readonly document: string },
  request: Http2ServerRequest,
  response: Http2ServerResponse,
): Promise<void> {
  const asked = join(folder, new URL(request.url, "https://localhost").pathname);
  const isFile = extname(asked) !== "" && existsSync(asked);
  if (!isFile && request.headers["sec-fetch-dest"] !== "document") {
    response.writeHead(404).end();
    return;
  }
  const file = isFile ? asked : join(folder, document);
  const type = types[extname(file)] ?? "application/octet-stream";
  const { body, encoding } = travelling(readFileSync(file), type, "br");
  response.setHeader("content-type", type);
  response.setHeader("cache-control", isFile ? "public, max-age=31536000, immutable" : "no-cache");
  if (encoding) response.setHeader("content-encoding", encoding);
  await pipeline(Readable.from([body]), response);
}
