import { createHash, randomUUID } from "node:crypto";
import type { Readable } from "node:stream";
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  GetObjectTaggingCommand,
  HeadObjectCommand,
  PutObjectCommand,
} from "@aws-sdk/client-s3";
import { environment, optionalEnvironment } from "../runtime/environment.ts";
import { COPY_BYTES, copyLarge } from "./large-copy.ts";
import { storage } from "./storage.ts";

const uploads = () => environment("FILES_BUCKET");

/** An uploaded object: the version that was confirmed, or where none is kept of it, the present one. */
export interface Upload {
  readonly key: string;
  readonly object_version?: string;
}

const pinned = ({ key, object_version }: Upload) => ({ Bucket: uploads(), Key: key, VersionId: object_version });

/** An uploaded object: which version it is, its size, type, digest, and its first bytes. */
export interface UploadedObject {
  readonly object_version?: string;
  readonly sizeBytes: number;
  readonly type: string;
  /** In hex. */
  readonly sha256: string;
  readonly head: Uint8Array;
}

/** How many of the first bytes say what a file is. */
export const HEAD_BYTES = 4096;

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

/** S3 answers a copy when it has made it. */
const COPY_MS = 24_000;

/** Copies an upload with its verdict, without which nobody could read it, to a key that tells nothing; answers that key. */
export async function copyUpload(
  { key, object_version, type, size_bytes: size }: Upload & { readonly type: string; readonly size_bytes: number },
  prefix: string,
): Promise<string> {
  const copy = `${prefix}${randomUUID()}`;
  const version = object_version === undefined ? "" : `?versionId=${encodeURIComponent(object_version)}`;
  const CopySource = `${uploads()}/${key}${version}`; // a key has no sign that wants encoding
  if (size > COPY_BYTES) {
    const source = { bucket: uploads(), key, version: object_version, source: CopySource };
    await copyLarge({ ...source, type, size }, copy);
    return copy;
  }
  const asked = new CopyObjectCommand({ Bucket: uploads(), Key: copy, CopySource, TaggingDirective: "COPY" });
  await storage().send(asked, { requestTimeout: COPY_MS });
  return copy;
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

/** Reads an upload whole; for small ones. */
export async function readUpload(upload: Upload): Promise<Uint8Array> {
  const { Body } = await storage().send(new GetObjectCommand(pinned(upload)));
  return Body!.transformToByteArray();
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

/** Keeps a picture under /media/, where everybody may read it; browsers and the edge keep it for so many seconds. */
export async function keepMedia(key: string, type: string, bytes: Uint8Array, seconds: number): Promise<void> {
  await storage().send(
    new PutObjectCommand({
      Bucket: environment("MEDIA_BUCKET"),
      Key: key,
      Body: bytes,
      ContentType: type,
      CacheControl: `public, max-age=${seconds}, immutable`,
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
