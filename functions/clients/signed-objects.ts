import { DeleteObjectCommand, ListObjectsV2Command, PutObjectCommand } from "@aws-sdk/client-s3";
import { environment } from "../runtime/environment.ts";
import { storage } from "./storage.ts";

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
