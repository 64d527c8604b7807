import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { Webhook, WebhookVerificationError } from "standardwebhooks";
import { type LocalServer, readBody, serve } from "../../server.ts";
import { type Answering, type Arrival, answerings, receiverPage } from "./page.ts";

const path = "/sandbox/webhooks";
const ARRIVALS_MAX = 50;
/** Longer than a receiver may take. */
const SLOW_MS = 20_000;
const statuses = { ok: 200, gone: 410, broken: 500, slow: 200 } as const satisfies Record<Answering, number>;

/** Somebody's program that hears of webhooks, at `/sandbox/webhooks` of this machine. */
export interface LocalReceiver extends LocalServer {
  /** What has arrived, the newest first. */
  arrivals(): readonly Arrival[];
}

/**
 * Starts a receiver: POST to its page's own address is a webhook, which it verifies with the library of Standard Webhooks
 * and the secrets that somebody has pasted there, and answers as it was told to. It forgets everything when it ends.
 */
export async function startReceiver({
  port,
  origin,
  now,
}: {
  readonly port: number;
  readonly origin: string;
  readonly now: () => number;
}): Promise<LocalReceiver> {
  const arrivals: Arrival[] = [];
  let answering: Answering = "ok";
  let secret = "";

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = (await readBody(request)).toString();
    const told = headersOf(request.headers);
    arrivals.unshift({ at: new Date(now()).toISOString(), headers: told, body, verified: verify(secret, body, told) });
    arrivals.splice(ARRIVALS_MAX);
    const status = statuses[answering];
    if (answering === "slow") await pause(SLOW_MS, undefined, { ref: false });
    response.writeHead(status, { "content-type": "text/plain" }).end(`The sandbox answers ${status}.`);
  }

  async function set(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = new URLSearchParams((await readBody(request)).toString());
    const chosen = answerings.find((each) => each === form.get("answer"));
    answering = chosen ?? answering;
    secret = form.get("secret")?.trim() ?? secret;
    if (form.has("forget")) arrivals.length = 0;
    response.writeHead(303, { location: path }).end();
  }

  const server = await serve(port, async (request, response) => {
    if (request.method === "POST")
      return new URL(request.url ?? "/", origin).pathname === path
        ? receive(request, response)
        : set(request, response);
    const page = receiverPage({ address: `${origin}${path}`, answering, secret, arrivals });
    response.writeHead(page.status, page.headers).end(page.html);
  });
  return { ...server, arrivals: () => arrivals };
}

const headersOf = (headers: IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));

/** Whether the library takes a webhook as ours, or what it says against that. */
function verify(secret: string, body: string, headers: Record<string, string>): Arrival["verified"] {
  if (secret === "") return undefined;
  try {
    new Webhook(secret).verify(body, headers);
    return { holds: true, words: "Verified by the secret below." };
  } catch (error) {
    const words = error instanceof WebhookVerificationError ? error.message : "That secret is none.";
    return { holds: false, words };
  }
}
