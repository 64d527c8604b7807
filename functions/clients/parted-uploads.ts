import { createHash } from "node:crypto";
import type { Readable } from "node:stream";
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  ListPartsCommand,
  type ListPartsCommandOutput,
} from "@aws-sdk/client-s3";
import { environment } from "../runtime/environment.ts";
import { HEAD_BYTES, type Upload, type UploadedObject } from "./files.ts";
import { storage } from "./storage.ts";

const uploads = () => environment("FILES_BUCKET");

/** An upload in parts: its key, and what S3 calls it. */
export interface PartedUpload {
  readonly key: string;
  readonly upload_id: string;
}

const asked = ({ key, upload_id }: PartedUpload) => ({ Bucket: uploads(), Key: key, UploadId: upload_id });
const isEnded = (error: unknown) => (error as Error).name === "NoSuchUpload";

/** Begins an upload in parts. Answers what S3 calls it. */
export async function beginParts(key: string, type: string): Promise<string> {
  const command = new CreateMultipartUploadCommand({ Bucket: uploads(), Key: key, ContentType: type });
  return (await storage().send(command)).UploadId!;
}

/** A part that has arrived. */
export interface ArrivedPart {
  readonly part_number: number;
  readonly etag: string;
  readonly size: number;
}

/** The parts that have arrived, in order; undefined when the upload has ended. */
export async function arrivedParts(upload: PartedUpload): Promise<ArrivedPart[] | undefined> {
  const parts: ArrivedPart[] = [];
  let page: ListPartsCommandOutput | undefined;
  try {
    do {
      const after = page && { PartNumberMarker: page.NextPartNumberMarker };
      page = await storage().send(new ListPartsCommand({ ...asked(upload), ...after }));
      for (const { PartNumber, ETag, Size } of page.Parts ?? [])
        parts.push({ part_number: PartNumber!, etag: ETag!, size: Size! });
    } while (page.IsTruncated);
  } catch (error) {
    if (isEnded(error)) return undefined;
    throw error;
  }
  return parts;
}

/**
 * Makes the parts one object. Answers its version; done before and asked again, that of what is there. Undefined when
 * the upload has ended and nothing of that size is there.
 */
export async function joinParts(
  upload: PartedUpload,
  parts: readonly ArrivedPart[],
  size: number,
): Promise<{ readonly object_version: string | undefined } | undefined> {
  try {
    const { VersionId } = await storage().send(
      new CompleteMultipartUploadCommand({
        ...asked(upload),
        MultipartUpload: { Parts: parts.map(({ part_number, etag }) => ({ PartNumber: part_number, ETag: etag })) },
        MpuObjectSize: size,
      }),
    );
    return { object_version: VersionId };
  } catch (error) {
    if (!isEnded(error)) throw error;
    return joinedBefore(upload.key, size);
  }
}

/** The object of parts that were joined by a request whose answer was lost. */
export async function joinedBefore(
  key: string,
  size: number,
): Promise<{ readonly object_version: string | undefined } | undefined> {
  try {
    const { ContentLength, VersionId } = await storage().send(new HeadObjectCommand({ Bucket: uploads(), Key: key }));
    return ContentLength === size ? { object_version: VersionId } : undefined;
  } catch (error) {
    const { $metadata: answered } = error as { $metadata?: { httpStatusCode?: number } };
    if (answered?.httpStatusCode === 404 || answered?.httpStatusCode === 403) return undefined; // not there
    throw error;
  }
}

/** Ends an upload in parts: what has arrived is gone. Ended already, it is. */
export async function abortParts(upload: PartedUpload): Promise<void> {
  try {
    await storage().send(new AbortMultipartUploadCommand(asked(upload)));
  } catch (error) {
    if (!isEnded(error)) throw error;
  }
}

/** The key of the one object below a prefix; undefined when there is none. */
export async function keyBelow(prefix: string): Promise<string | undefined> {
  const { Contents = [] } = await storage().send(new ListObjectsV2Command({ Bucket: uploads(), Prefix: prefix }));
  return Contents[0]?.Key;
}

/** How much is asked for at once. */
const RANGE_BYTES = 32 * 1024 * 1024;
/** Longer no range may take, however slowly it comes. */
const RANGE_MS = 60_000;
/** How often in a row nothing may come of a range before the reading is given up. */
const FAILURES_MAX = 4;

/**
 * Reads a large upload through, range by range, holding none of it: its type, digest and first bytes. A range that breaks
 * off is asked for again from where it broke off.
 */
export async function inspectLargeUpload(upload: Upload): Promise<UploadedObject> {
  const pinned = { Bucket: uploads(), Key: upload.key, VersionId: upload.object_version };
  const { ContentLength: size = 0, ContentType = "" } = await storage().send(new HeadObjectCommand(pinned));
  const hash = createHash("sha256");
  let head = Buffer.alloc(0);
  let at = 0;
  for (let failures = 0; at < size; ) {
    const before = at;
    try {
      const Range = `bytes=${at}-${Math.min(at + RANGE_BYTES, size) - 1}`;
      const { Body } = await storage().send(new GetObjectCommand({ ...pinned, Range }), {
        abortSignal: AbortSignal.timeout(RANGE_MS),
      });
      for await (const chunk of Body as Readable as AsyncIterable<Buffer>) {
        hash.update(chunk);
        at += chunk.length;
        if (head.length < HEAD_BYTES) head = Buffer.concat([head, chunk]).subarray(0, HEAD_BYTES);
      }
      failures = 0;
    } catch (error) {
      failures = at > before ? 1 : failures + 1;
      if (failures >= FAILURES_MAX) throw error;
    }
  }
  const { object_version } = upload;
  const found = { sizeBytes: at, type: ContentType, sha256: hash.digest("hex"), head };
  return { ...found, ...(object_version !== undefined && { object_version }) };
}
