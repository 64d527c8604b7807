import { request as send } from "node:http";
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

/** Where a caller calls, from which address, and how far ahead their time is. */
export interface Connection {
  readonly origin: string;
  readonly sourceAddress: string;
  readonly offsetMs: number;
  /** Where calls are below /api: `/v1` for who has a key. */
  readonly prefix?: string;
  /** What goes along with every request. */
  readonly headers?: () => Readonly<Record<string, string>>;
}

let callers = 0;
/** An address of this machine of one's own, so that throttles by source do not make callers meet. */
const nextAddress = () => {
  const mixed = (process.pid * 7919 + callers++ * 104_729) % 0xffffff;
  return process.platform === "linux"
    ? `127.${1 + ((mixed >> 16) % 254)}.${(mixed >> 8) & 255}.${1 + (mixed % 254)}`
    : "127.0.0.1";
};

/** A connection to a world, from an address of its own. */
export const connectTo = (origin: string): Connection => ({ origin, sourceAddress: nextAddress(), offsetMs: 0 });

/** Somebody who calls over the connection with the token, when there is one. */
export function callerFrom(connection: Connection, token: () => Promise<string | undefined>): Caller {
  return {
    async call(call, input = {}, { idempotencyKey, headers = {} } = {}) {
      const { method, target, body } = placed(call, input as Record<string, unknown>);
      const bearer = await token();
      const reply = await exchange(connection, method, `/api${connection.prefix ?? ""}${target}`, {
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
    send: (method, path, options = {}) => exchange(connection, method, path, options),
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
  { origin, sourceAddress, offsetMs, headers: own }: Connection,
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
          "user-agent": "laurel-client", // a firewall refuses whoever does not say what they are
          ...own?.(),
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

/** The clock offers what was opened, in the caller's time; jobs wait two minutes for it where nobody asks. */
export async function offerOpened(caller: Pick<Caller, "send">): Promise<void> {
  const { status, text } = await caller.send("POST", "/sandbox/schedules/offer-open-jobs");
  if (status !== 200) throw new Error(`Nothing was offered: ${status} ${text}`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
