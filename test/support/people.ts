import { request as send } from "node:http";
import { type SeedName, seedPassword, seedPeople } from "../../bin/seed/people.ts";
import { login } from "../../shared/auth/calls.ts";
import { type Call, type InputOf, type OutputOf, wire } from "../../shared/http/call.ts";

/** What a call answered. `body` is the contract's output, or on a refusal `{ error }`. */
export interface Reply<Body = unknown> {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Body & { readonly error: { code: string; message: string; fields?: Record<string, string> } };
  /** The body as it came. */
  readonly text: string;
}

/** Ways to send a call. */
export interface CallOptions {
  readonly idempotencyKey?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Somebody who can call the API. */
export interface Caller {
  /** Sends a call as its contract says: path, query or body. Other fields than the contract's go along as they are. */
  call<C extends Call>(
    call: C,
    input?: InputOf<C> | Record<string, unknown>,
    options?: CallOptions,
  ): Promise<Reply<OutputOf<C>>>;
  /** Sends anything to a path of the origin. */
  send(method: string, path: string, options?: { body?: string; headers?: Record<string, string> }): Promise<Reply>;
}

/** Who a person is, before he signs in. */
export interface Identity {
  readonly user_id: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly password: string;
  /** Done once before the first call, as making the account. */
  readonly before?: () => Promise<void>;
}

/** A named person. Signs in with the real login at the first call, and again when the token has expired. */
export interface Person extends Caller, Omit<Identity, "before"> {
  /** Signs in now and gives the access token. */
  token(): Promise<string>;
  /** Forgets the token, so that the next call signs in again. */
  signOut(): void;
  /** The same person that much later: what answers him lives in that time. */
  later(by: { days?: number; hours?: number; minutes?: number }): Person;
}

/** First name of a seeded person. */
export type PersonName = SeedName;

/** A seeded person. */
export const seeded = (name: PersonName): Identity => ({ ...seedPeople[name], password: seedPassword });

/** Where and how a caller stands: his address, and how far ahead his time is. */
interface Standpoint {
  readonly origin: string;
  readonly sourceAddress: string;
  readonly offsetMs: number;
}

let callers = 0;
/** An address of this machine of one's own, so that throttles by source do not make tests meet. */
const nextAddress = () => {
  const mixed = (process.pid * 7919 + callers++ * 104_729) % 0xffffff;
  return process.platform === "linux"
    ? `127.${1 + ((mixed >> 16) % 254)}.${(mixed >> 8) & 255}.${1 + (mixed % 254)}`
    : "127.0.0.1";
};

/** Somebody without an account. */
export const anyoneAt = (origin: string): Caller =>
  callerFrom({ origin, sourceAddress: nextAddress(), offsetMs: 0 }, async () => undefined);

/** A person with an account. */
export function personAt(origin: string, identity: Identity): Person {
  return personFrom({ origin, sourceAddress: nextAddress(), offsetMs: 0 }, identity, sessionOf(origin, identity));
}

interface Session {
  token(): Promise<string>;
  signOut(): void;
}

function sessionOf(origin: string, identity: Identity): Session {
  const stranger = anyoneAt(origin);
  let signedIn: Promise<{ token: string; until: number }> | undefined;
  let made: Promise<void> | undefined;
  const signIn = async () => {
    made ??= identity.before?.();
    await made;
    const { email, password } = identity;
    const { status, body, text } = await stranger.call(login, { email, password, isRemember: false });
    if (status !== 200) throw new Error(`${identity.first_name} could not sign in: ${text}`);
    return { token: body.data.token, until: body.data.expires_at };
  };
  return {
    async token() {
      const held = await signedIn?.catch(() => undefined);
      if (held === undefined || held.until < Date.now() + 30_000) signedIn = signIn();
      return (await signedIn!).token;
    },
    signOut() {
      signedIn = undefined;
    },
  };
}

function personFrom(standpoint: Standpoint, identity: Identity, session: Session): Person {
  const { before: _, ...known } = identity;
  return {
    ...known,
    ...callerFrom(standpoint, session.token),
    ...session,
    later({ days = 0, hours = 0, minutes = 0 }) {
      const offsetMs = standpoint.offsetMs + ((days * 24 + hours) * 60 + minutes) * 60_000;
      return personFrom({ ...standpoint, offsetMs }, identity, session);
    },
  };
}

function callerFrom(standpoint: Standpoint, token: () => Promise<string | undefined>): Caller {
  return {
    async call(call, input = {}, { idempotencyKey, headers = {} } = {}) {
      const { method, target, body } = placed(call, input as Record<string, unknown>);
      const bearer = await token();
      const reply = await exchange(standpoint, method, `/api${target}`, {
        body,
        headers: {
          ...(bearer && { authorization: `Bearer ${bearer}` }),
          ...(body !== undefined && { "content-type": "application/json" }),
          ...(idempotencyKey && { "idempotency-key": idempotencyKey }),
          ...headers,
        },
      });
      return reply as Reply<never>;
    },
    send: (method, path, options = {}) => exchange(standpoint, method, path, options),
  };
}

/** Where a call's fields travel: names in braces in the path, the rest in the query (GET) or the body. */
function placed(call: Call, input: Record<string, unknown>) {
  const { method, path } = wire(call);
  const rest = { ...input };
  const filled = path.replace(/\{(\w+)\+?\}/g, (_, name: string) => {
    const value = encodeURIComponent(String(rest[name]));
    delete rest[name];
    return value;
  });
  if (method !== "GET") return { method, target: filled, body: JSON.stringify(rest) };
  const pairs = Object.entries(rest).filter(([, value]) => value !== undefined);
  const query = new URLSearchParams(pairs.map(([name, value]) => [name, String(value)])).toString();
  return { method, target: query ? `${filled}?${query}` : filled, body: undefined };
}

function exchange(
  { origin, sourceAddress, offsetMs }: Standpoint,
  method: string,
  path: string,
  { body, headers = {} }: { body?: string; headers?: Record<string, string> },
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const outgoing = send(
      new URL(path, origin),
      {
        method,
        localAddress: sourceAddress,
        headers: {
          ...headers,
          ...(body !== undefined && { "content-length": Buffer.byteLength(body) }),
          ...(offsetMs !== 0 && { "x-laurel-clock-offset-ms": offsetMs }),
        },
      },
      async (answer) => {
        const parts: Buffer[] = [];
        for await (const part of answer) parts.push(part as Buffer);
        const text = Buffer.concat(parts).toString();
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text, body: parsed(text) as never });
      },
    );
    outgoing.once("error", reject).end(body);
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
