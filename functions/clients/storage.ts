import { S3Client } from "@aws-sdk/client-s3";
import { clientTimeouts } from "../runtime/client-timeouts.ts";
import { optionalEnvironment } from "../runtime/environment.ts";

let client: S3Client | undefined;

/** What reads and writes objects of an ordinary size. */
export function storage(): S3Client {
  // Whoever serves a bucket on a local address does so by path, not by host name.
  const forcePathStyle = optionalEnvironment("AWS_ENDPOINT_URL_S3") !== undefined;
  client ??= new S3Client({ ...clientTimeouts, forcePathStyle });
  return client;
}
