import * as z from "zod";
import { Problem } from "../../shared/http/problem.ts";
import { brand } from "../../shared/platform/brand.ts";
import { clock } from "../runtime/clock.ts";
import { environment, optionalEnvironment } from "../runtime/environment.ts";
import { resilient } from "./resilient.ts";
import { readSecret } from "./secrets.ts";

const ATTEMPT_MS = 4000;

const Keys = z.object({
  clientId: z.string(),
  clientSecret: z.string(),
  webhookId: z.string(),
  /** The webhook whose events count as well, while one takes the other's place. */
  formerWebhookId: z.string().min(1).optional(),
  /** Whose money moves: PayPal's own sandbox for developers, or real accounts. */
  mode: z.enum(["sandbox", "live"]).default("live"),
});

const hosts = { sandbox: "https://api-m.sandbox.paypal.com", live: "https://api-m.paypal.com" } as const;

/** An answer of PayPal that is a refusal. */
class Refusal extends Error {
  readonly status: number;
  /** `ORDER_ALREADY_CAPTURED`, `INSTRUMENT_DECLINED` …, or the name of the whole. */
  readonly issue: string;

  constructor(status: number, issue: string) {
    super(issue);
    this.name = "PayPalRefusal";
    this.status = status;
    this.issue = issue;
  }
}

/** No answer in time, a broken connection, a fault of theirs, or asked too often. */
const isUnavailable = (error: unknown): boolean =>
  error instanceof Refusal ? error.status >= 500 || error.status === 429 : isBroken(error);
/** No connection, or one that broke in the middle of the answer. */
const isBroken = (error: unknown): boolean =>
  error instanceof TypeError && ["fetch failed", "terminated"].includes(error.message);

const resilientCall = resilient({ unavailable: "payment.paypal-unavailable", isUnavailable, timeoutMs: ATTEMPT_MS });

async function connect() {
  const keys = Keys.parse(JSON.parse(await readSecret(environment("PAYPAL_SECRET_NAME"))));
  if (keys.clientId === "") throw new Problem("payment.paypal-unavailable");
  return { ...keys, url: optionalEnvironment("PAYPAL_API_URL") ?? hosts[keys.mode] };
}
type Connection = Awaited<ReturnType<typeof connect>>;

interface Sent {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** One request. Answers the JSON; throws a Refusal. */
async function send(url: string, { method, path, headers, body }: Sent, signal: AbortSignal): Promise<unknown> {
  const answer = await fetch(`${url}${path}`, { method, headers, body, signal, redirect: "error" });
  const text = await answer.text();
  if (answer.ok) return JSON.parse(text);
  const fault = RefusalBody.safeParse(parseJson(text)).data;
  throw new Refusal(answer.status, fault?.details?.[0]?.issue ?? fault?.name ?? fault?.error ?? "");
}

const RefusalBody = z.object({
  name: z.string().optional(),
  /** How the token endpoint names its refusals. */
  error: z.string().optional(),
  details: z.array(z.object({ issue: z.string() })).optional(),
});

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const Token = z.object({ access_token: z.string(), expires_in: z.number() });
const EARLY_MS = 60_000;
let token: { readonly clientId: string; readonly text: string; readonly until: number } | undefined;

async function readToken({ clientId, clientSecret, url }: Connection, signal: AbortSignal): Promise<string> {
  if (token?.clientId === clientId && token.until > clock.now()) return token.text;
  const answer = await send(
    url,
    {
      method: "POST",
      path: "/v1/oauth2/token",
      headers: {
        authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString("base64")}`,
        "content-type": "application/x-www-form-urlencoded",
      },
      body: "grant_type=client_credentials",
    },
    signal,
  );
  const { access_token, expires_in } = Token.parse(answer);
  token = { clientId, text: access_token, until: clock.now() + expires_in * 1000 - EARLY_MS };
  return access_token;
}

/** Asks PayPal something, with a token. Keys that PayPal does not take are `payment.paypal-unavailable` too. */
async function ask(sent: Sent, connection?: Connection): Promise<unknown> {
  const to = connection ?? (await connect());
  try {
    return await resilientCall(async (signal) => {
      const authorization = `Bearer ${await readToken(to, signal)}`;
      const headers = { "content-type": "application/json", ...sent.headers, authorization };
      return send(to.url, { ...sent, headers }, signal);
    });
  } catch (error) {
    if (!(error instanceof Refusal) || error.status !== 401) throw error;
    token = undefined;
    throw new Problem("payment.paypal-unavailable");
  }
}

/** Reads something of PayPal's; undefined when PayPal does not know it, or not any more. */
export async function find(path: string): Promise<unknown> {
  try {
    return await ask({ method: "GET", path });
  } catch (error) {
    if (error instanceof Refusal && error.status === 404) return undefined;
    throw error;
  }
}

/** An amount as PayPal writes it. */
export const Money = z.object({ currency_code: z.string(), value: z.string().regex(/^\d{1,9}(\.\d{1,2})?$/) });
/** An amount of PayPal's in cents. */
export function centsOf({ value }: z.infer<typeof Money>): number {
  const [whole = "0", part = ""] = value.split(".");
  return Number(whole) * 100 + Number(part.padEnd(2, "0"));
}

const Capture = z.object({
  id: z.string(),
  status: z.string(),
  amount: Money,
  seller_receivable_breakdown: z.object({ paypal_fee: Money.optional() }).optional(),
});

const OrderBody = z.object({
  id: z.string(),
  status: z.string(),
  purchase_units: z
    .array(
      z.object({
        custom_id: z.string().optional(),
        payments: z.object({ captures: z.array(Capture).optional() }).optional(),
      }),
    )
    .default([]),
  links: z.array(z.object({ rel: z.string(), href: z.string() })).default([]),
});

/** An order as PayPal has it. */
export interface Order {
  readonly id: string;
  /** PAYER_ACTION_REQUIRED, APPROVED, COMPLETED … */
  readonly status: string;
  /** Which attempt of which purchase it is for; undefined when it is none of ours. */
  readonly reference?: {
    readonly application_id: string;
    readonly user_id: string;
    readonly attempt: string;
    /** Of an appeal's fee. */
    readonly purchase?: "appeal";
  };
  /** The collecting, once it was begun. Cents. */
  readonly capture?: {
    /** COMPLETED, PENDING or DECLINED. */
    readonly status: string;
    readonly cents: number;
    readonly currency: string;
    readonly feeCents?: number;
  };
  /** Where the learner approves it. */
  readonly approveUrl?: string;
}

function orderOf(body: unknown): Order {
  const { id, status, purchase_units, links } = OrderBody.parse(body);
  const [unit] = purchase_units;
  const [application_id, user_id, attempt, purchase] = (unit?.custom_id ?? "").split(":");
  const captures = unit?.payments?.captures ?? [];
  const capture = captures.find((each) => each.status === "COMPLETED") ?? captures.at(-1);
  const fee = capture?.seller_receivable_breakdown?.paypal_fee;
  return {
    id,
    status,
    ...(application_id &&
      user_id &&
      attempt && {
        reference: { application_id, user_id, attempt, ...(purchase === "appeal" && { purchase }) },
      }),
    ...(capture && {
      capture: {
        status: capture.status,
        cents: centsOf(capture.amount),
        currency: capture.amount.currency_code.toLowerCase(),
        ...(fee && { feeCents: centsOf(fee) }),
      },
    }),
    approveUrl: links.find(({ rel }) => rel === "payer-action" || rel === "approve")?.href,
  };
}

/** What a new order is for. The key makes a repeated wish the same order. */
export interface OrderInput {
  readonly key: string;
  readonly cents: number;
  readonly title: string;
  readonly reference: NonNullable<Order["reference"]>;
  /** Where the learner comes back to. */
  readonly returnUrl: string;
  readonly cancelUrl: string;
}

/** Opens an order that waits for the learner's approval. */
export async function createOrder({
  key,
  title,
  reference,
  returnUrl,
  cancelUrl,
  ...wish
}: OrderInput): Promise<Order> {
  const body = {
    intent: "CAPTURE",
    purchase_units: [
      {
        custom_id: [reference.application_id, reference.user_id, reference.attempt, reference.purchase]
          .filter(Boolean)
          .join(":"),
        invoice_id: key,
        description: title.slice(0, 127),
        amount: { currency_code: "USD", value: (wish.cents / 100).toFixed(2) },
      },
    ],
    payment_source: {
      paypal: {
        experience_context: {
          brand_name: brand.product,
          user_action: "PAY_NOW",
          shipping_preference: "NO_SHIPPING",
          return_url: returnUrl,
          cancel_url: cancelUrl,
        },
      },
    },
  };
  const headers = { "paypal-request-id": key, prefer: "return=representation" };
  return orderOf(await ask({ method: "POST", path: "/v2/checkout/orders", headers, body: JSON.stringify(body) }));
}

/** Reads an order; undefined when PayPal does not know it, or not any more. */
export async function readOrder(id: string): Promise<Order | undefined> {
  const body = await find(`/v2/checkout/orders/${id}`);
  return body === undefined ? undefined : orderOf(body);
}

/** Collects an approved order, once however often it is asked. Throws `payment.declined` and `payment.not-approved`. */
export async function captureOrder(id: string): Promise<Order | undefined> {
  const headers = { "paypal-request-id": `capture-${id}`, prefer: "return=representation" };
  try {
    return orderOf(await ask({ method: "POST", path: `/v2/checkout/orders/${id}/capture`, headers, body: "{}" }));
  } catch (error) {
    if (!(error instanceof Refusal) || error.status < 400) throw error;
    if (error.issue === "ORDER_ALREADY_CAPTURED" || error.issue === "DUPLICATE_INVOICE_ID") return readOrder(id);
    if (error.issue === "ORDER_NOT_APPROVED") throw new Problem("payment.not-approved");
    if (error.status === 404) return undefined;
    if (error.status !== 422) throw error;
    throw new Problem("payment.declined", { message: "PayPal declined this payment. Try another way to pay." });
  }
}

/** Whether money moves: the stand-in says "sandbox". */
export const paypalMode = (): "paypal" | "sandbox" => (optionalEnvironment("PAYPAL_API_URL") ? "sandbox" : "paypal");

/** What else something of PayPal's belongs to. */
export const Related = z.object({ related_ids: z.object({ order_id: z.string().optional() }).optional() });

const EventBody = z.object({
  id: z.string().min(1),
  event_type: z.string(),
  resource: z.object({
    id: z.string().optional(),
    dispute_id: z.string().optional(),
    supplementary_data: Related.optional(),
  }),
});

/** What a verified event says happened. Only its id, type and what it is about are believed; the rest is read again. */
export interface PayPalEvent {
  readonly id: string;
  readonly type: string;
  readonly orderId?: string;
  readonly disputeId?: string;
}

const signatureFields = {
  auth_algo: "paypal-auth-algo",
  cert_url: "paypal-cert-url",
  transmission_id: "paypal-transmission-id",
  transmission_sig: "paypal-transmission-sig",
  transmission_time: "paypal-transmission-time",
} as const;

/** Whether PayPal says that it has signed an event for a webhook; what it refuses to look at it has not. */
async function isVerified(signed: Readonly<Record<string, string>>, event: string, connection: Connection) {
  const body = `${JSON.stringify(signed).slice(0, -1)},"webhook_event":${event}}`; // byte for byte: the signature is over it
  const path = "/v1/notifications/verify-webhook-signature";
  const answer = await ask({ method: "POST", path, body }, connection).catch((error: unknown) => {
    if (error instanceof Refusal) return { verification_status: error.issue };
    throw error;
  });
  return z.object({ verification_status: z.string() }).parse(answer).verification_status === "SUCCESS";
}

/**
 * Has PayPal verify the signature of an event over the body as it came. Throws `payment.bad-signature`; and
 * `payment.paypal-unavailable` when it cannot be verified now: PayPal sends it again.
 */
export async function verifyPayPalEvent(
  rawBody: string,
  header: (name: string) => string | undefined,
): Promise<PayPalEvent> {
  const signed = Object.entries(signatureFields).map(([field, name]) => [field, header(name) ?? ""] as const);
  const event = EventBody.safeParse(parseJson(rawBody)).data;
  if (event === undefined || signed.some(([, value]) => value === "")) throw new Problem("payment.bad-signature");
  const connection = await connect();
  const { webhookId, formerWebhookId } = connection;
  const isOf = (webhook_id: string) => isVerified({ ...Object.fromEntries(signed), webhook_id }, rawBody, connection);
  if (!(await isOf(webhookId)) && !(formerWebhookId !== undefined && (await isOf(formerWebhookId))))
    throw new Problem("payment.bad-signature");
  const ofOrder = event.event_type.startsWith("CHECKOUT.ORDER.");
  const { id, dispute_id: disputeId, supplementary_data } = event.resource;
  const orderId = ofOrder ? id : supplementary_data?.related_ids?.order_id;
  return { id: event.id, type: event.event_type, ...(orderId && { orderId }), ...(disputeId && { disputeId }) };
}
