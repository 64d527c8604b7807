import type { IncomingMessage, ServerResponse } from "node:http";
import type { BucketResource } from "../../cloud/resources/s3.ts";
import type { NewObject } from "./objects.ts";
import { S3Refusal } from "./signature.ts";

/** A bucket as the template has it. */
export interface LocalBucket extends Pick<BucketResource, "name" | "cors"> {
  /** Its policy denies reading an object that is not tagged GuardDutyMalwareScanStatus=NO_THREATS_FOUND. */
  readonly deniesUnscanned?: boolean;
  /** The same of a version that is asked for by its id, which is another action. */
  readonly deniesUnscannedVersions?: boolean;
  /** What is replaced or removed can still be had by the id of its version. */
  readonly versioned?: boolean;
  /** What is written to it below one of these prefixes is looked at, and tagged with the verdict at once. */
  readonly scans?: readonly string[];
  /** Hears of each verdict, as EventBridge tells it. */
  readonly onScan?: (event: Readonly<Record<string, unknown>>) => void;
}

/** One signed request. */
export class Call {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly url: URL;
  readonly bucket: LocalBucket;
  readonly key: string;

  constructor(request: IncomingMessage, response: ServerResponse, url: URL, bucket: LocalBucket, key: string) {
    this.request = request;
    this.response = response;
    this.url = url;
    this.bucket = bucket;
    this.key = key;
  }

  /** A header, which a presigned address may carry as a parameter. */
  readonly header = (name: string): string | undefined => this.headers[name];

  get headers(): Readonly<Record<string, string>> {
    const parameters = [...this.query].map(([name, value]) => [name.toLowerCase(), value]);
    return { ...Object.fromEntries(parameters), ...(this.request.headers as Record<string, string>) };
  }

  get query(): URLSearchParams {
    return this.url.searchParams;
  }

  /** The version that is meant; undefined for the present one. */
  get version(): string | undefined {
    return this.query.get("versionId") ?? undefined;
  }
}

const kept = [
  "content-type",
  "content-disposition",
  "content-encoding",
  "content-language",
  "cache-control",
  "expires",
];

/** The object that headers or form fields, in small letters, describe. */
export function newObject(key: string, given: Readonly<Record<string, string>>): NewObject {
  const headers: Record<string, string> = { "content-type": "binary/octet-stream" };
  for (const [name, value] of Object.entries(given)) {
    if (!kept.includes(name) && !name.startsWith("x-amz-meta-")) continue;
    const clean = name === "content-encoding" ? value.replace(/^aws-chunked,?\s*/, "") : value;
    if (clean !== "") headers[name] = clean;
  }
  return { key, headers, tags: Object.fromEntries(new URLSearchParams(given["x-amz-tagging"] ?? "")) };
}

/** What S3 says of a request that it does not know. */
export const notImplemented = () =>
  new S3Refusal(501, "NotImplemented", "A header you provided implies functionality that is not implemented");

/** Names the version of an object in an answer, where its bucket keeps them. */
export const versionHeader = (version: string | undefined): Record<string, string> =>
  version === undefined ? {} : { "x-amz-version-id": version };

/** Answers with XML. */
export function sendXml(
  response: ServerResponse,
  status: number,
  body: string,
  headers: Record<string, string> = {},
): void {
  const type = { "content-type": "application/xml" };
  response.writeHead(status, { ...type, ...headers }).end(`<?xml version="1.0" encoding="UTF-8"?>\n${body}`);
}
