import calls from "virtual:calls";
import type { QueryFunctionContext } from "@tanstack/react-query";
import type { Contract } from "../../shared/contract.ts";
import type { AllowWord, Call, Document, InputOf, OutputOf } from "../../shared/http/call.ts";
import { addressOf, type Entry } from "./address.ts";
import { ApiError, errorOf, lostConnection, noToken } from "./api-error.ts";
import { forgetAsked, takeAsked } from "./asked.ts";
import type { WriteName } from "./stale.ts";
import { freshToken, storedToken } from "./token.ts";

/** A document (CSV, HTML) a call answers instead of JSON, or the data of a background export (202). */
export interface Download {
  readonly status: number;
  readonly fileName: string;
  readonly contents: Blob;
}

/** What a call resolves to: the inside of `{ data }`, or a {@link Download}. */
export type Answer<C extends Call> =
  OutputOf<C> extends Document ? Download : OutputOf<C> extends { data: infer Data } ? Data : OutputOf<C>;

interface Options {
  readonly signal?: AbortSignal;
  /** A bearer token for a call that needs none. */
  readonly token?: string | undefined;
}

interface Caller<C extends Call> {
  /** Sends it once, past every cache: for web/api itself, pages use queries and mutations. Throws {@link ApiError}. */
  send(input: InputOf<C>, options?: Options): Promise<Answer<C>>;
  /** Who may call: a session's `can` judges it. */
  readonly allow: AllowWord;
  /** Refused in an archived organization because it would change something there. */
  readonly closesWhenArchived: boolean;
  /** `domain.call`. */
  readonly fullName: string;
}

/** A call that a page reads. One that writes has `mutation` once web/api/stale.ts has its line. */
export interface ReadCall<C extends Call> extends Caller<C> {
  /** For `useSuspenseQuery`, `useQuery` and `ensureQueryData`; its key is `[domain, call, input]`. */
  query(input: InputOf<C>): {
    queryKey: readonly [domain: string, call: string, input: InputOf<C>];
    queryFn: (context: Pick<QueryFunctionContext, "signal">) => Promise<Answer<C>>;
  };
}

/** A call that a page writes by. */
export interface WriteCall<C extends Call> extends Caller<C> {
  /**
   * For `useMutation` and `write`; afterwards is asked for again what web/api/stale.ts says. Two clicks in one breath call
   * once. What got no answer and is sent again is the same act: the server does it once.
   */
  mutation(): Mutation<InputOf<C>, Answer<C>>;
}

/** What `useMutation` takes of a call. */
export interface Mutation<Input, Data> {
  readonly mutationKey: readonly [domain: string, call: string];
  readonly mutationFn: (input: Input) => Promise<Data>;
}

/** The whole contract: `api.credential.read.query(input)`, `api.credential.publish.mutation()`. */
export type Api = {
  readonly [D in keyof Contract]: {
    readonly [N in keyof Contract[D] as Contract[D][N] extends Call ? N : never]: Contract[D][N] extends Call
      ? `${D}.${N & string}` extends WriteName
        ? WriteCall<Contract[D][N]>
        : ReadCall<Contract[D][N]>
      : never;
  };
};

type Fields = Record<string, unknown>;

/** The idempotency keys of acts that got no answer, by what they send. */
const unanswered = new Map<string, string>();

/** Runs an act under its key: the one it had when it got no answer, or a new one. */
async function underKey<Result>(act: string, run: (key: string) => Promise<Result>): Promise<Result> {
  const key = unanswered.get(act) ?? crypto.randomUUID();
  unanswered.delete(act);
  try {
    return await run(key);
  } catch (error) {
    if (error instanceof ApiError && (error.status === 0 || error.status >= 500)) unanswered.set(act, key);
    throw error;
  }
}

/** Writing calls whose 401 leaves people where they are while the token can be renewed; reading calls all do. */
const quiet = new Set([
  "PUT /organization/user",
  "PUT /user/section/accept",
  "PUT /user/section/reject",
  "POST /reviewer",
  "PUT /reviewer",
  "POST /reviewer/submit",
  "POST /reviewer/resubmit",
  "POST /reviewer-application/status",
]);

type SessionEnd = (refused: string | undefined) => void;
let sessionEnded: SessionEnd = () => {};
/** What happens when a call learns that the session is over; the session says it once, at start. */
export function onSessionEnd(act: SessionEnd): void {
  sessionEnded = act;
}

let prove = (refusal: ApiError): Promise<void> => Promise.reject(refusal);
/** How people are asked to confirm that it is them: what is refused until then is sent again once, or fails as the asking does. */
export function proveBy(ask: typeof prove): void {
  prove = ask;
}

type TokenSource = (force: boolean) => Promise<string | undefined>;
const ownTokens: TokenSource = async (force) => (await freshToken({ force }))?.token;
let tokenSource = ownTokens;
/** Lets signed-in pages take the token from aws-amplify, which asks {@link freshToken} in its turn, as light pages do. */
export function takeTokensFrom(source = ownTokens): void {
  tokenSource = source;
}

let selectedOrganization = () => "";
/** Says in which organization calls act that are not told: the selected one. The session says it once, at start. */
export function actIn(organization: typeof selectedOrganization): void {
  selectedOrganization = organization;
}

const timeoutMs = 35_000;

async function send(entry: Entry, input: Fields, { signal, key, token: given }: Options & { key?: string }) {
  const [route, allow] = entry;
  const open = allow === "anyone" || allow === "signature";
  const { method, url, body } = addressOf(entry, input, selectedOrganization());
  if (method !== "GET") forgetAsked();
  let token = open ? given : storedToken()?.token;
  const once = async (force: boolean) => {
    if (!open) token &&= await tokenSource(force);
    if (!open && !token) throw noToken();
    const timeout = AbortSignal.timeout(timeoutMs);
    return await fetch(url, {
      method,
      body,
      headers: {
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(key ? { "idempotency-key": key } : {}),
      },
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    }).catch((error: unknown) => {
      if (signal?.aborted) throw error;
      throw lostConnection();
    });
  };
  try {
    let response = (method === "GET" && (await takeAsked(url))) || (await once(false));
    if (response.status === 401 && !open) response = await once(true);
    if (!response.ok) throw await errorOf(response);
    return response;
  } catch (error) {
    const isRefused = error instanceof ApiError && error.status === 401 && !open;
    if (isRefused && (!token || (method !== "GET" && !quiet.has(route)))) sessionEnded(token);
    throw error;
  }
}

/** Sends it, and again once its person has confirmed that it is them, or turned two-step sign-in on, where the server wants that. */
const sendProved = (...sent: Parameters<typeof send>) =>
  send(...sent).catch((error: ApiError) =>
    error.code === "auth.proof-needed" || error.code === "auth.factor-required"
      ? prove(error).then(() => send(...sent))
      : Promise.reject(error),
  );

async function download(response: Response): Promise<Download> {
  const disposition = response.headers.get("content-disposition") ?? "";
  const fileName = /filename="?([^";]+)/.exec(disposition)?.[1] ?? "download";
  return { status: response.status, fileName, contents: await response.blob() };
}

/** Acts under way by what they send. React tells a button only after the click that it is busy: see `joined`. */
const underWay = new Map<string, Promise<unknown>>();

/** Joins an act to the same one that is still under way: who clicks twice wants it once. */
function joined<Result>(act: string, begin: () => Promise<Result>): Promise<Result> {
  const running = underWay.get(act) as Promise<Result> | undefined;
  if (running) return running;
  const begun = begin().finally(() => underWay.delete(act));
  underWay.set(act, begun);
  return begun;
}

function caller(domain: string, name: string, entry: Entry) {
  const [, allow, , closes, kind] = entry;
  const fullName = `${domain}.${name}`;
  const actOf = (input: Fields) => `${fullName} ${JSON.stringify(input)}`;
  const ask = async (input: Fields, options: Options = {}) => {
    const sent = (key?: string) => sendProved(entry, input, key ? { ...options, key } : options);
    const response = await (kind === "idempotent" ? underKey(actOf(input), sent) : sent());
    if (kind === "document") return download(response);
    const body = (await response.json()) as { data?: unknown };
    return body.data;
  };
  return {
    send: ask,
    allow,
    closesWhenArchived: closes === 1,
    fullName,
    query: (input: Fields) => ({
      queryKey: [domain, name, input] as const,
      queryFn: ({ signal }: Options) => ask(input, signal ? { signal } : {}),
    }),
    mutation: () => ({
      mutationKey: [domain, name] as const,
      mutationFn: (input: Fields) => joined(actOf(input), () => ask(input)),
    }),
  };
}

/** Every call of the product. The schemas are known to the types alone, so a page loads only what it checks. */
export const api = Object.fromEntries(
  Object.entries(calls).map(([domain, named]) => [
    domain,
    Object.fromEntries(Object.entries(named).map(([name, entry]) => [name, caller(domain, name, entry)])),
  ]),
) as unknown as Api;
