import { createHash } from "node:crypto";
import type { Readable } from "node:stream";
import {
  DeleteObjectCommand,
  GetObjectCommand,
  GetObjectTaggingCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
} from "@aws-sdk/client-s3";
import { createPresignedPost } from "@aws-sdk/s3-presigned-post";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { clientTimeouts } from "../process/client-timeouts.ts";
import { environment, optionalEnvironment } from "../process/environment.ts";

const UPLOAD_SECONDS = 300;
const DOWNLOAD_SECONDS = 60;

let client: S3Client | undefined;
function storage(): S3Client {
  // Whoever serves a bucket on a local address does so by path, not by host name.
  const forcePathStyle = optionalEnvironment("AWS_ENDPOINT_URL_S3") !== undefined;
  client ??= new S3Client({ ...clientTimeouts, forcePathStyle });
  return client;
}
const uploads = () => environment("FILES_BUCKET");

/** Where and how to post a file: the form's fields, in the order S3 wants them before the file. */
export interface UploadForm {
  readonly url: string;
  readonly fields: Record<string, string>;
  readonly expiresInSeconds: number;
}

/** Signs the upload of one object: exactly this key and type, 1 byte to `bytesMax`, for five minutes. */
export async function signUpload(key: string, type: string, bytesMax: number): Promise<UploadForm> {
  const { url, fields } = await createPresignedPost(storage(), {
    Bucket: uploads(),
    Key: key,
    Conditions: [["content-length-range", 1, bytesMax]],
    Fields: { "Content-Type": type },
    Expires: UPLOAD_SECONDS,
  });
  return { url, fields, expiresInSeconds: UPLOAD_SECONDS };
}

/** An uploaded object: the version that was confirmed, or where none is kept of it, the present one. */
export interface Upload {
  readonly key: string;
  readonly object_version?: string;
}

const pinned = ({ key, object_version }: Upload) => ({ Bucket: uploads(), Key: key, VersionId: object_version });

/** A name in the encoding of a header's extended value (RFC 8187), which allows fewer signs than an address does. */
const extended = (name: string): string =>
  encodeURIComponent(name).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** Signs the download of an object for a minute, as an attachment of that name whatever the browser thinks of it. */
export function signDownload(upload: Upload, name: string): Promise<string> {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  const command = new GetObjectCommand({
    ...pinned(upload),
    ResponseContentDisposition: `attachment; filename="${plain}"; filename*=UTF-8''${extended(name)}`,
    ResponseCacheControl: "private, no-store",
  });
  return getSignedUrl(storage(), command, { expiresIn: DOWNLOAD_SECONDS });
}

/** An uploaded object: which version it is, its size, type, digest, and its first bytes. */
export interface UploadedObject {
  readonly object_version?: string;
  readonly sizeBytes: number;
  readonly type: string;
  /** In hex. */
  readonly sha256: string;
  readonly head: Uint8Array;
}

const HEAD_BYTES = 4096;

/** Reads an uploaded object through; undefined when nothing has arrived under the key. */
export async function inspectUpload(key: string): Promise<UploadedObject | undefined> {
  try {
    const { VersionId, ContentType, Body } = await storage().send(
      new GetObjectCommand({ Bucket: uploads(), Key: key }),
    );
    const hash = createHash("sha256");
    let head = Buffer.alloc(0);
    let sizeBytes = 0;
    for await (const part of Body as Readable as AsyncIterable<Buffer>) {
      hash.update(part);
      sizeBytes += part.length;
      if (head.length < HEAD_BYTES) head = Buffer.concat([head, part]).subarray(0, HEAD_BYTES);
    }
    return { object_version: VersionId, sizeBytes, type: ContentType ?? "", sha256: hash.digest("hex"), head };
  } catch (error) {
    // without the right to list, S3 says 403 for what is not there
    if (["NoSuchKey", "AccessDenied"].includes((error as Error).name)) return undefined;
    throw error;
  }
}

/**
 * What the scan for malware says of an object. `locked`: nobody can look into it without a password, or it is too large or
 * too deeply packed; `failed`: the scan itself could not be done.
 */
export type Verdict = "clean" | "infected" | "locked" | "failed" | "waiting";

const verdicts: Readonly<Record<string, Verdict>> = {
  NO_THREATS_FOUND: "clean",
  THREATS_FOUND: "infected",
  UNSUPPORTED: "locked",
  FAILED: "failed",
  ACCESS_DENIED: "failed",
};

/** What a verdict's tag means. Without a scan there is none, and the upload counts as clean; one from before still holds. */
export function verdictOf(tag: string | undefined, { isScanned }: { readonly isScanned: boolean }): Verdict {
  if (tag === undefined) return isScanned ? "waiting" : "clean";
  return verdicts[tag] ?? "failed";
}

/** Reads the verdict that GuardDuty has written beside an object. */
export async function readVerdict(upload: Upload): Promise<Verdict> {
  const { TagSet = [] } = await storage().send(new GetObjectTaggingCommand(pinned(upload)));
  const verdict = TagSet.find(({ Key: name }) => name === "GuardDutyMalwareScanStatus")?.Value;
  return verdictOf(verdict, { isScanned: optionalEnvironment("UPLOADS_UNSCANNED") === undefined });
}

/** Removes an uploaded object that was refused. */
export async function removeUpload(key: string): Promise<void> {
  await storage().send(new DeleteObjectCommand({ Bucket: uploads(), Key: key }));
}

/**
 * Takes away what was posted under a key after the version that was confirmed, so that this one is the present object
 * again. Nobody can post any more by then.
 */
export async function removeLaterPosts({ key, object_version }: Upload): Promise<void> {
  if (object_version === undefined) return;
  for (;;) {
    const present = await presentVersion(key);
    if (present === undefined || present === object_version) return;
    await storage().send(new DeleteObjectCommand({ Bucket: uploads(), Key: key, VersionId: present }));
  }
}

async function presentVersion(key: string): Promise<string | undefined> {
  try {
    return (await storage().send(new HeadObjectCommand({ Bucket: uploads(), Key: key }))).VersionId;
  } catch (error) {
    const { $metadata: answered } = error as { $metadata?: { httpStatusCode?: number } };
    if (answered?.httpStatusCode === 404 || answered?.httpStatusCode === 403) return undefined; // not there
    throw error;
  }
}

/** Keeps a file that came within a call beside the uploads. */
export async function keepUpload(
  key: string,
  type: string,
  bytes: Uint8Array,
): Promise<Pick<UploadedObject, "object_version" | "sha256">> {
  const { VersionId } = await storage().send(
    new PutObjectCommand({ Bucket: uploads(), Key: key, Body: bytes, ContentType: type }),
  );
  return { object_version: VersionId, sha256: createHash("sha256").update(bytes).digest("hex") };
}

/** Keeps a picture under /media/, where everybody may read it for good: its name is the hash of its contents. */
export async function keepMedia(key: string, type: string, bytes: Uint8Array): Promise<void> {
  await storage().send(
    new PutObjectCommand({
      Bucket: environment("MEDIA_BUCKET"),
      Key: key,
      Body: bytes,
      ContentType: type,
      CacheControl: "public, max-age=31536000, immutable",
    }),
  );
}

/** Reads a picture that is served below /media/; undefined where there is none. */
export const findMedia = (path: string): Promise<Buffer | undefined> =>
  readMedia(path).catch((error: Error) => {
    if (error.name !== "NoSuchKey") throw error;
    return undefined;
  });

/** Reads a picture that is served below /media/. */
export async function readMedia(path: string): Promise<Buffer> {
  const command = new GetObjectCommand({ Bucket: environment("MEDIA_BUCKET"), Key: path.replace(/^\//, "") });
  const { Body } = await storage().send(command);
  return Buffer.from(await Body!.transformToByteArray());
}
