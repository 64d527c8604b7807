import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { crc32 } from "node:zlib";
import { readBody } from "../../server.ts";
import { S3Refusal } from "./signature.ts";

const digests: Record<string, (body: Buffer) => string> = {
  crc32: (body) => {
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc32(body));
    return sum.toString("base64");
  },
  sha1: (body) => createHash("sha1").update(body).digest("base64"),
  sha256: (body) => createHash("sha256").update(body).digest("base64"),
};

/** The bytes of an upload without their transport, and the checksum that was sent with them, such as `x-amz-checksum-crc32`. */
export interface ReceivedBody {
  readonly bytes: Buffer;
  readonly checksum?: { readonly name: string; readonly value: string };
}

/** Reads an upload and refuses one that is not what its hashes say. `headerOf` also knows headers of a presigned address. */
export async function receive(
  request: IncomingMessage,
  headerOf: (name: string) => string | undefined,
): Promise<ReceivedBody> {
  const sent = await readBody(request);
  const hash = headerOf("x-amz-content-sha256") ?? "";
  const chunked = hash.startsWith("STREAMING-") || (headerOf("content-encoding") ?? "").includes("aws-chunked");
  const { bytes, trailers } = chunked ? unchunk(sent) : { bytes: sent, trailers: {} };
  if (/^[0-9a-f]{64}$/.test(hash) && createHash("sha256").update(bytes).digest("hex") !== hash) {
    const message = "The provided 'x-amz-content-sha256' header does not match what was computed.";
    throw new S3Refusal(400, "XAmzContentSHA256Mismatch", message);
  }
  const md5 = headerOf("content-md5");
  if (md5 !== undefined && createHash("md5").update(bytes).digest("base64") !== md5) {
    throw new S3Refusal(400, "BadDigest", "The Content-MD5 you specified did not match what we received.");
  }
  return { bytes, checksum: checkSum(bytes, (name) => trailers[name] ?? headerOf(name)) };
}

/** Compares a sent checksum with the bytes; gives it back to be kept. */
export function checkSum(bytes: Buffer, sent: (name: string) => string | undefined): ReceivedBody["checksum"] {
  for (const algorithm of ["crc32", "crc32c", "crc64nvme", "sha1", "sha256"]) {
    const name = `x-amz-checksum-${algorithm}`;
    const value = sent(name);
    if (value === undefined) continue;
    const digest = digests[algorithm];
    if (digest === undefined) throw new S3Refusal(501, "NotImplemented", `The local cloud does not compute ${name}.`);
    if (digest(bytes) === value) return { name, value };
    const message = `The ${algorithm.toUpperCase()} you specified did not match the calculated checksum.`;
    throw new S3Refusal(400, "BadDigest", message);
  }
  return undefined;
}

/** Takes the frames of `aws-chunked` off: `size[;chunk-signature=…]\r\n bytes \r\n`, a last one of size 0, then trailers. */
function unchunk(body: Buffer): { bytes: Buffer; trailers: Record<string, string> } {
  const parts: Buffer[] = [];
  for (let at = 0; ; ) {
    const end = body.indexOf("\r\n", at);
    const size = end < 0 ? Number.NaN : Number.parseInt(body.subarray(at, end).toString(), 16);
    if (Number.isNaN(size)) throw new S3Refusal(400, "IncompleteBody", "The request body terminated unexpectedly");
    if (size === 0) {
      const lines = body
        .subarray(end + 2)
        .toString()
        .split("\r\n");
      const pairs = lines.filter((line) => line.includes(":")).map((line) => line.split(/:(.*)/, 2));
      return {
        bytes: Buffer.concat(parts),
        trailers: Object.fromEntries(pairs.map(([name, value]) => [name!.toLowerCase(), value!.trim()])),
      };
    }
    parts.push(body.subarray(end + 2, end + 2 + size));
    at = end + 2 + size + 2;
  }
}
