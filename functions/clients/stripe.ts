import type Stripe from "stripe";
import * as z from "zod";
import { Problem } from "../../shared/http/problem.ts";
import { environment, optionalEnvironment } from "../runtime/environment.ts";
import { resilient } from "./resilient.ts";
import { readSecret } from "./secrets.ts";

const ATTEMPT_MS = 4000;
const SIGNATURE_SECONDS = 300;

const Keys = z.object({
  secretKey: z.string(),
  webhookSecret: z.string(),
  /** What events may be signed with as well, while one secret takes the other's place. */
  formerWebhookSecret: z.string().min(1).optional(),
  publishableKey: z.string(),
});
type Keys = z.infer<typeof Keys>;

const readKeys = async (): Promise<Keys> => Keys.parse(JSON.parse(await readSecret(environment("STRIPE_SECRET_NAME"))));

/** A payment as the card provider has it. Amounts in cents. */
export interface Intent {
  readonly id: string;
  readonly status: Stripe.PaymentIntent.Status;
  readonly amount: number;
  readonly amountReceived: number;
  readonly currency: string;
  readonly livemode: boolean;
  readonly clientSecret: string;
  readonly metadata: Readonly<Record<string, string>>;
  /** The provider's words about the last declined card. */
  readonly declined?: string;
  /** What the provider kept for itself; known some time after the charge. */
  readonly feeCents?: number;
}

let connection: { key: string; stripe: Promise<Stripe> } | undefined;

/** The provider's client; STRIPE_API_URL leads it to the sandbox. Throws `payment.provider-unavailable` where no key is set. */
async function connect(): Promise<Stripe> {
  const { secretKey } = await readKeys();
  if (secretKey === "") throw new Problem("payment.provider-unavailable");
  if (connection?.key !== secretKey) connection = { key: secretKey, stripe: open(secretKey) };
  return connection.stripe;
}

async function open(secretKey: string): Promise<Stripe> {
  const { default: Client } = await import("stripe");
  const sandbox = optionalEnvironment("STRIPE_API_URL");
  const { hostname, port, protocol } = new URL(sandbox ?? "https://api.stripe.com");
  return new Client(secretKey, {
    ...(sandbox && { host: hostname, port, protocol: protocol === "http:" ? "http" : "https" }),
    timeout: ATTEMPT_MS,
    maxNetworkRetries: 0,
    telemetry: false,
  });
}

const intentOf = (intent: Stripe.PaymentIntent): Intent => ({
  id: intent.id,
  status: intent.status,
  amount: intent.amount,
  amountReceived: intent.amount_received ?? 0,
  currency: intent.currency,
  livemode: intent.livemode,
  clientSecret: intent.client_secret ?? "",
  metadata: intent.metadata,
  ...(intent.last_payment_error?.message && { declined: intent.last_payment_error.message }),
  ...feeIn(intent.latest_charge),
});

function feeIn(charge: Stripe.PaymentIntent["latest_charge"]): { feeCents?: number } {
  const booked = typeof charge === "object" ? charge?.balance_transaction : undefined;
  return booked && typeof booked === "object" ? { feeCents: booked.fee } : {};
}

const typeOf = (error: unknown): string => (error as { type?: string }).type ?? "";

const resilientCall = resilient({
  unavailable: "payment.provider-unavailable",
  isUnavailable: (error) => ["StripeConnectionError", "StripeAPIError", "StripeRateLimitError"].includes(typeOf(error)),
  timeoutMs: ATTEMPT_MS,
});

/** Does something at the provider. No answer, a fault of theirs, or a key they do not take is `payment.provider-unavailable`. */
async function ask<Answer>(work: (stripe: Stripe) => Promise<Answer>): Promise<Answer> {
  const stripe = await connect();
  try {
    return await resilientCall(() => work(stripe));
  } catch (error) {
    if (typeOf(error) === "StripeAuthenticationError") throw new Problem("payment.provider-unavailable");
    throw error;
  }
}

/** What a new payment is for. The key makes a repeated wish the same payment. */
export interface IntentInput {
  readonly amountCents: number;
  readonly key: string;
  readonly metadata: Readonly<Record<string, string>>;
}

/** Opens a payment by card. */
export const createIntent = ({ amountCents, key, metadata }: IntentInput): Promise<Intent> =>
  ask(async ({ paymentIntents }) =>
    intentOf(
      await paymentIntents.create(
        { amount: amountCents, currency: "usd", allowed_payment_method_types: ["card"], metadata: { ...metadata } },
        { idempotencyKey: key },
      ),
    ),
  );

const withFee = { expand: ["latest_charge.balance_transaction"] };

/** Reads a payment; undefined when the provider does not know it. */
export const readIntent = (id: string): Promise<Intent | undefined> =>
  ask(async ({ paymentIntents }) => {
    try {
      return intentOf(await paymentIntents.retrieve(id, withFee));
    } catch (error) {
      if ((error as { code?: string }).code === "resource_missing") return undefined;
      throw error;
    }
  });

/** Gives up a payment; answers how it stands then, which is succeeded when the card was faster. */
export const cancelIntent = (id: string): Promise<Intent | undefined> =>
  ask(async ({ paymentIntents }) => {
    try {
      return intentOf(await paymentIntents.cancel(id));
    } catch (error) {
      if (typeOf(error) !== "StripeInvalidRequestError") throw error;
      return intentOf(await paymentIntents.retrieve(id, withFee));
    }
  });

/** A disagreement about a charge between the card's holder and us. */
export interface Dispute {
  /** needs_response, under_review, won, lost; those that begin with `warning_` move no money. */
  readonly status: string;
  /** The payment it is about. */
  readonly intentId: string;
  /** What the card's holder wants back. */
  readonly cents: number;
  /** What the provider keeps for itself for it, less what it has given back; absent until money has moved. */
  readonly feeCents?: number;
  /** Until when evidence is taken; absent where none is wanted any more. */
  readonly evidenceDueOn?: string;
}

/** Reads a dispute; undefined when the provider does not know it, or when it is about no payment of ours. */
export const readDispute = (id: string): Promise<Dispute | undefined> =>
  ask(async ({ disputes }) => {
    try {
      const dispute = await disputes.retrieve(id);
      const { status, payment_intent, amount: cents, balance_transactions: moved, evidence_details } = dispute;
      const dueBy = evidence_details?.due_by;
      const intentId = typeof payment_intent === "string" ? payment_intent : payment_intent?.id;
      const fee = moved.length > 0 && { feeCents: moved.reduce((sum, each) => sum + each.fee, 0) };
      return intentId === undefined
        ? undefined
        : {
            status,
            intentId,
            cents,
            ...fee,
            ...(dueBy && { evidenceDueOn: new Date(dueBy * 1000).toISOString() }),
          };
    } catch (error) {
      if ((error as { code?: string }).code === "resource_missing") return undefined;
      throw error;
    }
  });

/** What the portal needs to talk to the provider: its public key, and whether money moves. */
export async function publicSettings(): Promise<{ publishableKey: string; provider: "stripe" | "sandbox" }> {
  const { publishableKey } = await readKeys();
  return { publishableKey, provider: optionalEnvironment("STRIPE_API_URL") ? "sandbox" : "stripe" };
}

/** What a signed event says happened. Only its id, type and the id of its object are believed; the rest is read again. */
export interface ProviderEvent {
  readonly id: string;
  readonly type: string;
  readonly objectId: string;
  /** The payment that a charge of the event belongs to. */
  readonly intentId?: string;
}

/**
 * Verifies the signature over the raw body (at most five minutes old, or as much ahead of our clock) and that the event is of our own account and mode.
 * Throws `payment.bad-signature`.
 */
export async function verifyEvent(rawBody: string, signature: string | undefined): Promise<ProviderEvent> {
  const { webhookSecret, formerWebhookSecret, secretKey } = await readKeys();
  if (!signature || webhookSecret === "") throw new Problem("payment.bad-signature");
  const stripe = await connect();
  const signedWith = (secret: string) => stripe.webhooks.constructEventAsync(rawBody, signature, secret);
  const event = await signedWith(webhookSecret)
    .catch(() => signedWith(formerWebhookSecret ?? webhookSecret))
    .catch(() => {
      throw new Problem("payment.bad-signature");
    });
  // the library refuses what is too old alone
  const [, signedAt] = /(?:^|,)t=(\d+)/.exec(signature) ?? [];
  if (Number(signedAt) - Date.now() / 1000 > SIGNATURE_SECONDS) throw new Problem("payment.bad-signature");
  const live = /^[sr]k_live_/.test(secretKey);
  if (event.livemode !== live || event.account) throw new Problem("payment.bad-signature");
  const { id, payment_intent } = event.data.object as { id?: string; payment_intent?: unknown };
  const intentId = typeof payment_intent === "string" ? payment_intent : undefined;
  return { id: event.id, type: event.type, objectId: id ?? "", ...(intentId && { intentId }) };
}
