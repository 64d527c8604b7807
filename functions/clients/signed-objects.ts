import {
  DeleteObjectCommand,
  ListObjectsV2Command,
  ListObjectVersionsCommand,
  type ListObjectVersionsCommandOutput,
  type ObjectVersion,
  PutObjectCommand,
  S3Client,
} from "@aws-sdk/client-s3";
import { clientTimeouts } from "../runtime/client-timeouts.ts";
import { environment, optionalEnvironment } from "../runtime/environment.ts";

let client: S3Client | undefined;
function storage(): S3Client {
  // Whoever serves a bucket on a local address does so by path, not by host name.
  const forcePathStyle = optionalEnvironment("AWS_ENDPOINT_URL_S3") !== undefined;
  client ??= new S3Client({ ...clientTimeouts, forcePathStyle });
  return client;
}
const objectAt = (path: string) => ({ Bucket: environment("SIGNED_BUCKET"), Key: path.slice(1) });

/** How an object is served: its media type, and for how many seconds it may be kept. */
export interface Serving {
  readonly type: string;
  readonly seconds: number;
}

/** Keeps an object at the path it is served at. While it cannot be asked for anew, what was kept of it is not served. */
export async function keepObject(path: string, body: string | Uint8Array, { type, seconds }: Serving): Promise<void> {
  await storage().send(
    new PutObjectCommand({
      ...objectAt(path),
      Body: body,
      ContentType: type,
      CacheControl: `public, max-age=${seconds}, stale-if-error=0`,
    }),
  );
}

/** Keeps an object as JSON, at its path or at its address on this portal. */
export const keepJson = (address: string, document: object, how: Serving): Promise<void> =>
  keepObject(new URL(address, environment("PORTAL_ORIGIN")).pathname, JSON.stringify(document), how);

/** Takes an object from where it is served. */
export async function takeObject(path: string): Promise<void> {
  await storage().send(new DeleteObjectCommand(objectAt(path)));
}

/** Whether there is an object at a path. */
export async function holdsObject(path: string): Promise<boolean> {
  const { Bucket, Key } = objectAt(path);
  const { Contents = [] } = await storage().send(new ListObjectsV2Command({ Bucket, Prefix: Key, MaxKeys: 1 }));
  return Contents.some((each) => each.Key === Key);
}

/** Removes every version of all objects whose path begins so, for good; no former one is the object meanwhile. */
export async function eraseObjects(beginning: string): Promise<void> {
  const { Bucket, Key: Prefix } = objectAt(beginning);
  const remove = ({ Key, VersionId }: Kept) =>
    storage().send(new DeleteObjectCommand({ Bucket, Key, ...(VersionId && { VersionId }) }));
  for (const { Key } of (await versionsOf(Bucket, Prefix)).present) await remove({ Key });
  const { versions, marks } = await versionsOf(Bucket, Prefix);
  for (const each of [...versions, ...marks]) await remove(each); // a mark hides what is below it until then
}

type Kept = Pick<ObjectVersion, "Key" | "VersionId">;

/** The versions below a prefix, those that are objects now, and the marks of removed ones. */
async function versionsOf(Bucket: string, Prefix: string) {
  const [versions, marks]: [ObjectVersion[], Kept[]] = [[], []];
  let page: ListObjectVersionsCommandOutput | undefined;
  do {
    const { NextKeyMarker: KeyMarker, NextVersionIdMarker: VersionIdMarker } = page ?? {};
    page = await storage().send(new ListObjectVersionsCommand({ Bucket, Prefix, KeyMarker, VersionIdMarker }));
    versions.push(...(page.Versions ?? []));
    marks.push(...(page.DeleteMarkers ?? []));
  } while (page.IsTruncated);
  return { versions, marks, present: versions.filter(({ IsLatest }) => IsLatest) };
}
