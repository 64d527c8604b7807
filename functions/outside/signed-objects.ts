import { DeleteObjectCommand, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { clientTimeouts } from "../process/client-timeouts.ts";
import { environment, optionalEnvironment } from "../process/environment.ts";

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

/** Takes an object from where it is served. */
export async function takeObject(path: string): Promise<void> {
  await storage().send(new DeleteObjectCommand(objectAt(path)));
}
