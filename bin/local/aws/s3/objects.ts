import { createHash } from "node:crypto";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { monotonicFactory } from "ulid";
import { type Contents, chunksOf } from "./contents.ts";
import { S3Refusal } from "./signature.ts";

/** What is kept of an object besides its bytes. */
export interface ObjectMetadata {
  readonly key: string;
  /** Which write of the key it is; absent in a bucket that keeps no versions. */
  readonly version?: string;
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

/** How S3 names the version of an object that was written before its bucket kept versions. */
const UNVERSIONED = "null";

/** The objects of all buckets, as files: bytes and facts side by side, named by the hash of the key. */
export interface ObjectStore {
  /** Opens a bucket; with `versioned`, what is replaced or removed stays under the id of its version. */
  openBucket(bucket: string, versioned?: boolean): void;
  /** An object as it is now, or one version of it. */
  find(bucket: string, key: string, version?: string): ObjectMetadata | undefined;
  /** The file with the bytes of what {@link find} finds. */
  file(bucket: string, key: string, version?: string): string;
  write(bucket: string, object: NewObject, contents: Contents, options?: WriteOptions): ObjectMetadata;
  changeTags(bucket: string, key: string, tags: Record<string, string>, version?: string): void;
  /** Takes an object away; a version for good, after which the newest of the others is the object. */
  remove(bucket: string, key: string, version?: string): void;
  /** Every object of a bucket, ordered by key. */
  all(bucket: string): ObjectMetadata[];
  /** Every version that is kept, ordered by key and the newest first. */
  versions(bucket: string): ObjectMetadata[];
}

/** How an object is written. */
export interface WriteOptions {
  /** An existing one makes it a 412. */
  readonly onlyNew?: boolean;
  /** Of parts that were put together; otherwise the MD5 of the bytes. */
  readonly etag?: string;
}

/** Opens the store in a folder. */
export function openObjects(directory: string): ObjectStore {
  const digest = (algorithm: string, data: string | Buffer) => createHash(algorithm).update(data).digest("hex");
  const nextVersion = monotonicFactory();
  const versioned = new Set<string>();
  const present = (bucket: string, key: string) => join(directory, bucket, digest("sha256", key));
  const former = (bucket: string, key: string, version: string) =>
    `${present(bucket, key)}~${digest("sha256", version).slice(0, 32)}`;
  const readSummary = (path: string) => JSON.parse(readFileSync(path, "utf8")) as ObjectMetadata;
  const summaryAt = (path: string) => (existsSync(`${path}.json`) ? readSummary(`${path}.json`) : undefined);

  /** The file of an object as it is now, or of one version, whether that is the present one or not. */
  function file(bucket: string, key: string, version?: string): string {
    const path = present(bucket, key);
    if (version === undefined) return path;
    const now = summaryAt(path);
    return now && (now.version ?? UNVERSIONED) === version ? path : former(bucket, key, version);
  }
  const find = (bucket: string, key: string, version?: string) => summaryAt(file(bucket, key, version));

  function move(from: string, to: string): void {
    for (const suffix of ["", ".json"]) renameSync(from + suffix, to + suffix);
  }
  /** Keeps the present object as a former version, where its bucket keeps them. */
  function keepFormer(bucket: string, key: string): void {
    const now = find(bucket, key);
    if (now && versioned.has(bucket)) move(present(bucket, key), former(bucket, key, now.version ?? UNVERSIONED));
  }
  /** The newest of the former versions of a key. */
  function newestFormer(bucket: string, key: string): ObjectMetadata | undefined {
    const prefix = `${digest("sha256", key)}~`;
    return readdirSync(join(directory, bucket))
      .filter((name) => name.startsWith(prefix) && name.endsWith(".json"))
      .map((name) => readSummary(join(directory, bucket, name)))
      .toSorted((one, other) => ((one.version ?? "") < (other.version ?? "") ? 1 : -1))[0];
  }
  function write(
    bucket: string,
    object: NewObject,
    contents: Contents,
    { onlyNew, etag }: WriteOptions = {},
  ): ObjectMetadata {
    if (onlyNew && find(bucket, object.key)) {
      throw new S3Refusal(412, "PreconditionFailed", "At least one of the pre-conditions you specified did not hold");
    }
    const { key, headers, tags, checksum } = object;
    const arriving = join(directory, `.arriving-${process.pid}`); // beside the object: what is copied may be that object
    const md5 = createHash("md5");
    let size = 0;
    writeFileSync(arriving, "");
    for (const chunk of chunksOf(contents)) {
      appendFileSync(arriving, chunk);
      md5.update(chunk);
      size += chunk.length;
    }
    keepFormer(bucket, key);
    const version = versioned.has(bucket) ? { version: nextVersion() } : {};
    const modified = new Date().toISOString();
    const metadata = {
      key,
      ...version,
      size,
      etag: etag ?? `"${md5.digest("hex")}"`,
      modified,
      headers,
      tags,
      checksum,
    };
    renameSync(arriving, present(bucket, key));
    writeFileSync(`${present(bucket, key)}.json`, JSON.stringify(metadata));
    return metadata;
  }

  return {
    openBucket(bucket, keepsVersions = false) {
      mkdirSync(join(directory, bucket), { recursive: true });
      if (keepsVersions) versioned.add(bucket);
    },
    find,
    file,
    write,
    changeTags(bucket, key, tags, version) {
      const metadata = find(bucket, key, version);
      if (metadata) writeFileSync(`${file(bucket, key, version)}.json`, JSON.stringify({ ...metadata, tags }));
    },
    remove(bucket, key, version) {
      if (version === undefined && versioned.has(bucket)) return keepFormer(bucket, key);
      const path = file(bucket, key, version);
      for (const suffix of ["", ".json"]) rmSync(path + suffix, { force: true });
      const next = path === present(bucket, key) && version !== undefined ? newestFormer(bucket, key) : undefined;
      if (next) move(former(bucket, key, next.version ?? UNVERSIONED), path);
    },
    all: (bucket) =>
      readdirSync(join(directory, bucket))
        .filter((name) => name.endsWith(".json") && !name.includes("~"))
        .map((name) => readSummary(join(directory, bucket, name)))
        .sort((left, right) => Buffer.compare(Buffer.from(left.key), Buffer.from(right.key))),
    versions: (bucket) =>
      readdirSync(join(directory, bucket))
        .filter((name) => name.endsWith(".json"))
        .map((name) => readSummary(join(directory, bucket, name)))
        .sort(
          (left, right) =>
            Buffer.compare(Buffer.from(left.key), Buffer.from(right.key)) ||
            ((left.version ?? "") < (right.version ?? "") ? 1 : -1),
        ),
  };
}
