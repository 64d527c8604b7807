import { brotliCompressSync, constants, gzipSync } from "node:zlib";

/** The media types that CloudFront compresses, of its documented list those that a web product serves. */
const compressible = new Set([
  "application/javascript",
  "application/json",
  "application/xml",
  "image/svg+xml",
  "text/css",
  "text/csv",
  "text/html",
  "text/javascript",
  "text/plain",
  "text/xml",
]);
const bytesLimits = { least: 1000, most: 10_000_000 };
/** About what CloudFront spends on compressing: it compresses while somebody waits. */
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/** A body as CloudFront sends it. */
export interface Travelling {
  readonly encoding?: "br" | "gzip";
  readonly body: Uint8Array;
}

/** Whether CloudFront compresses a body of this type and size, where its behaviour says to compress. */
export const isCompressed = (type: string, bytes: number): boolean =>
  compressible.has(type.split(";", 1)[0]!.trim().toLowerCase()) &&
  bytes >= bytesLimits.least &&
  bytes <= bytesLimits.most;

/** A body as CloudFront sends it to whoever accepts these encodings: as it is where its type or size is not compressed. */
export function travelling(body: Uint8Array, type: string, accepts: string): Travelling {
  if (!isCompressed(type, body.length)) return { body };
  if (/\bbr\b/.test(accepts)) return { encoding: "br", body: brotliCompressSync(body, quality) };
  return /\bgzip\b/.test(accepts) ? { encoding: "gzip", body: gzipSync(body) } : { body };
}
