import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { dirname } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import Stripe from "stripe";
import * as z from "zod";
import { type LocalServer, readBody, sendJson, serve } from "../../server.ts";
import { startWebhooks, type WebhookSandbox, type WebhookSwitches } from "../webhooks.ts";
import { authenticationPage } from "./authentication-page.ts";
import { authenticatedCard, type CardFault, disputedCard, faultOfCard, notAuthenticated, TypedCard } from "./cards.ts";
import { chargeOf, type Dispute, decideDispute, openDispute } from "./charges.ts";
import {
  askHolder,
  badRequest,
  cancelIntent,
  checkMethod,
  confirmIntent,
  createIntent,
  declined,
  type Intent,
  listIntents,
  newStripeId,
  type Parameters,
  StripeRefusal,
} from "./intents.ts";
import { type Answer, type Call, faultOfKey, type KeptAnswers, once, parseJson, readCall } from "./requests.ts";

/** An event as Stripe keeps and sends it. */
export interface StripeEvent {
  readonly id: string;
  readonly object: "event";
  readonly api_version: string;
  readonly created: number;
  readonly data: { readonly object: Intent | Dispute };
  readonly livemode: false;
  readonly pending_webhooks: number;
  readonly request: { readonly id: string; readonly idempotency_key: string | null };
  readonly type: string;
}

/** What tests turn to see what happens when Stripe misbehaves. */
export interface StripeSwitches extends WebhookSwitches {
  /** Break every connection. */
  dead: boolean;
  /** Wait this long before every answer. */
  slowMs: number;
  /** Do not say yet what was kept of a charge. */
  feesLater: boolean;
  /** Sign webhooks with this: another secret than the one we know, once somebody has replaced it at Stripe. */
  webhookSecret: string;
}

/** Stripe's sandbox on this machine. */
export interface LocalStripe extends LocalServer, WebhookSandbox<StripeEvent> {
  readonly secretKey: string;
  readonly webhookSecret: string;
  readonly switches: StripeSwitches;
  intents(): Intent[];
}

interface State {
  intents: Record<string, Intent>;
  disputes: Record<string, Dispute>;
  events: StripeEvent[];
  answers: KeptAnswers;
}

const delivers = new Set([
  "payment_intent.succeeded",
  "payment_intent.payment_failed",
  "payment_intent.canceled",
  "charge.dispute.created",
  "charge.dispute.funds_withdrawn",
  "charge.dispute.funds_reinstated",
  "charge.dispute.closed",
]);

/**
 * Starts the sandbox: PaymentIntents and events as stripe-node calls them, and the card form's confirmation below
 * /sandbox/. It keeps its state in `file`, or in memory without one, and posts signed events to `webhookUrl`.
 */
export async function startStripe(options: {
  port: number;
  webhookUrl: string;
  file?: string;
  secretKey?: string;
  webhookSecret?: string;
  now?: () => number;
}): Promise<LocalStripe> {
  const { file, secretKey = "sk_test_sandbox", webhookSecret = "whsec_sandbox", now = Date.now } = options;
  const state: State =
    file !== undefined && existsSync(file)
      ? JSON.parse(readFileSync(file, "utf8"))
      : { intents: {}, disputes: {}, events: [], answers: {} };
  const switches: StripeSwitches = {
    dead: false,
    slowMs: 0,
    feesLater: false,
    webhookSecret,
    dropWebhooks: false,
    repeatWebhooks: 0,
  };
  const sign = (payload: string) => ({
    "stripe-signature": Stripe.webhooks.generateTestHeaderString({ payload, secret: switches.webhookSecret }),
  });
  const webhooks = startWebhooks({ url: options.webhookUrl, sign, switches });

  function save(): void {
    if (file === undefined) return;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify(state));
  }

  /** Keeps an intent and tells the world what happened to it. */
  function happened(what: string, intent: Intent, call: Call): Intent {
    state.intents[intent.id] = intent;
    tell(`payment_intent.${what}`, intent, call);
    return intent;
  }

  function disputed(whats: readonly string[], dispute: Dispute, call: Call): Dispute {
    state.disputes[dispute.id] = dispute;
    for (const what of whats) tell(`charge.dispute.${what}`, dispute, call);
    return dispute;
  }

  const decided = (dispute: Dispute, call: Call): Dispute =>
    disputed(dispute.status === "won" ? ["funds_reinstated", "closed"] : ["closed"], dispute, call);

  function tell(type: string, object: Intent | Dispute, call: Call): void {
    const event: StripeEvent = {
      id: newStripeId("evt"),
      object: "event",
      api_version: Stripe.API_VERSION,
      created: Math.floor(now() / 1000),
      data: { object },
      livemode: false,
      pending_webhooks: 1,
      request: { id: call.id, idempotency_key: call.idempotencyKey ?? null },
      type,
    };
    state.events.push(event);
    if (delivers.has(event.type)) webhooks.send(event);
  }

  function charge(intent: Intent, method: string, fault: CardFault | undefined, call: Call): Intent {
    const after = confirmIntent(intent, method, fault);
    if (fault === undefined) return happened("succeeded", after, call);
    throw declined(happened("payment_failed", after, call));
  }

  function confirm(intent: Intent, parameters: Parameters, call: Call): Intent {
    const method = String(parameters.payment_method ?? intent.payment_method ?? "");
    const missing = "You cannot confirm this PaymentIntent because it's missing a payment method.";
    if (method === "") throw badRequest(missing, { code: "payment_intent_unexpected_state", payment_intent: intent });
    return charge(intent, method, checkMethod(method), call);
  }

  function need(id: string): Intent {
    const intent = state.intents[id];
    if (intent) return intent;
    const message = `No such payment_intent: '${id}'`;
    throw badRequest(message, { code: "resource_missing", param: "intent" }, 404);
  }

  function needDispute(id: string): Dispute {
    const dispute = state.disputes[id];
    if (dispute) return dispute;
    throw badRequest(`No such dispute: '${id}'`, { code: "resource_missing", param: "dispute" }, 404);
  }

  function create(parameters: Parameters, call: Call): Intent {
    const intent = happened("created", createIntent(parameters, now()), call);
    return parameters.confirm === "true" ? confirm(intent, parameters, call) : intent;
  }

  function route(call: Call): unknown {
    const [, resource, id, action] = /^\/v1\/(\w+)(?:\/(\w+))?(?:\/(\w+))?$/.exec(call.path) ?? [];
    const name = `${call.method} ${resource}${id ? "/id" : ""}${action ? `/${action}` : ""}`;
    switch (name) {
      case "POST payment_intents":
        return create(call.parameters, call);
      case "GET payment_intents":
        return listIntents(Object.values(state.intents), call.parameters);
      case "GET payment_intents/id": {
        const expands = Object.values((call.parameters.expand as Parameters | undefined) ?? {});
        const whole = expands.includes("latest_charge.balance_transaction") && !switches.feesLater;
        return whole ? { ...need(id!), latest_charge: chargeOf(need(id!)) } : need(id!);
      }
      case "GET disputes/id":
        return needDispute(id!);
      case "POST disputes/id": // with Stripe's evidence for tests it is decided at once
        return decided(decideDispute(needDispute(id!), call.parameters), call);
      case "POST payment_intents/id/confirm":
        return confirm(need(id!), call.parameters, call);
      case "POST payment_intents/id/cancel": {
        const reason = call.parameters.cancellation_reason as string | undefined;
        return happened("canceled", cancelIntent(need(id!), reason, now()), call);
      }
      case "GET events/id": {
        const event = state.events.find((each) => each.id === id);
        if (event) return event;
        throw badRequest(`No such event: '${id}'`, { code: "resource_missing", param: "id" }, 404);
      }
      default: {
        const message = `Unrecognized request URL (${call.method}: ${call.path}).`;
        throw badRequest(message, {}, 404);
      }
    }
  }

  /** What the card form in the browser does: it knows the intent's client secret and no key. */
  function confirmFromBrowser(id: string, body: Buffer, call: Call): unknown {
    const card = TypedCard.safeParse(parseJson(body));
    if (!card.success) throw badRequest(z.prettifyError(card.error), { code: "parameter_invalid" });
    const intent = need(id);
    if (card.data.client_secret !== intent.client_secret) {
      const message = "The client_secret provided does not match the client_secret associated with this PaymentIntent.";
      throw badRequest(message, { param: "client_secret" });
    }
    const number = card.data.number.replace(/[\s-]/g, "");
    const refused = faultOfCard(card.data, now());
    if (refused === undefined && number === authenticatedCard) {
      const { return_url } = card.data;
      if (return_url === undefined) throw badRequest("Missing required param: return_url.", { param: "return_url" });
      return happened("requires_action", askHolder(intent, newStripeId("pm"), return_url), call);
    }
    const after = charge(intent, newStripeId("pm"), refused, call);
    if (number === disputedCard) {
      disputed(["created", "funds_withdrawn"], openDispute(after, now()), call);
    }
    return after;
  }

  /** The page of the card's bank, and what its holder does there: then they go back, and the card is charged or not. */
  function authenticate(id: string, form: URLSearchParams, call: Call, response: ServerResponse): void {
    const found = state.intents[id];
    const intent = found?.client_secret === form.get("client_secret") ? found : undefined;
    const back = intent?.next_action?.redirect_to_url.return_url;
    if (call.method !== "POST" || intent === undefined || back === undefined) {
      const { status, html, headers } = authenticationPage(intent);
      return void response.writeHead(status, headers).end(html);
    }
    try {
      const fault = form.get("decision") === "confirm" ? undefined : notAuthenticated;
      charge(intent, String(intent.payment_method), fault, call);
    } catch (error) {
      if (!(error instanceof StripeRefusal)) throw error; // the page they come back to tells it
    }
    response.writeHead(303, { location: back, "cache-control": "no-store" }).end();
  }

  const server = await serve(options.port, async (request, response) => {
    const body = await readBody(request);
    if (switches.slowMs > 0) await pause(switches.slowMs);
    if (switches.dead) return void request.socket.destroy();
    const call = readCall(request, body);
    const attempt = (work: () => unknown): Answer => {
      try {
        return { status: 200, body: work() };
      } catch (error) {
        if (error instanceof StripeRefusal) return { status: error.status, body: { error: error.error } };
        throw error;
      }
    };
    const [, asked] = /^\/sandbox\/stripe\/authentications\/(\w+)$/.exec(call.path) ?? [];
    if (asked !== undefined) {
      const { searchParams } = new URL(request.url!, "http://localhost");
      authenticate(asked, call.method === "POST" ? new URLSearchParams(body.toString()) : searchParams, call, response);
      return save();
    }
    const form = /^\/sandbox\/(?:stripe\/)?payment_intents\/(\w+)\/confirm$/.exec(call.path);
    const fault = form ? undefined : faultOfKey(request, secretKey);
    const { status, body: answer } =
      form && call.method === "POST"
        ? attempt(() => confirmFromBrowser(form[1]!, body, call))
        : (fault ?? once(state.answers, call, body, response, () => attempt(() => route(call))));
    save();
    sendJson(response, status, answer, { "request-id": call.id, "stripe-version": Stripe.API_VERSION });
  });

  return {
    ...server,
    secretKey,
    webhookSecret,
    switches,
    intents: () => Object.values(state.intents),
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
