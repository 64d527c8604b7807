import { randomBytes } from "node:crypto";
import { type CardFault, findMethod } from "./cards.ts";

/** A PaymentIntent as Stripe's API answers it. Amounts are cents, times seconds. */
export interface Intent {
  readonly id: string;
  readonly object: "payment_intent";
  readonly amount: number;
  readonly amount_received: number;
  readonly cancellation_reason: string | null;
  readonly canceled_at: number | null;
  readonly client_secret: string;
  readonly created: number;
  readonly currency: string;
  readonly description: string | null;
  readonly last_payment_error: Record<string, unknown> | null;
  readonly latest_charge: string | null;
  readonly livemode: false;
  readonly metadata: Record<string, string>;
  readonly next_action: NextAction | null;
  readonly payment_method: string | null;
  readonly payment_method_types: string[];
  readonly status: "requires_payment_method" | "requires_confirmation" | "requires_action" | "succeeded" | "canceled";
}

/** Where the holder of a card proves to their bank to be themselves. */
export interface NextAction {
  readonly type: "redirect_to_url";
  readonly redirect_to_url: { readonly url: string; readonly return_url: string };
}

/** A refusal as Stripe's API answers it. */
export class StripeRefusal extends Error {
  readonly status: number;
  readonly error: Record<string, unknown>;

  constructor(status: number, error: { type: string; message: string } & Record<string, unknown>) {
    super(error.message);
    this.status = status;
    this.error = error;
  }
}

/** Parameters of a call as the form nests them. */
export interface Parameters {
  readonly [name: string]: string | Parameters | undefined;
}

/** A refusal of what was asked for. */
export function badRequest(message: string, more: Record<string, unknown> = {}, status = 400): StripeRefusal {
  return new StripeRefusal(status, { type: "invalid_request_error", message, ...more });
}

/** An id as Stripe makes them: a prefix and 24 letters. */
export const newStripeId = (prefix: string) => `${prefix}_${randomBytes(12).toString("hex")}`;

const cents: Record<string, number> = { usd: 50, eur: 50, gbp: 30 };
const AMOUNT_MAX = 99_999_999;

/** Makes an intent that waits for its payment method. */
export function createIntent(parameters: Parameters, now: number): Intent {
  const { amount: given, currency } = parameters;
  for (const name of ["amount", "currency"]) {
    if (!parameters[name]) {
      throw badRequest(`Missing required param: ${name}.`, { code: "parameter_missing", param: name });
    }
  }
  const amount = Number(given);
  if (!/^-?\d+$/.test(String(given))) {
    throw badRequest(`Invalid integer: ${given}`, { code: "parameter_invalid_integer", param: "amount" });
  }
  const least = cents[String(currency).toLowerCase()];
  if (least === undefined) throw badRequest(`Invalid currency: ${currency}.`, { param: "currency" });
  if (amount < least) {
    const message = "Amount must be no less than the minimum charge of the currency ($0.50 usd).";
    throw badRequest(message, { code: "amount_too_small", param: "amount" });
  }
  if (amount > AMOUNT_MAX) {
    throw badRequest("Amount must be no more than $999,999.99", { code: "amount_too_large", param: "amount" });
  }
  const id = newStripeId("pi");
  const method = parameters.payment_method === undefined ? null : String(parameters.payment_method);
  if (method !== null) checkMethod(method);
  return {
    id,
    object: "payment_intent",
    amount,
    amount_received: 0,
    cancellation_reason: null,
    canceled_at: null,
    client_secret: `${id}_secret_${randomBytes(12).toString("hex")}`,
    created: Math.floor(now / 1000),
    currency: String(currency).toLowerCase(),
    description: parameters.description === undefined ? null : String(parameters.description),
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    metadata: (parameters.metadata ?? {}) as Record<string, string>,
    next_action: null,
    payment_method: method,
    payment_method_types: Object.values((parameters.payment_method_types as Parameters) ?? { 0: "card" }) as string[],
    status: method === null ? "requires_payment_method" : "requires_confirmation",
  };
}

/** Refuses a payment method that is none of Stripe's for tests. */
export function checkMethod(method: string): CardFault | undefined {
  const found = findMethod(method);
  if (found) return found.fault;
  const message = `No such PaymentMethod: '${method}'`;
  throw badRequest(message, { code: "resource_missing", param: "payment_method" });
}

/** The intent after its card was charged or refused. */
export function confirmIntent(intent: Intent, method: string, fault: CardFault | undefined): Intent {
  if (intent.status === "succeeded" || intent.status === "canceled") {
    const message =
      intent.status === "succeeded"
        ? "You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed."
        : `This PaymentIntent's payment_method could not be updated because it has a status of ${intent.status}.`;
    throw badRequest(message, { code: "payment_intent_unexpected_state", payment_intent: intent });
  }
  const charge = newStripeId("ch");
  if (fault) {
    const last_payment_error = { type: "card_error", charge, ...fault };
    return {
      ...intent,
      status: "requires_payment_method",
      payment_method: null,
      next_action: null,
      latest_charge: charge,
      last_payment_error,
    };
  }
  return {
    ...intent,
    status: "succeeded",
    amount_received: intent.amount,
    payment_method: method,
    next_action: null,
    latest_charge: charge,
    last_payment_error: null,
  };
}

/** The intent while the card's bank asks its holder; afterwards they come back to `return_url`. */
export function askHolder(intent: Intent, method: string, return_url: string): Intent {
  const url = `/sandbox/stripe/authentications/${intent.id}?client_secret=${intent.client_secret}`;
  return {
    ...intent,
    status: "requires_action",
    payment_method: method,
    next_action: { type: "redirect_to_url", redirect_to_url: { url, return_url } },
    last_payment_error: null,
  };
}

/** The intent after it was given up. */
export function cancelIntent(intent: Intent, reason: string | undefined, now: number): Intent {
  if (intent.status === "succeeded" || intent.status === "canceled") {
    const message = `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be canceled: requires_payment_method, requires_capture, requires_confirmation, requires_action, processing.`;
    throw badRequest(message, { code: "payment_intent_unexpected_state", payment_intent: intent });
  }
  return {
    ...intent,
    status: "canceled",
    next_action: null,
    canceled_at: Math.floor(now / 1000),
    cancellation_reason: reason ?? null,
  };
}

/** The answer for a card that was refused, with the intent as it is now. */
export function declined(intent: Intent): StripeRefusal {
  const error = intent.last_payment_error as { type: string; message: string; code: string };
  const doc_url = `https://stripe.com/docs/error-codes/${error.code.replaceAll("_", "-")}`;
  return new StripeRefusal(402, { ...error, doc_url, payment_intent: intent });
}

const LIST_MAX = 100;

/** A page of intents, newest first, of the times that are asked for. */
export function listIntents(intents: readonly Intent[], query: Parameters) {
  const created =
    (typeof query.created === "object" ? query.created : { gte: query.created, lte: query.created }) ?? {};
  const { gt = "-1", gte = "0", lt = "Infinity", lte = "Infinity" } = created as Record<string, string | undefined>;
  const newestFirst = intents.toReversed();
  const from = newestFirst.findIndex(({ id }) => id === query.starting_after) + 1;
  const found = newestFirst
    .slice(from)
    .filter(({ created: at }) => at > Number(gt) && at >= Number(gte) && at < Number(lt) && at <= Number(lte));
  const limit = Math.min(Number(query.limit ?? 10), LIST_MAX);
  const url = "/v1/payment_intents";
  return { object: "list", data: found.slice(0, limit), has_more: found.length > limit, url };
}
