import { PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { clientTimeouts } from "../runtime/client-timeouts.ts";
import { environment, optionalEnvironment } from "../runtime/environment.ts";

let client: S3Client | undefined;

/** Keeps lines in the bucket whose objects nobody can rewrite. The same key again is another version of the same. */
export async function archive(key: string, lines: readonly object[]): Promise<void> {
  // Whoever serves a bucket on a local address does so by path, not by host name.
  client ??= new S3Client({
    ...clientTimeouts,
    forcePathStyle: optionalEnvironment("AWS_ENDPOINT_URL_S3") !== undefined,
  });
  const Body = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
  const ContentType = "application/x-ndjson";
  await client.send(new PutObjectCommand({ Bucket: environment("AUDIT_BUCKET"), Key: key, Body, ContentType }));
}
