import { randomUUID } from "node:crypto";
import { createReadStream, readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { holdsTestVirus } from "../../../../functions/file/model/content.ts";
import type { BucketResource } from "../../cloud/template.ts";
import { type LocalServer, readBody, serve } from "../../server.ts";
import { checkSum, receive } from "./body.ts";
import { allowOrigin, answerPreflight } from "./cors.ts";
import { listObjects, listVersions } from "./list.ts";
import { type NewObject, type ObjectMetadata, type ObjectStore, openObjects } from "./objects.ts";
import { readForm, verifyPost } from "./post.ts";
import { encode, pathOf, type S3Keys, S3Refusal, verifySignature } from "./signature.ts";
import { escapeXml, readTags, textsOf, xmlOfTags } from "./xml.ts";

const KEY_BYTES_MAX = 1024;
const verdictTag = "GuardDutyMalwareScanStatus";
const clean = "NO_THREATS_FOUND";

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

/** S3 on this machine. */
export interface LocalS3 extends LocalServer {
  /** Adds a bucket; any other is NoSuchBucket. */
  open(bucket: LocalBucket): void;
}

/** Starts the stand-in: buckets in paths, every request signed, files below `directory`. `now` is in milliseconds. */
export async function startS3(
  options: S3Keys & { port: number; directory: string; now?: () => number },
): Promise<LocalS3> {
  const { now = Date.now } = options;
  const buckets = new Map<string, LocalBucket>();
  const objects = openObjects(options.directory);
  const server = await serve(options.port, async (request, response) => {
    response.setHeader("x-amz-request-id", randomUUID());
    try {
      await answer(request, response);
    } catch (error) {
      request.resume();
      const refusal = error instanceof S3Refusal ? error : new S3Refusal(500, "InternalError", String(error));
      const { status, code, message } = refusal;
      if (response.headersSent) return void response.destroy();
      if (request.method === "HEAD" || status === 304) return void response.writeHead(status).end();
      sendXml(response, status, `<Error><Code>${code}</Code><Message>${escapeXml(message)}</Message></Error>`);
    }
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url!, server.url);
    const [, bucketName = "", ...rest] = pathOf(request).split("/");
    const key = decodeURIComponent(rest.join("/"));
    const bucket = buckets.get(bucketName);
    if (request.method === "OPTIONS") return answerPreflight(bucket?.cors ?? [], request, response);
    if (bucket) allowOrigin(bucket.cors, request, response);
    if (bucket && request.method === "POST" && key === "" && !url.searchParams.has("delete")) {
      return post(bucket, request, response);
    }
    verifySignature(request, url, options, now());
    if (bucket === undefined) throw new S3Refusal(404, "NoSuchBucket", "The specified bucket does not exist");
    if (Buffer.byteLength(key) > KEY_BYTES_MAX) throw new S3Refusal(400, "KeyTooLongError", "Your key is too long");
    const call = new Call(request, response, url, bucket, key);
    return key === "" ? onBucket(call, objects) : onObject(call, objects, buckets);
  }

  async function post(bucket: LocalBucket, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = await readForm(request, await readBody(request));
    verifyPost(bucket.name, form, options, now());
    const { fields } = form;
    const object = {
      ...newObject(fields.key!, fields),
      tags: readTags(fields.tagging ?? ""),
      checksum: checkSum(form.file, (name) => fields[name]),
    };
    const { etag, version } = writeScanned(objects, bucket, object, form.file);
    const headers = { etag, ...versionHeader(version), location: `${server.url}/${bucket.name}/${encode(object.key)}` };
    if (fields.success_action_redirect) {
      response.writeHead(303, { ...headers, location: fields.success_action_redirect }).end();
    } else if (fields.success_action_status === "201") {
      const metadata = { Bucket: bucket.name, Key: object.key, ETag: etag };
      sendXml(response, 201, element("PostResponse", metadata), headers);
    } else {
      response.writeHead(fields.success_action_status === "200" ? 200 : 204, headers).end();
    }
  }

  return {
    ...server,
    open(bucket) {
      buckets.set(bucket.name, bucket);
      objects.openBucket(bucket.name, bucket.versioned);
    },
  };
}

/** One signed request. */
class Call {
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

async function onBucket(call: Call, objects: ObjectStore): Promise<void> {
  const { request, response, bucket, query } = call;
  if (request.method === "POST") {
    const { bytes } = await receive(request, call.header);
    if (bytes.includes("<VersionId>")) throw notImplemented();
    const keys = textsOf(bytes.toString(), "Key");
    for (const key of keys) objects.remove(bucket.name, key);
    const deleted = keys.map((key) => element("Deleted", { Key: key })).join("");
    return sendXml(response, 200, `<DeleteResult>${deleted}</DeleteResult>`);
  }
  if (request.method === "HEAD") return void response.writeHead(200).end();
  if (request.method === "GET" && query.has("versions")) {
    const isLatest = ({ key, version }: ObjectMetadata) => objects.find(bucket.name, key)?.version === version;
    return sendXml(response, 200, listVersions(bucket.name, objects.versions(bucket.name), query, isLatest));
  }
  if (request.method !== "GET" || query.get("list-type") !== "2") throw notImplemented();
  sendXml(response, 200, listObjects(bucket.name, objects.all(bucket.name), query));
}

async function onObject(call: Call, objects: ObjectStore, buckets: Map<string, LocalBucket>): Promise<void> {
  const { request, response, bucket, key, query } = call;
  if (query.has("tagging")) return onTags(call, objects);
  if (query.has("uploads") || query.has("uploadId")) return onUpload(call, objects);
  switch (request.method) {
    case "GET":
    case "HEAD":
      return read(call, readable(call, objects), objects.file(bucket.name, key, call.version));
    case "DELETE":
      objects.remove(bucket.name, key, call.version);
      return void response.writeHead(204, versionHeader(call.version)).end();
    case "PUT": {
      if (call.header("x-amz-copy-source") !== undefined) return copy(call, objects, buckets);
      const { bytes, checksum } = await receive(request, call.header);
      const object = { ...newObject(key, call.headers), checksum };
      const onlyNew = call.header("if-none-match") === "*";
      const { etag, version } = writeScanned(objects, bucket, object, bytes, onlyNew);
      const headers = { etag, ...versionHeader(version), ...(checksum && { [checksum.name]: checksum.value }) };
      return void response.writeHead(200, headers).end();
    }
    default:
      throw notImplemented();
  }
}

async function onTags(call: Call, objects: ObjectStore): Promise<void> {
  const { request, response, bucket, key, header } = call;
  const { tags } = existing(call, objects);
  if (request.method === "GET") return sendXml(response, 200, xmlOfTags(tags));
  const sent = request.method === "PUT" ? readTags((await receive(request, header)).bytes.toString()) : {};
  if (Object.keys(sent).length > 10) {
    throw new S3Refusal(400, "BadRequest", "Object tags cannot be greater than 10");
  }
  objects.changeTags(bucket.name, key, sent, call.version);
  response.writeHead(request.method === "PUT" ? 200 : 204).end();
}

async function onUpload(call: Call, objects: ObjectStore): Promise<void> {
  const { request, response, bucket, key, query } = call;
  const upload = query.get("uploadId") ?? "";
  const { bytes, checksum } = await receive(request, call.header);
  if (query.has("uploads")) {
    const UploadId = objects.startUpload(bucket.name, newObject(key, call.headers));
    return sendXml(
      response,
      200,
      element("InitiateMultipartUploadResult", { Bucket: bucket.name, Key: key, UploadId }),
    );
  }
  if (request.method === "PUT") {
    const etag = objects.writePart(upload, Number(query.get("partNumber")), bytes);
    return void response.writeHead(200, { etag, ...(checksum && { [checksum.name]: checksum.value }) }).end();
  }
  if (request.method === "DELETE") {
    objects.dropUpload(upload);
    return void response.writeHead(204).end();
  }
  const text = bytes.toString();
  const etags = textsOf(text, "ETag");
  const parts = textsOf(text, "PartNumber").map((number, index) => ({
    number: Number(number),
    etag: etags[index] ?? "",
  }));
  const { etag, version } = objects.finishUpload(bucket.name, upload, parts, call.header("if-none-match") === "*");
  const result = { Bucket: bucket.name, Key: key, ETag: etag };
  sendXml(response, 200, element("CompleteMultipartUploadResult", result), versionHeader(version));
}

function copy(call: Call, objects: ObjectStore, buckets: Map<string, LocalBucket>): void {
  const [path = "", version] = call.header("x-amz-copy-source")!.split("?versionId=");
  const [name, ...rest] = decodeURIComponent(path).replace(/^\//, "").split("/");
  const from = buckets.get(name!);
  if (from === undefined) throw new S3Refusal(404, "NoSuchBucket", "The specified bucket does not exist");
  const source = readable({ bucket: from, key: rest.join("/"), version }, objects);
  const given = newObject(call.key, call.headers);
  const object = {
    ...source,
    key: call.key,
    headers: call.header("x-amz-metadata-directive") === "REPLACE" ? given.headers : source.headers,
    tags: call.header("x-amz-tagging-directive") === "REPLACE" ? given.tags : source.tags,
  };
  const bytes = readFileSync(objects.file(from.name, source.key, version));
  const { etag, modified, version: made } = writeScanned(objects, call.bucket, object, bytes);
  const result = element("CopyObjectResult", { LastModified: modified, ETag: etag });
  sendXml(call.response, 200, result, versionHeader(made));
}

function read({ request, response, query, header }: Call, metadata: ObjectMetadata, file: string): void {
  const overrides = [...query].filter(([name]) => name.startsWith("response-"));
  const headers: Record<string, string> = {
    ...metadata.headers,
    ...Object.fromEntries(overrides.map(([name, value]) => [name.slice("response-".length), value])),
    etag: metadata.etag,
    ...versionHeader(metadata.version),
    "last-modified": new Date(metadata.modified).toUTCString(),
    "accept-ranges": "bytes",
  };
  const tags = Object.keys(metadata.tags).length;
  if (tags > 0) headers["x-amz-tagging-count"] = String(tags);
  if (header("if-none-match") === metadata.etag) throw new S3Refusal(304, "NotModified");
  const range = rangeOf(request.headers.range, metadata.size);
  if (range) headers["content-range"] = `bytes ${range.start}-${range.end}/${metadata.size}`;
  else if (metadata.checksum && header("x-amz-checksum-mode"))
    headers[metadata.checksum.name] = metadata.checksum.value;
  headers["content-length"] = String(range ? range.end - range.start + 1 : metadata.size);
  response.writeHead(range ? 206 : 200, headers);
  if (request.method === "HEAD" || metadata.size === 0) return void response.end();
  createReadStream(file, range).pipe(response);
}

function rangeOf(header: string | undefined, size: number): { start: number; end: number } | undefined {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(header ?? "") ?? [];
  if (!first && !last) return undefined;
  const start = first ? Number(first) : Math.max(0, size - Number(last));
  const end = first && last ? Math.min(Number(last), size - 1) : size - 1;
  if (start <= end) return { start, end };
  throw new S3Refusal(416, "InvalidRange", "The requested range is not satisfiable");
}

type Wanted = Pick<Call, "bucket" | "key" | "version">;

function existing({ bucket, key, version }: Wanted, objects: ObjectStore): ObjectMetadata {
  const metadata = objects.find(bucket.name, key, version);
  if (metadata !== undefined) return metadata;
  if (version === undefined) throw new S3Refusal(404, "NoSuchKey", "The specified key does not exist.");
  throw new S3Refusal(404, "NoSuchVersion", "The specified version does not exist.");
}

const versionHeader = (version: string | undefined): Record<string, string> =>
  version === undefined ? {} : { "x-amz-version-id": version };

/** Writes an object, tagged by a scan of its bytes where its bucket has one. */
function writeScanned(
  objects: ObjectStore,
  { name, scans = [], onScan }: LocalBucket,
  object: NewObject,
  bytes: Buffer,
  onlyNew = false,
): ReturnType<ObjectStore["write"]> {
  if (!scans.some((prefix) => object.key.startsWith(prefix))) return objects.write(name, object, bytes, onlyNew);
  const verdict = verdictOn(bytes);
  const tagged = { ...object, tags: { ...object.tags, [verdictTag]: verdict } };
  const written = objects.write(name, tagged, bytes, onlyNew);
  onScan?.(scanEvent({ bucketName: name, objectKey: object.key, versionId: written.version, verdict }));
  return written;
}

/** What GuardDuty tells of a scan. */
function scanEvent({ verdict, ...s3ObjectDetails }: Readonly<Record<string, string | undefined>>) {
  return {
    version: "0",
    id: randomUUID(),
    source: "aws.guardduty",
    "detail-type": "GuardDuty Malware Protection Object Scan Result",
    time: new Date().toISOString(),
    detail: {
      schemaVersion: "1.0",
      scanStatus: verdict === "UNSUPPORTED" ? "SKIPPED" : "COMPLETED",
      resourceType: "S3_OBJECT",
      s3ObjectDetails,
      scanResultDetails: { scanResultStatus: verdict, threats: null },
    },
  };
}

/** GuardDuty looks into no file that has a password, and says so. */
function verdictOn(bytes: Buffer): string {
  const text = bytes.toString("latin1");
  const isLockedPdf = text.startsWith("%PDF-") && /\/Encrypt\b/.test(text);
  const isLockedZip = text.startsWith("PK\x03\x04") && (bytes.readUInt16LE(6) & 1) === 1;
  if (isLockedPdf || isLockedZip) return "UNSUPPORTED";
  return holdsTestVirus(bytes) ? "THREATS_FOUND" : clean;
}

/** What may be read. A scanned bucket's policy lets functions look before the verdict: they sign in a header, people's links do not. */
function readable(wanted: Wanted & Partial<Pick<Call, "request">>, objects: ObjectStore): ObjectMetadata {
  const { bucket, version, request } = wanted;
  const metadata = existing(wanted, objects);
  const isLooker = (bucket.scans ?? []).length > 0 && request?.headers.authorization !== undefined;
  const denies = version === undefined ? bucket.deniesUnscanned : bucket.deniesUnscannedVersions;
  if (denies && !isLooker && metadata.tags[verdictTag] !== clean) {
    throw new S3Refusal(403, "AccessDenied", "Access Denied");
  }
  return metadata;
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
function newObject(key: string, given: Readonly<Record<string, string>>): NewObject {
  const headers: Record<string, string> = { "content-type": "binary/octet-stream" };
  for (const [name, value] of Object.entries(given)) {
    if (!kept.includes(name) && !name.startsWith("x-amz-meta-")) continue;
    const clean = name === "content-encoding" ? value.replace(/^aws-chunked,?\s*/, "") : value;
    if (clean !== "") headers[name] = clean;
  }
  return { key, headers, tags: Object.fromEntries(new URLSearchParams(given["x-amz-tagging"] ?? "")) };
}

const notImplemented = () =>
  new S3Refusal(501, "NotImplemented", "A header you provided implies functionality that is not implemented");

/** An element with a text element for each entry. */
const element = (name: string, metadata: Record<string, string>) =>
  `<${name}>${Object.entries(metadata)
    .map(([child, value]) => `<${child}>${escapeXml(value)}</${child}>`)
    .join("")}</${name}>`;

function sendXml(response: ServerResponse, status: number, body: string, headers: Record<string, string> = {}): void {
  const type = { "content-type": "application/xml" };
  response.writeHead(status, { ...type, ...headers }).end(`<?xml version="1.0" encoding="UTF-8"?>\n${body}`);
}
