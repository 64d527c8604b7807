import { createHash, randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { S3Refusal } from "./signature.ts";

/** What is kept of an object besides its bytes. */
export interface ObjectMetadata {
  readonly key: string;
  readonly size: number;
  readonly etag: string;
  /** ISO time of the last write. */
  readonly modified: string;
  /** Headers it is served with: content-type, content-disposition, x-amz-meta-… and the like. */
  readonly headers: Readonly<Record<string, string>>;
  readonly tags: Readonly<Record<string, string>>;
  readonly checksum?: { readonly name: string; readonly value: string };
}

/** What a write says about its object. */
export type NewObject = Pick<ObjectMetadata, "key" | "headers" | "tags" | "checksum">;

/** The objects of all buckets, as files: bytes and facts side by side, named by the hash of the key. */
export interface ObjectStore {
  openBucket(bucket: string): void;
  find(bucket: string, key: string): ObjectMetadata | undefined;
  /** The file with an object's bytes. */
  file(bucket: string, key: string): string;
  /** Writes an object; with `onlyNew` an existing one makes it a 412. */
  write(bucket: string, object: NewObject, bytes: Buffer, onlyNew?: boolean): ObjectMetadata;
  changeTags(bucket: string, key: string, tags: Record<string, string>): void;
  remove(bucket: string, key: string): void;
  /** Every object of a bucket, ordered by key. */
  all(bucket: string): ObjectMetadata[];
  startUpload(bucket: string, object: NewObject): string;
  writePart(upload: string, part: number, bytes: Buffer): string;
  /** Puts the named parts together and forgets the upload. */
  finishUpload(bucket: string, upload: string, parts: readonly UploadPart[], onlyNew: boolean): ObjectMetadata;
  dropUpload(upload: string): void;
}

/** A part as the one who uploaded it knows it. */
export interface UploadPart {
  readonly number: number;
  readonly etag: string;
}

/** Opens the store in a folder. */
export function openObjects(directory: string): ObjectStore {
  const digest = (algorithm: string, data: string | Buffer) => createHash(algorithm).update(data).digest("hex");
  const etagOf = (bytes: Buffer) => `"${digest("md5", bytes)}"`;
  const file = (bucket: string, key: string) => join(directory, bucket, digest("sha256", key));
  const metadataFile = (bucket: string, key: string) => `${file(bucket, key)}.json`;
  const readSummary = (path: string) => JSON.parse(readFileSync(path, "utf8")) as ObjectMetadata;

  function find(bucket: string, key: string): ObjectMetadata | undefined {
    const path = metadataFile(bucket, key);
    return existsSync(path) ? readSummary(path) : undefined;
  }
  function write(
    bucket: string,
    object: NewObject,
    bytes: Buffer,
    onlyNew = false,
    etag = etagOf(bytes),
  ): ObjectMetadata {
    if (onlyNew && existsSync(metadataFile(bucket, object.key))) {
      throw new S3Refusal(412, "PreconditionFailed", "At least one of the pre-conditions you specified did not hold");
    }
    const { key, headers, tags, checksum } = object;
    const metadata = { key, size: bytes.length, etag, modified: new Date().toISOString(), headers, tags, checksum };
    writeFileSync(file(bucket, key), bytes);
    writeFileSync(metadataFile(bucket, key), JSON.stringify(metadata));
    return metadata;
  }
  function uploadFolder(upload: string): string {
    const folder = join(directory, ".uploads", upload);
    if (/^[\w-]+$/.test(upload) && existsSync(folder)) return folder;
    throw new S3Refusal(404, "NoSuchUpload", "The specified multipart upload does not exist.");
  }

  return {
    openBucket: (bucket) => void mkdirSync(join(directory, bucket), { recursive: true }),
    find,
    file,
    write: (bucket, object, bytes, onlyNew) => write(bucket, object, bytes, onlyNew),
    changeTags(bucket, key, tags) {
      const metadata = find(bucket, key);
      if (metadata) writeFileSync(metadataFile(bucket, key), JSON.stringify({ ...metadata, tags }));
    },
    remove(bucket, key) {
      rmSync(file(bucket, key), { force: true });
      rmSync(metadataFile(bucket, key), { force: true });
    },
    all: (bucket) =>
      readdirSync(join(directory, bucket))
        .filter((name) => name.endsWith(".json"))
        .map((name) => readSummary(join(directory, bucket, name)))
        .sort((left, right) => Buffer.compare(Buffer.from(left.key), Buffer.from(right.key))),
    startUpload(bucket, object) {
      const upload = randomUUID();
      const folder = join(directory, ".uploads", upload);
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, "object.json"), JSON.stringify({ bucket, object }));
      return upload;
    },
    writePart(upload, part, bytes) {
      writeFileSync(join(uploadFolder(upload), String(part)), bytes);
      return etagOf(bytes);
    },
    finishUpload(bucket, upload, parts, onlyNew) {
      const folder = uploadFolder(upload);
      const bytes = parts.map(({ number, etag }, index) => {
        if (index > 0 && number <= parts[index - 1]!.number) {
          throw new S3Refusal(400, "InvalidPartOrder", "The list of parts was not in ascending order.");
        }
        const path = join(folder, String(number));
        const part = existsSync(path) ? readFileSync(path) : undefined;
        if (part !== undefined && etagOf(part).replaceAll('"', "") === etag.replaceAll('"', "")) return part;
        throw new S3Refusal(400, "InvalidPart", "One or more of the specified parts could not be found.");
      });
      if (bytes.slice(0, -1).some((part) => part.length < 5 * 1024 * 1024)) {
        const message = "Your proposed upload is smaller than the minimum allowed size";
        throw new S3Refusal(400, "EntityTooSmall", message);
      }
      const { object } = JSON.parse(readFileSync(join(folder, "object.json"), "utf8")) as { object: NewObject };
      const sums = Buffer.concat(bytes.map((part) => createHash("md5").update(part).digest()));
      const etag = `"${digest("md5", sums)}-${parts.length}"`;
      const metadata = write(bucket, object, Buffer.concat(bytes), onlyNew, etag);
      rmSync(folder, { recursive: true });
      return metadata;
    },
    dropUpload: (upload) => rmSync(uploadFolder(upload), { recursive: true }),
  };
}
