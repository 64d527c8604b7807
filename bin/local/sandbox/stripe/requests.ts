import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { newStripeId, type Parameters } from "./intents.ts";

/** What a call is answered. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** A call as it came. */
export interface Call {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly parameters: Parameters;
  readonly idempotencyKey?: string;
}

/** Reads a call with its parameters, those of its form or its address. */
export function readCall(request: IncomingMessage, body: Buffer): Call {
  const url = new URL(request.url!, "http://localhost");
  const method = request.method!;
  const form = method === "GET" ? url.searchParams : new URLSearchParams(body.toString());
  const idempotencyKey = request.headers["idempotency-key"] as string | undefined;
  return { id: newStripeId("req"), method, path: url.pathname, parameters: nest(form), idempotencyKey };
}

/** Reads `metadata[application_id]=…` into objects. */
function nest(form: URLSearchParams): Parameters {
  const whole: Record<string, unknown> = Object.create(null);
  for (const [path, value] of form) {
    const names = path.replaceAll("]", "").split("[");
    let at = whole;
    for (const name of names.slice(0, -1)) {
      at[name] ??= Object.create(null);
      at = at[name] as Record<string, unknown>;
    }
    at[names.at(-1)!] = value;
  }
  return whole as Parameters;
}

/** What is answered to a call without the secret key; undefined where it has it. */
export function faultOfKey({ headers }: IncomingMessage, secretKey: string): Answer | undefined {
  const key = headers.authorization?.replace(/^Bearer /, "");
  if (key === secretKey) return undefined;
  const message = key
    ? `Invalid API Key provided: ${key.slice(0, 8)}****`
    : "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth.";
  return { status: 401, body: { error: { type: "invalid_request_error", message } } };
}

/** Reads JSON; undefined when it is none. */
export function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}

/** The first answer of each idempotency key, with a digest of its request. */
export type KeptAnswers = Record<string, { request: string; answer: Answer }>;

/** The first answer of an idempotency key is the answer of all its repeats. */
export function once(
  answers: KeptAnswers,
  call: Call,
  body: Buffer,
  response: ServerResponse,
  work: () => Answer,
): Answer {
  const key = call.method === "POST" ? call.idempotencyKey : undefined;
  if (key === undefined) return work();
  const request = createHash("sha256").update(`${call.path}\n${body}`).digest("hex");
  const kept = answers[key];
  if (kept === undefined) {
    const answer = work();
    answers[key] = { request, answer };
    return answer;
  }
  if (kept.request !== request) {
    const message = `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`;
    return { status: 400, body: { error: { type: "idempotency_error", message } } };
  }
  response.setHeader("idempotent-replayed", "true");
  return kept.answer;
}
