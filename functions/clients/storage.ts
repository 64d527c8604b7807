import { S3Client } from "@aws-sdk/client-s3";
import { clientTimeouts, largeObjectTimeouts } from "../runtime/client-timeouts.ts";
import { optionalEnvironment } from "../runtime/environment.ts";

/** Whoever serves a bucket on a local address does so by path, not by host name. */
const isByPath = (): boolean => optionalEnvironment("AWS_ENDPOINT_URL_S3") !== undefined;

let client: S3Client | undefined;
/** What reads and writes objects of an ordinary size. */
export function storage(): S3Client {
  client ??= new S3Client({ ...clientTimeouts, forcePathStyle: isByPath() });
  return client;
}

let largeClient: S3Client | undefined;
/** What reads and writes the large files of the exports' bucket. */
export function largeStorage(): S3Client {
  largeClient ??= new S3Client({ ...largeObjectTimeouts, forcePathStyle: isByPath() });
  return largeClient;
}
