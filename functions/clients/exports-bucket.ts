import { S3Client } from "@aws-sdk/client-s3";
import { largeObjectTimeouts } from "../runtime/client-timeouts.ts";
import { environment, optionalEnvironment } from "../runtime/environment.ts";

let client: S3Client | undefined;
/** What reads and writes the large files of the exports' bucket. */
export function storage(): S3Client {
  // Whoever serves a bucket on a local address does so by path, not by host name.
  client ??= new S3Client({
    ...largeObjectTimeouts,
    forcePathStyle: optionalEnvironment("AWS_ENDPOINT_URL_S3") !== undefined,
  });
  return client;
}

/** The bucket of exports: of the files people asked for, and of the table's own. */
export const exportsBucket = (): string => environment("EXPORTS_BUCKET");
