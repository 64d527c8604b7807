import { type LookupAddress, lookup } from "node:dns";
import { type IncomingMessage, request as requestByHttp } from "node:http";
import { request as requestByHttps } from "node:https";
import type { LookupFunction } from "node:net";
import { addressFault } from "../../shared/webhook/address.ts";
import { isPublicAddress } from "./stranger-addresses.ts";

/** How long a stranger may take in all, and with the rest of an answer whose status is known. */
const TIME_MS = 15_000;
const BODY_MS = 2000;
/** What is kept of an answer; no more of it is read. */
const KEPT_BYTES = 2048;

/** What is posted to an address that a stranger has named. */
export interface ToStranger {
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Addresses on this very machine may be meant: the local world's. */
  readonly localToo?: boolean;
}

/** What came of it: a status, or why there is none. */
export interface StrangersAnswer {
  readonly status?: number;
  readonly failure?: "refused" | "timeout" | "unreachable";
  /** The beginning of what was answered. */
  readonly text: string;
  /** What the answer says of when to come again. */
  readonly retryAfter?: string;
}

/** Asks for every address of a name. */
export type Resolve = (
  hostname: string,
  answer: (error: Error | null, addresses: readonly LookupAddress[]) => void,
) => void;

const resolveAll: Resolve = (hostname, answer) => lookup(hostname, { all: true }, answer);

class AddressRefused extends Error {}

/**
 * Looks a name up for the socket that connects to what is answered here: no other answer comes in between. One address
 * that is not public refuses them all.
 */
const judging =
  (resolve: Resolve, isGood: (address: string) => boolean): LookupFunction =>
  (hostname, options, callback) =>
    resolve(hostname, (error, addresses) => {
      if (error) return callback(error, "");
      const [first] = addresses;
      if (first === undefined || !addresses.every(({ address }) => isGood(address)))
        return callback(new AddressRefused(), "");
      if (options.all) return callback(null, [...addresses]);
      return callback(null, first.address, first.family);
    });

/** Posts to a stranger's address; never throws. Redirects are answers like others, and no connection is kept. */
export async function postToStranger(
  { address, headers, body, localToo = false }: ToStranger,
  { resolve = resolveAll, timeMs = TIME_MS }: { readonly resolve?: Resolve; readonly timeMs?: number } = {},
): Promise<StrangersAnswer> {
  if (addressFault(address, { localToo }) !== undefined) return { failure: "refused", text: "" };
  const url = new URL(address);
  const isLocal = localToo && url.hostname === "localhost";
  const send = url.protocol === "https:" ? requestByHttps : requestByHttp;
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), timeMs);
  try {
    const response = await new Promise<IncomingMessage>((answered, failed) => {
      const request = send(url, {
        method: "POST",
        agent: false,
        headers: { ...headers, "content-length": String(Buffer.byteLength(body)), connection: "close" },
        lookup: judging(resolve, isLocal ? () => true : isPublicAddress),
        signal: late.signal,
      });
      request.on("response", answered).on("error", failed).end(body);
    });
    const { statusCode: status, headers: said } = response;
    const retryAfter = said["retry-after"];
    return { status, text: await beginningOf(response), ...(retryAfter !== undefined && { retryAfter }) };
  } catch (error) {
    if (error instanceof AddressRefused) return { failure: "refused", text: "" };
    return { failure: late.signal.aborted ? "timeout" : "unreachable", text: "" };
  } finally {
    clearTimeout(timer);
  }
}

/** The beginning of an answer, as far as it comes soon; the rest is not waited for. */
async function beginningOf(response: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  const timer = setTimeout(() => response.destroy(), BODY_MS);
  try {
    for await (const part of response) {
      parts.push(part as Buffer);
      size += (part as Buffer).length;
      if (size >= KEPT_BYTES) break;
    }
  } catch {
    // what had come until then is kept
  } finally {
    clearTimeout(timer);
    response.destroy();
  }
  return new TextDecoder().decode(Buffer.concat(parts).subarray(0, KEPT_BYTES));
}
