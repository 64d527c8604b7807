import type { IncomingMessage, ServerResponse } from "node:http";
import { html } from "../../../../shared/http/html.ts";
import { sendJson } from "../../server.ts";
import { notFound } from "./objects.ts";
import type { BadgrState } from "./routes.ts";
import { shapesAt } from "./shapes.ts";

const bots = /LinkedInBot|Twitterbot|facebook|Facebot|Slackbot|Embedly/i;

interface Asked {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly url: URL;
  /** Below the region. */
  readonly path: string;
  readonly region: string;
}

/** What anybody may see of issuers, badges and awards: JSON-LD, a picture, or for browsers the way to a page. */
export function answerPublic(state: BadgrState, { request, response, url, path, region }: Asked): void {
  const [, kind = "", id, part] =
    /^\/public\/(issuers|badges|assertions)\/([\w-]+)(?:\.json|\/(image|criteria|badges))?$/.exec(path) ?? [];
  const badge = (entityId: string | undefined) => state.badges.find((each) => each.entityId === entityId);
  const show = shapesAt(`${url.origin}/${region}`);
  const issuer = kind === "issuers" ? state.issuers.find(({ entityId }) => entityId === id) : undefined;
  const award = kind === "assertions" ? state.assertions.find(({ entityId }) => entityId === id) : undefined;
  const shown = kind === "badges" ? badge(id) : undefined;
  const document = issuer
    ? show.public.issuer(issuer)
    : shown
      ? show.public.badge(shown)
      : award && show.public.assertion(award);
  if (document === undefined) {
    const { status, body } = notFound();
    sendJson(response, status, body);
    return;
  }
  if (part === "image") {
    const image = issuer?.image ?? shown?.image ?? (award?.revoked ? undefined : badge(award?.badgeclass)?.image);
    if (!image) return void response.writeHead(404).end();
    const [, type, base64] = /^data:([\w/+.-]+);base64,(.*)$/s.exec(image)!;
    return void response.writeHead(200, { "content-type": type! }).end(Buffer.from(base64!, "base64"));
  }
  const { accept = "", "user-agent": agent = "" } = request.headers;
  if (!path.endsWith(".json") && bots.test(agent)) {
    const name = issuer?.name ?? shown?.name ?? "Award";
    const page = html`<!doctype html><title>${name}</title><meta property="og:title" content="${name}">`.text;
    return void response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(page);
  }
  if (!path.endsWith(".json") && accept.includes("text/html")) {
    return void response.writeHead(302, { location: `https://badgr.test${path}` }).end();
  }
  sendJson(response, 200, document, { "content-type": "application/ld+json" });
}
