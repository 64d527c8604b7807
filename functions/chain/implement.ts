import middy from "@middy/core";
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import type * as z from "zod";
import { type Call, Document, inputOfKey, publicPrefix } from "../../shared/http/call.ts";
import { Problem } from "../../shared/http/problem.ts";
import type { Key } from "../data/keys/key.ts";
import { callsPerCount } from "../data/organization-calls.ts";
import type { Step } from "../data/steps.ts";
import type { Item } from "../data/table.ts";
import { describeError, log } from "../runtime/log.ts";
import { type Actor, anonymous, type Claims, resolveActor } from "./actor.ts";
import { answerOfTwin, commit, type IdempotencyRecord, idempotencyRecordOf, storedAnswer } from "./idempotency.ts";
import { proofKeyOf, requireProof } from "./proof.ts";
import { isOfDistribution, keyCallers, mayHoldCardNumber, type Request, rawInput, requestOf } from "./request.ts";
import { unknownFields } from "./unknown-fields.ts";

/** What a handler works with besides its input. */
export interface Context {
  readonly actor: Actor;
  /** The organization the call acts in; "" when it acts in none. */
  readonly organization_id: string;
  readonly request: Request;
  readonly reply: { setCookie(text: string): void };
  /** What {@link HandlerOptions.prefetch} has read, in its order. */
  readonly prefetched: readonly (Item | undefined)[];
  /** Does the steps in one transaction, remembering `answer` for the request's Idempotency-Key, and gives the answer. */
  commit<Answer>(steps: readonly Step[], answer: Answer): Promise<Answer>;
}

/** What is read for a call in the same round as its caller. */
export interface HandlerOptions {
  /** Names items by the input, which has not been checked then, and the caller. */
  prefetch(input: Readonly<Record<string, unknown>>, user_id: string): readonly Key[];
}

/** The work of one call: parsed input in, the contract's output (or a Document) out. */
export type CallWork<C extends Call> = (
  input: z.output<C["input"]>,
  context: Context,
) => Promise<C["answers"] extends string ? Document | z.input<C["output"]> : z.input<C["output"]>>;

type Event = APIGatewayProxyEventV2 & {
  requestContext: { authorizer?: { jwt?: { claims?: Claims } } };
};

interface Admitted {
  readonly request: Request;
  readonly raw: Record<string, unknown>;
  readonly actor: Actor;
  /** The bucket of tokens of its organization, as it was read beside the caller. */
  readonly bucket?: Item;
  readonly prefetched: readonly (Item | undefined)[];
  readonly attempt?: IdempotencyRecord;
  readonly earlier?: { answer: unknown };
  /** When the caller showed in this session that it is them, where the call may ask for it. */
  readonly proof?: Item;
}

/** What is left of the function's time when it says that it is busy rather than nothing at all. */
const LAST_MS = 500;

/** The cookies that go out with a refusal: a sign-in that wants a code goes on by one. */
const refusedCookies = new WeakMap<Problem, string[]>();

const headers = {
  "content-type": "application/json; charset=utf-8",
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
};

/**
 * Makes the Lambda handler of a call: the only middy chain of the product. Order: size and JSON, before which a key is
 * looked at, caller and permission, input, proof, work, output (shared/README.md, "Authorization order"). A refusal
 * becomes its answer; what nobody foresaw becomes one logged 500.
 */
export const implement = <C extends Call<z.ZodObject, z.ZodType>>(
  call: C,
  work: CallWork<C>,
  options?: HandlerOptions,
) =>
  Object.assign(
    middy<Event, APIGatewayProxyStructuredResultV2>({
      timeoutEarlyInMillis: LAST_MS,
      timeoutEarlyResponse: () => {
        throw new Problem("server.busy");
      },
    })
      .use(tell(call))
      .use({ after: tellQuota, onError: tellQuota })
      .use(answerProblems(call))
      .handler(async (event) => {
        const admitted = await admit(call, event, options);
        await counted(admitted);
        return answer(call, work, admitted);
      }),
    { call },
  );

async function answer<C extends Call<z.ZodObject, z.ZodType>>(
  call: C,
  work: CallWork<C>,
  { request, raw, actor, prefetched, attempt, earlier, proof }: Admitted,
): Promise<APIGatewayProxyStructuredResultV2> {
  if (earlier) return json(200, call.output.parse(earlier.answer), []);
  const cookies: string[] = [];
  const input = await parseInput(actor.isKey ? inputOfKey(call) : call.input, raw);
  if (asksForProof(call, input) && !actor.isKey) requireProof(actor, proof);
  const result = await work(input as z.output<C["input"]>, {
    actor,
    organization_id: actor.organization_id,
    request,
    reply: { setCookie: (text) => cookies.push(text) },
    prefetched,
    commit: (steps, answer) => commit(attempt, steps, answer),
  }).catch(async (error: unknown) => {
    if (error instanceof Problem) refusedCookies.set(error, cookies);
    // the refusal may speak of what a twin of this very request has done
    const twin = error instanceof Problem && attempt ? await answerOfTwin(attempt) : undefined;
    if (twin === undefined) throw error;
    return twin.answer as z.input<C["output"]>;
  });
  const document = call.answers ? Document.safeParse(result) : undefined;
  if (document?.success) {
    const { status, body, headers: own } = document.data;
    return { statusCode: status, body, headers: { ...headers, ...own }, cookies };
  }
  return json(200, call.output.parse(result), cookies);
}

/** Whether it has to be known of such an input that it is really its caller who sends it. */
const asksForProof = ({ proof }: Call, input: unknown): boolean =>
  typeof proof === "function" ? proof(input as never) : proof === true;

const json = (statusCode: number, body: unknown, cookies: string[]): APIGatewayProxyStructuredResultV2 => ({
  statusCode,
  headers,
  body: JSON.stringify(body),
  ...(cookies.length > 0 && { cookies }),
});

/** Loaded with the first input that may hold one, and kept: asking for a loaded module takes a tenth of a warm call. */
let cardNumber: typeof import("./card-number.ts") | undefined;

async function parseInput(schema: z.ZodObject, raw: Record<string, unknown>): Promise<unknown> {
  if (mayHoldCardNumber(raw)) {
    cardNumber ??= await import("./card-number.ts");
    cardNumber.refuseCardNumber(raw);
  }
  const parsed = schema.safeParse(raw);
  const unknown = unknownFields(schema, raw);
  if (parsed.success && unknown.length === 0) return parsed.data;
  throw (await import("./invalid-input.ts")).inputRefused(unknown, parsed.error?.issues);
}

/** Counts a call for its organization, where chance draws it; refused where its tokens went in the meantime. */
async function counted({ actor: { role, organization_id, user_id }, bucket }: Admitted): Promise<void> {
  if (organization_id === "" || role === "superadmin" || Math.random() * callsPerCount > 1) return;
  const { takeTokens } = await import("../data/count-calls.ts");
  await takeTokens(organization_id, user_id, bucket);
}

/** What the gateway has verified of the caller's token. */
const claimsOf = (event: Event) => event.requestContext.authorizer?.jwt?.claims;

/** Whom a log line names: a person, or a key. */
const callerOf = (event: Event) => claimsOf(event)?.user_id ?? keyCallers.get(requestOf(event))?.key_id;

/** Identifies the caller before the input is read, so that a stranger learns nothing of the fields. */
async function admit(call: Call, event: Event, options?: HandlerOptions): Promise<Admitted> {
  const request = requestOf(event);
  if (isOfDistribution(event) === false) throw new Problem("access.denied");
  const key = call.keys && isPublic(event) ? await (await import("./key-actor.ts")).keyOf(request) : undefined;
  const raw = key ? await key.counted(() => rawInput(call, event, request)) : rawInput(call, event, request);
  if (call.allow === "anyone" || call.allow === "signature") return { request, raw, actor: anonymous, prefetched: [] };
  const claims = claimsOf(event);
  const idempotencyKey = call.idempotent ? request.header("idempotency-key") : undefined;
  // a repeat with the key that took another's place is the organization's all the same
  const caller = key?.organization_id ?? claims?.user_id ?? "";
  const attempt = idempotencyRecordOf(call.route, caller, idempotencyKey, raw);
  const named = options?.prefetch(raw, key?.key_id ?? caller) ?? [];
  const proofKey = call.proof && claims && !key ? [proofKeyOf(claims)] : [];
  const alsoRead = [...named, ...proofKey, ...(attempt ? [attempt.key] : [])];
  const resolving = key ? key.resolve(call, raw, alsoRead) : resolveActor(call, claims, raw, alsoRead);
  const { actor, alsoFound, bucket } = await resolving;
  const prefetched = alsoFound.slice(0, named.length);
  const [proof] = alsoFound.slice(named.length, named.length + proofKey.length);
  const earlier = attempt && storedAnswer(attempt, alsoFound[named.length + proofKey.length]);
  return { request, raw, actor, bucket, prefetched, attempt, earlier, proof };
}

/** Whether a request came by a public route, which the gateway lets through for the key to be looked at here. */
const isPublic = ({ routeKey }: Event): boolean => routeKey.includes(` /api${publicPrefix}/`);

/** One line for each call, however it ends: who asked what of us from where, and what became of it. */
const tell = (call: Call): middy.MiddlewareObj<Event, APIGatewayProxyStructuredResultV2> => {
  const began = new WeakMap<Event, number>();
  const line = ({ event, error, response }: middy.Request<Event, APIGatewayProxyStructuredResultV2>) => {
    const { requestId, viewer, edgeRequestId } = requestOf(event);
    const problem = error instanceof Problem ? error : undefined;
    log("info", "call", {
      requestId,
      edgeRequestId,
      viewer,
      call: call.route,
      user_id: callerOf(event),
      status: response?.statusCode,
      code: problem?.code,
      durationMs: Math.round(performance.now() - (began.get(event) ?? performance.now())),
    });
  };
  return {
    before: ({ event }) => void began.set(event, performance.now()),
    after: line,
    onError: line,
  };
};

/** Every answer to a good key says what is left of its minute. */
function tellQuota({ event, response }: middy.Request<Event, APIGatewayProxyStructuredResultV2>): void {
  const quota = keyCallers.get(requestOf(event))?.headers;
  if (response && quota) response.headers = { ...response.headers, ...quota };
}

const answerProblems = (call: Call): middy.MiddlewareObj<Event, APIGatewayProxyStructuredResultV2> => ({
  onError: async (request) => {
    const { error, event } = request;
    const { requestId, viewer } = requestOf(event);
    const fields = {
      requestId,
      viewer,
      call: call.route,
      user_id: callerOf(event),
    };
    if (!(error instanceof Problem)) log("error", "unforeseen", { ...fields, error: describeError(error) });
    const { refusalOf } = await import("./refusal.ts");
    const { code, status, headers: own, body } = refusalOf(error);
    if (status === 403 || status === 401) log("security", "authz_fail", { ...fields, code });
    const cookies = error instanceof Problem ? refusedCookies.get(error) : undefined;
    request.response = { ...json(status, body, cookies ?? []), headers: { ...headers, ...own } };
  },
});
