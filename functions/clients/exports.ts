import {
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  PutObjectCommand,
  UploadPartCommand,
} from "@aws-sdk/client-s3";
import { exportsBucket } from "./exports-bucket.ts";
import { largeStorage } from "./storage.ts";

/** A file being written in parts: what has to be remembered of it to go on after an interruption. */
export interface PartedExport {
  readonly id: string;
  /** The ETags of the parts so far, in order. */
  readonly parts: readonly string[];
}

/** Begins to write a file in parts. */
export async function beginExport(key: string, type: string): Promise<PartedExport> {
  const { UploadId } = await largeStorage().send(
    new CreateMultipartUploadCommand({ Bucket: exportsBucket(), Key: key, ContentType: type }),
  );
  return { id: UploadId!, parts: [] };
}

/** Writes the next part; all but the last have at least 5 MB. */
export async function addPart(key: string, { id, parts }: PartedExport, bytes: Uint8Array): Promise<PartedExport> {
  const { ETag } = await largeStorage().send(
    new UploadPartCommand({
      Bucket: exportsBucket(),
      Key: key,
      UploadId: id,
      PartNumber: parts.length + 1,
      Body: bytes,
      ContentLength: bytes.length,
    }),
  );
  return { id, parts: [...parts, ETag!] };
}

/** Makes the parts one file. Done before and told again, it is done. */
export async function finishExport(key: string, { id, parts }: PartedExport): Promise<void> {
  try {
    await largeStorage().send(
      new CompleteMultipartUploadCommand({
        Bucket: exportsBucket(),
        Key: key,
        UploadId: id,
        MultipartUpload: { Parts: parts.map((ETag, index) => ({ ETag, PartNumber: index + 1 })) },
      }),
    );
  } catch (error) {
    if ((error as Error).name !== "NoSuchUpload" || !(await isThere(key))) throw error;
  }
}

async function isThere(key: string): Promise<boolean> {
  try {
    const { Body } = await largeStorage().send(
      new GetObjectCommand({ Bucket: exportsBucket(), Key: key, Range: "bytes=0-0" }),
    );
    await Body?.transformToByteArray();
    return true;
  } catch {
    return false;
  }
}

/** Reads a small file; undefined where there is none. */
export async function readExport(key: string): Promise<string | undefined> {
  try {
    const { Body } = await largeStorage().send(new GetObjectCommand({ Bucket: exportsBucket(), Key: key }));
    return await Body?.transformToString();
  } catch (error) {
    if ((error as Error).name === "NoSuchKey") return undefined;
    throw error;
  }
}

/** Writes a small file at once, over what was there. */
export async function keepExport(key: string, type: string, contents: string): Promise<void> {
  await largeStorage().send(
    new PutObjectCommand({ Bucket: exportsBucket(), Key: key, Body: contents, ContentType: type }),
  );
}
