import { Sha256 } from "@smithy/core/checksum";
import { buildQueryString, escapeUriPath, HttpRequest } from "@smithy/core/protocols";
import { createScope, SignatureV4 } from "@smithy/signature-v4";
import { defaultProvider } from "../runtime/credentials.ts";
import { environment, optionalEnvironment } from "../runtime/environment.ts";
import type { Upload } from "./files.ts";

// By the SDK's signer alone: what it has for such addresses brings the whole client of S3, 124 KB of a handler.

const UPLOAD_SECONDS = 300;
const DOWNLOAD_SECONDS = 60;
/** A slow line takes long for a part, and for those before it. */
const PART_SECONDS = 3600;
/** Somebody watches a recording for longer, and goes back in it. */
const PLAY_SECONDS = 7200;

const region = () => environment("AWS_REGION");
const credentials = defaultProvider();
const signer = () =>
  new SignatureV4({ service: "s3", region: region(), credentials, sha256: Sha256, uriEscapePath: false });

/** Whoever serves a bucket on a local address does so by path, not by host name. */
function addressOf(bucket: string): URL {
  const local = optionalEnvironment("AWS_ENDPOINT_URL_S3");
  return new URL(local === undefined ? `https://${bucket}.s3.${region()}.amazonaws.com` : `${local}/${bucket}`);
}

/** Where and how to post a file: the form's fields, in the order S3 wants them before the file. */
export interface UploadForm {
  readonly url: string;
  readonly fields: Record<string, string>;
  readonly expiresInSeconds: number;
}

/** Signs the upload of one object by a form: exactly this key and type, 1 byte to `bytesMax`, for five minutes. */
export async function signUpload(key: string, type: string, bytesMax: number): Promise<UploadForm> {
  const bucket = environment("FILES_BUCKET");
  const signingDate = new Date();
  const date = inSeconds(signingDate).replaceAll(/[-:]/g, "");
  const { accessKeyId, sessionToken } = await credentials();
  const signed = {
    "Content-Type": type,
    bucket,
    "X-Amz-Algorithm": "AWS4-HMAC-SHA256",
    "X-Amz-Credential": `${accessKeyId}/${createScope(date.slice(0, 8), region(), "s3")}`,
    "X-Amz-Date": date,
    ...(sessionToken !== undefined && { "X-Amz-Security-Token": sessionToken }),
    key,
  };
  const policy = {
    expiration: inSeconds(new Date(signingDate.getTime() + UPLOAD_SECONDS * 1000)),
    conditions: [
      ["content-length-range", 1, bytesMax],
      ...Object.entries(signed).map(([name, value]) => ({ [name]: value })),
    ],
  };
  const Policy = Buffer.from(JSON.stringify(policy)).toString("base64");
  const fields = { ...signed, Policy, "X-Amz-Signature": await signer().sign(Policy, { signingDate }) };
  return { url: addressOf(bucket).href, fields, expiresInSeconds: UPLOAD_SECONDS };
}

const inSeconds = (moment: Date): string => moment.toISOString().replace(/\.\d+/, "");

/** A name in the encoding of a header's extended value (RFC 8187), which allows fewer signs than an address does. */
const extended = (name: string): string =>
  encodeURIComponent(name).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** Signs the download of an upload for a minute, as an attachment of that name whatever the browser thinks of it. */
export function signDownload(upload: Upload, name: string): Promise<string> {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  const fileName = `filename="${plain}"; filename*=UTF-8''${extended(name)}`;
  return signRead(environment("FILES_BUCKET"), upload, `attachment; ${fileName}`);
}

/** Signs the playing of a recording where it stands, for two hours. */
export const signPlay = (upload: Upload): Promise<string> =>
  signRead(environment("FILES_BUCKET"), upload, "inline", PLAY_SECONDS);

/** Signs the download of an export for a minute, as an attachment of that name. */
export const signExport = (key: string, name: string): Promise<string> =>
  signRead(environment("EXPORTS_BUCKET"), { key }, `attachment; filename="${name.replace(/[^\w.-]/g, "_")}"`);

function signRead(
  bucket: string,
  { key, object_version }: Upload,
  disposition: string,
  expiresIn = DOWNLOAD_SECONDS,
): Promise<string> {
  const query = {
    ...(object_version !== undefined && { versionId: object_version }),
    "response-cache-control": "private, no-store",
    "response-content-disposition": disposition,
  };
  return sign(bucket, key, { method: "GET", query, headers: {}, expiresIn });
}

/** Where a part of an upload in parts is to be put. */
export interface PartAddress {
  readonly url: string;
  readonly expiresInSeconds: number;
}

/** Signs the upload of one part, of exactly so many bytes, for an hour. */
export async function signPart(
  { key, upload_id }: { readonly key: string; readonly upload_id: string },
  part_number: number,
  size: number,
): Promise<PartAddress> {
  const query = { partNumber: String(part_number), uploadId: upload_id };
  const headers = { "content-length": String(size) };
  const bucket = environment("FILES_BUCKET");
  const url = await sign(bucket, key, { method: "PUT", query, headers, expiresIn: PART_SECONDS });
  return { url, expiresInSeconds: PART_SECONDS };
}

/** Signs an address; whoever uses it has to send the headers. */
async function sign(
  bucket: string,
  key: string,
  {
    expiresIn,
    headers,
    ...asked
  }: Pick<HttpRequest, "method" | "headers"> & {
    readonly query: Readonly<Record<string, string>>;
    readonly expiresIn: number;
  },
): Promise<string> {
  const { protocol, hostname, port, host, pathname } = addressOf(bucket);
  const path = `${pathname.replace(/\/$/, "")}/${escapeUriPath(key)}`;
  const request = new HttpRequest({
    protocol,
    hostname,
    ...(port && { port: Number(port) }),
    path,
    ...asked,
    headers: { ...headers, host, "X-Amz-Content-Sha256": "UNSIGNED-PAYLOAD" },
  });
  const { query } = await signer().presign(request, { expiresIn });
  return `${protocol}//${host}${path}?${buildQueryString(query!)}`;
}
