import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";

/** The one key this machine's buckets know. */
export interface S3Keys {
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
  readonly region: string;
}

/** A refusal of S3, as its XML says it. */
export class S3Refusal extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message = code) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

const SKEW_MS = 15 * 60_000;
const PRESIGNED_SECONDS_MAX = 604_800;

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();

/** Percent-encoding as signatures use it. */
export const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`);

/** The signature of a text, made with the day's key of S3. */
export function signatureOf(text: string, date: string, { credentials, region }: S3Keys): string {
  const key = hmac(hmac(hmac(hmac(`AWS4${credentials.secretAccessKey}`, date), region), "s3"), "aws4_request");
  return createHmac("sha256", key).update(text).digest("hex");
}

/** Compares two signatures in constant time. */
export function isSame(left: string, right: string): boolean {
  return left.length === right.length && timingSafeEqual(Buffer.from(left), Buffer.from(right));
}

/** Checks a credential's scope, `KEY/20261121/us-east-1/s3/aws4_request`, and gives its date. */
export function dateOfScope(scope: string, { credentials, region }: S3Keys): string {
  const [accessKey, date, scopeRegion, service, end] = scope.split("/");
  if (accessKey !== credentials.accessKeyId) {
    const message = "The AWS Access Key Id you provided does not exist in our records.";
    throw new S3Refusal(403, "InvalidAccessKeyId", message);
  }
  if (scopeRegion !== region || service !== "s3" || end !== "aws4_request" || date === undefined) {
    throw new S3Refusal(
      400,
      "AuthorizationHeaderMalformed",
      `The region '${scopeRegion}' is wrong; expecting '${region}'`,
    );
  }
  return date;
}

/** Reads `20261121T040000Z` in milliseconds; NaN for anything else. */
const readTime = (text: string) =>
  Date.parse(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"));

/** The path as it was sent: a key may contain `..`, which URL would resolve. */
export const pathOf = (request: IncomingMessage) => request.url!.split("?", 1)[0]!;

/** Refuses a request without a good signature of version 4, in its headers or, presigned until `now`, in its address. */
export function verifySignature(request: IncomingMessage, url: URL, keys: S3Keys, now: number): void {
  const query = url.searchParams;
  const given = query.has("X-Amz-Signature") ? readPresigned(query, now) : readHeaders(request);
  const date = dateOfScope(given.scope, keys);
  const signed = new Set(given.signedHeaders);
  const unsigned = Object.keys(request.headers).find((name) => name.startsWith("x-amz-") && !signed.has(name));
  if (unsigned !== undefined || !signed.has("host")) {
    throw new S3Refusal(403, "AccessDenied", "There were headers present in the request which were not signed");
  }
  const canonicalQuery = [...query]
    .filter(([name]) => name !== "X-Amz-Signature")
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join("&");
  const canonical = [
    request.method,
    pathOf(request),
    canonicalQuery,
    ...given.signedHeaders.map(
      (name) =>
        `${name}:${String(request.headers[name] ?? "")
          .trim()
          .replace(/ +/g, " ")}`,
    ),
    "",
    given.signedHeaders.join(";"),
    given.payloadHash,
  ].join("\n");
  const scope = given.scope.slice(given.scope.indexOf("/") + 1);
  const text = ["AWS4-HMAC-SHA256", given.time, scope, sha256(canonical)].join("\n");
  if (isSame(signatureOf(text, date, keys), given.signature)) return;
  const message = "The request signature we calculated does not match the signature you provided.";
  throw new S3Refusal(403, "SignatureDoesNotMatch", message);
}

interface GivenSignature {
  readonly scope: string;
  readonly time: string;
  readonly signedHeaders: readonly string[];
  readonly signature: string;
  readonly payloadHash: string;
}

function readPresigned(query: URLSearchParams, now: number): GivenSignature {
  const need = (name: string) => {
    const value = query.get(name);
    if (value !== null) return value;
    throw new S3Refusal(400, "AuthorizationQueryParametersError", `Query-string authentication needs ${name}`);
  };
  const time = need("X-Amz-Date");
  const seconds = Number(need("X-Amz-Expires"));
  if (!(seconds > 0 && seconds <= PRESIGNED_SECONDS_MAX)) {
    const message =
      "X-Amz-Expires must be less than a week (in seconds); that is, the given X-Amz-Expires must be less than 604800 seconds";
    throw new S3Refusal(400, "AuthorizationQueryParametersError", message);
  }
  const from = readTime(time);
  if (!(now >= from - SKEW_MS)) throw new S3Refusal(403, "AccessDenied", "Request is not yet valid");
  if (now > from + seconds * 1000) throw new S3Refusal(403, "AccessDenied", "Request has expired");
  return {
    scope: need("X-Amz-Credential"),
    time,
    signedHeaders: need("X-Amz-SignedHeaders").split(";"),
    signature: need("X-Amz-Signature"),
    payloadHash: query.get("X-Amz-Content-Sha256") ?? "UNSIGNED-PAYLOAD",
  };
}

/** Such a request is made this moment, in real time, wherever the world's clock was moved. */
function readHeaders({ headers }: IncomingMessage): GivenSignature {
  const form = /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=(\w+)$/;
  const [, scope, signedHeaders, signature] = form.exec(headers.authorization ?? "") ?? [];
  if (scope === undefined) throw new S3Refusal(403, "AccessDenied", "Access Denied");
  const time = String(headers["x-amz-date"]);
  if (!(Math.abs(Date.now() - readTime(time)) <= SKEW_MS)) {
    const message = "The difference between the request time and the current time is too large.";
    throw new S3Refusal(403, "RequestTimeTooSkewed", message);
  }
  const payloadHash = headers["x-amz-content-sha256"];
  if (typeof payloadHash !== "string") {
    throw new S3Refusal(400, "InvalidRequest", "Missing required header for this request: x-amz-content-sha256");
  }
  return { scope, time, signedHeaders: signedHeaders!.split(";"), signature: signature!, payloadHash };
}
