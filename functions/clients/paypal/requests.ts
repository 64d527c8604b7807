import * as z from "zod";
import { Problem } from "../../../shared/http/problem.ts";
import { clock } from "../../runtime/clock.ts";
import { environment, optionalEnvironment } from "../../runtime/environment.ts";
import { resilient } from "../resilient.ts";
import { readSecret } from "../secrets.ts";

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
export class Refusal extends Error {
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

/** PayPal’s address, and the keys for it. */
export async function connect() {
  const keys = Keys.parse(JSON.parse(await readSecret(environment("PAYPAL_SECRET_NAME"))));
  if (keys.clientId === "") throw new Problem("payment.paypal-unavailable");
  return { ...keys, url: optionalEnvironment("PAYPAL_API_URL") ?? hosts[keys.mode] };
}

/** Where PayPal is asked and as whom. */
export type Connection = Awaited<ReturnType<typeof connect>>;

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

/** Reads JSON; undefined when it is none. */
export function parseJson(text: string): unknown {
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
export async function ask(sent: Sent, connection?: Connection): Promise<unknown> {
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

/** Whether money moves: the stand-in says "sandbox". */
export const paypalMode = (): "paypal" | "sandbox" => (optionalEnvironment("PAYPAL_API_URL") ? "sandbox" : "paypal");
