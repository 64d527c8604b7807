import { setTimeout as pause } from "node:timers/promises";
import { timeHeaders } from "../cloud/clock.ts";

const ATTEMPTS_MAX = 8;
const FIRST_RETRY_MS = 200;

/** What tests turn to see what happens when a provider misbehaves. */
export interface WebhookSwitches {
  /** Deliver nothing. */
  dropWebhooks: boolean;
  /** Deliver each event this many times more. */
  repeatWebhooks: number;
}

/** A provider's sandbox on this machine, as far as it sends webhooks. */
export interface WebhookSandbox<Event> {
  events(): Event[];
  /** Sends an event again, or one of a test's own making, signed. */
  sendWebhook(event: Event): void;
  /** An event as it is sent. */
  signed(event: Event): SignedEvent;
  /** Resolves when every event has arrived or was given up. */
  delivered(): Promise<void>;
}

/** An event as it is posted, with the headers that prove whose it is. */
export interface SignedEvent {
  readonly body: string;
  readonly headers: Record<string, string>;
}

/** Delivers events of a provider to the app. */
export interface WebhookSender {
  send(event: { readonly id: string }): void;
  signed(event: { readonly id: string }): SignedEvent;
  /** Resolves when every event has arrived or was given up. */
  delivered(): Promise<void>;
  stop(): void;
}

/** Starts a sender; `sign` gives a payload's headers. An event is sent again, ever later, until it is answered 2xx. */
export function startWebhooks(options: {
  url: string;
  sign(payload: string): Record<string, string>;
  switches: WebhookSwitches;
}): WebhookSender {
  const { url, sign, switches } = options;
  const stopping = new AbortController();
  const underWay = new Set<Promise<void>>();

  function signed(event: { readonly id: string }): SignedEvent {
    const body = JSON.stringify(event, null, 2);
    return { body, headers: { "content-type": "application/json; charset=utf-8", ...sign(body) } };
  }

  async function deliver(event: { readonly id: string }): Promise<void> {
    for (let attempt = 0; attempt < ATTEMPTS_MAX && !stopping.signal.aborted; attempt++) {
      const { body, headers } = signed(event);
      const sent = { method: "POST", body, headers: { ...headers, ...timeHeaders() }, redirect: "manual" } as const;
      const answer = await fetch(url, { ...sent, signal: stopping.signal }).catch(() => undefined);
      await answer?.arrayBuffer().catch(() => {});
      if (answer?.ok) return;
      await pause(FIRST_RETRY_MS * 2 ** attempt, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
    }
  }

  return {
    signed,
    send(event) {
      if (switches.dropWebhooks) return;
      for (let copies = 0; copies <= switches.repeatWebhooks; copies++) {
        const delivery: Promise<void> = deliver(event).finally(() => underWay.delete(delivery));
        underWay.add(delivery);
      }
    },
    async delivered() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
    stop: () => stopping.abort(),
  };
}
