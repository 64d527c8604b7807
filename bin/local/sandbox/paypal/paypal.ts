import { createSign, createVerify, generateKeyPairSync, randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { dirname } from "node:path";
import { crc32 } from "node:zlib";
import { type LocalServer, readBody, sendJson, serve } from "../../server.ts";
import { startWebhooks, type WebhookSandbox, type WebhookSwitches } from "../webhooks.ts";
import { adjudicate, openDispute, type PayPalDispute } from "./disputes.ts";
import { approved, captured, makeOrder, newPayPalId, notFound, type PayPalOrder, PayPalRefusal } from "./orders.ts";
import { payPage } from "./page.ts";

/** An event as PayPal sends it. */
export interface PayPalEvent {
  readonly id: string;
  readonly event_version: "1.0";
  readonly create_time: string;
  readonly resource_type: string;
  readonly event_type: string;
  readonly summary: string;
  readonly resource: unknown;
}

/** What tests turn to see what happens when PayPal misbehaves. */
export interface PayPalSwitches extends WebhookSwitches {
  /** Break every connection; or do what is asked, and break it in the middle of the answer. */
  dead: boolean | "midway";
}

/** PayPal's sandbox on this machine. */
export interface LocalPayPal extends LocalServer, WebhookSandbox<PayPalEvent> {
  readonly keys: { readonly clientId: string; readonly clientSecret: string; readonly webhookId: string };
  readonly switches: PayPalSwitches;
  orders(): PayPalOrder[];
}

interface State {
  orders: Record<string, PayPalOrder>;
  /** Orders whose payer's bank will refuse. */
  declining: string[];
  /** Orders whose payer will dispute them as soon as they are paid. */
  disputing: string[];
  disputes: Record<string, PayPalDispute>;
  events: PayPalEvent[];
  /** First answers by PayPal-Request-Id. */
  answers: Record<string, { status: number; body: unknown }>;
}

const TOKEN_SECONDS = 32_400;

/** Until when tokens are good: functions keep theirs from one world of a process to the next. */
const tokens = new Map<string, number>();

/**
 * Starts the sandbox: tokens, Orders v2, the verifying of webhook signatures, and the page below /sandbox/paypal/ where a
 * payer approves. It keeps its state in `file`, or in memory without one, and posts signed events to `webhookUrl`.
 */
export async function startPayPal(options: {
  port: number;
  webhookUrl: string;
  file?: string;
  now?: () => number;
}): Promise<LocalPayPal> {
  const { file, now = Date.now } = options;
  const keys = {
    clientId: "paypal-sandbox-client",
    clientSecret: "paypal-sandbox-secret",
    webhookId: "1JE4291016473214C",
  };
  const signing = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const empty: State = { orders: {}, declining: [], disputing: [], disputes: {}, events: [], answers: {} };
  const state: State =
    file !== undefined && existsSync(file) ? { ...empty, ...JSON.parse(readFileSync(file, "utf8")) } : empty;
  const switches: PayPalSwitches = { dead: false, dropWebhooks: false, repeatWebhooks: 0 };
  const webhooks = startWebhooks({ url: options.webhookUrl, sign, switches });

  /** PayPal signs the transmission's id, time, webhook and the checksum of the body. */
  function sign(payload: string): Record<string, string> {
    const [id, time] = [randomUUID(), new Date(now()).toISOString()];
    const signature = createSign("sha256").update(signedText(id, time, keys.webhookId, payload));
    return {
      "paypal-auth-algo": "SHA256withRSA",
      "paypal-cert-url": "https://api.sandbox.paypal.com/v1/notifications/certs/CERT-local",
      "paypal-transmission-id": id,
      "paypal-transmission-time": time,
      "paypal-transmission-sig": signature.sign(signing.privateKey, "base64"),
    };
  }

  function verify(body: string): { verification_status: "SUCCESS" | "FAILURE" } {
    const asked = JSON.parse(body) as Record<string, string>;
    const payload = /"webhook_event":([\s\S]*)\}$/.exec(body)?.[1] ?? "";
    const { transmission_id = "", transmission_time = "", transmission_sig = "", webhook_id = "" } = asked;
    const text = signedText(transmission_id, transmission_time, webhook_id, payload);
    const holds =
      webhook_id === keys.webhookId &&
      createVerify("sha256").update(text).verify(signing.publicKey, transmission_sig, "base64");
    return { verification_status: holds ? "SUCCESS" : "FAILURE" };
  }

  function happened(event_type: string, resource_type: string, resource: unknown): void {
    const event: PayPalEvent = {
      id: `WH-${newPayPalId()}-${newPayPalId()}`,
      event_version: "1.0",
      create_time: new Date(now()).toISOString(),
      resource_type,
      event_type,
      summary: event_type,
      resource,
    };
    state.events.push(event);
    webhooks.send(event);
  }

  const need = (id: string): PayPalOrder => {
    const order = state.orders[id];
    if (order === undefined) throw notFound();
    return order;
  };

  function capture(id: string): PayPalOrder {
    const order = need(id);
    const invoice = order.purchase_units[0]?.invoice_id;
    const taken = Object.values(state.orders).some(
      (each) => each.id !== id && each.status === "COMPLETED" && each.purchase_units[0]?.invoice_id === invoice,
    );
    const after = captured(order, {
      declines: state.declining.includes(id),
      taken: invoice !== undefined && taken,
      now: now(),
    });
    state.orders[id] = after;
    happened("PAYMENT.CAPTURE.COMPLETED", "capture", after.purchase_units[0]!.payments!.captures[0]);
    if (state.disputing.includes(id)) disputed("CREATED", openDispute(after, now()));
    return after;
  }

  function disputed(what: "CREATED" | "RESOLVED", dispute: PayPalDispute): PayPalDispute {
    state.disputes[dispute.dispute_id] = dispute;
    happened(`CUSTOMER.DISPUTE.${what}`, "dispute", dispute);
    return dispute;
  }

  const needDispute = (id: string): PayPalDispute => {
    const dispute = state.disputes[id];
    if (dispute === undefined) throw notFound();
    return dispute;
  };

  const needCapture = (id: string): unknown => {
    const captures = Object.values(state.orders).flatMap((each) => each.purchase_units[0]?.payments?.captures ?? []);
    const capture = captures.find((each) => each.id === id);
    if (capture === undefined) throw notFound();
    return capture;
  };

  function route(method: string, path: string, body: string): { status: number; body: unknown } {
    const [, dispute, decision] = /^\/v1\/customer\/disputes\/([\w-]+)(\/adjudicate)?$/.exec(path) ?? [];
    if (method === "GET" && dispute && !decision) return { status: 200, body: needDispute(dispute) };
    if (method === "POST" && dispute && decision)
      return { status: 200, body: disputed("RESOLVED", adjudicate(needDispute(dispute), JSON.parse(body), now())) };
    const [, collected] = /^\/v2\/payments\/captures\/(\w+)$/.exec(path) ?? [];
    if (method === "GET" && collected) return { status: 200, body: needCapture(collected) };
    const [, id, action] = /^\/v2\/checkout\/orders(?:\/(\w+))?(?:\/(\w+))?$/.exec(path) ?? [];
    if (method === "POST" && path === "/v2/checkout/orders") {
      const order = makeOrder(JSON.parse(body), { api: server.url, now: now() });
      state.orders[order.id] = order;
      return { status: 201, body: order };
    }
    if (method === "GET" && id && !action) return { status: 200, body: need(id) };
    if (method === "POST" && id && action === "capture") return { status: 201, body: capture(id) };
    if (method === "POST" && path === "/v1/notifications/verify-webhook-signature")
      return { status: 200, body: verify(body) };
    throw notFound();
  }

  /** The first good answer of a PayPal-Request-Id is the answer of all its repeats. */
  function once(request: IncomingMessage, path: string, body: string): { status: number; body: unknown } {
    const key = request.method === "POST" && request.headers["paypal-request-id"];
    const kept = key ? state.answers[`${path} ${key}`] : undefined;
    if (kept) return { ...kept, status: 200 };
    const answer = route(request.method!, path, body);
    if (key) state.answers[`${path} ${key}`] = answer;
    return answer;
  }

  function giveToken(request: IncomingMessage, response: ServerResponse): void {
    const wanted = `Basic ${Buffer.from(`${keys.clientId}:${keys.clientSecret}`).toString("base64")}`;
    if (request.headers.authorization !== wanted) {
      const body = { error: "invalid_client", error_description: "Client Authentication failed" };
      sendJson(response, 401, body);
      return;
    }
    const access_token = `A21AA${randomUUID()}`;
    tokens.set(access_token, now() + TOKEN_SECONDS * 1000);
    const scope = "https://uri.paypal.com/services/checkout/one-click-with-merchant-issued-token";
    sendJson(response, 200, {
      scope,
      access_token,
      token_type: "Bearer",
      app_id: "APP-80W284485P519543T",
      expires_in: TOKEN_SECONDS,
    });
  }

  /** What the payer does on PayPal's page. */
  function decide(id: string, decision: string, response: ServerResponse): void {
    const order = need(id);
    const { return_url, cancel_url } = order.payment_source.paypal.experience_context;
    const back = new URL(decision === "cancel" ? cancel_url : return_url);
    back.searchParams.set("token", id);
    if (decision !== "cancel") {
      const after = approved(order);
      const others = (ids: string[]) => ids.filter((each) => each !== id); // the payer may decide anew
      state.declining = [...others(state.declining), ...(decision === "declined" ? [id] : [])];
      state.disputing = [...others(state.disputing), ...(decision === "disputed" ? [id] : [])];
      state.orders[id] = after;
      if (after !== order) happened("CHECKOUT.ORDER.APPROVED", "checkout-order", after);
      back.searchParams.set("PayerID", after.payer?.payer_id ?? "");
    }
    response.writeHead(303, { location: back.href, "cache-control": "no-store" }).end();
  }

  function page(url: URL, form: URLSearchParams, method: string, response: ServerResponse): void {
    const id = url.searchParams.get("token") ?? form.get("token") ?? "";
    const order = state.orders[id];
    if (method === "POST" && order) {
      decide(id, form.get("decision") ?? "", response);
      return;
    }
    const { status, html, headers } = payPage(order);
    response.writeHead(status, headers).end(html);
  }

  const server: LocalServer = await serve(options.port, async (request, response) => {
    const body = (await readBody(request)).toString();
    if (switches.dead === true) return void request.socket.destroy();
    const url = new URL(request.url!, "http://localhost");
    try {
      if (url.pathname === "/sandbox/paypal/checkoutnow")
        page(url, new URLSearchParams(body), request.method!, response);
      else if (url.pathname === "/v1/oauth2/token") giveToken(request, response);
      else if ((tokens.get(request.headers.authorization?.replace(/^Bearer /, "") ?? "") ?? 0) <= now()) {
        sendJson(response, 401, { error: "invalid_token", error_description: "Token signature verification failed" });
      } else {
        const answer = once(request, url.pathname, body);
        if (switches.dead === "midway") {
          response.writeHead(answer.status, { "content-type": "application/json", "content-length": 1000 }).write("{");
          return void setTimeout(() => request.socket.destroy(), 20);
        }
        sendJson(response, answer.status, answer.body);
      }
    } catch (error) {
      if (!(error instanceof PayPalRefusal)) throw error;
      sendJson(response, error.status, error.body);
    }
    if (file === undefined) return;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify(state));
  });

  return {
    ...server,
    keys,
    switches,
    orders: () => Object.values(state.orders),
    events: () => state.events,
    sendWebhook: webhooks.send,
    signed: webhooks.signed,
    delivered: webhooks.delivered,
    async stop() {
      webhooks.stop();
      await server.stop();
    },
  };
}

const signedText = (id: string, time: string, webhookId: string, payload: string) =>
  `${id}|${time}|${webhookId}|${crc32(payload)}`;
