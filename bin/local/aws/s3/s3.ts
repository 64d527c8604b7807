import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline } from "node:stream";
import { type LocalServer, readBody, serve } from "../../server.ts";
import { checkSum, receive } from "./body.ts";
import { Call, type LocalBucket, newObject, notImplemented, sendXml, versionHeader } from "./call.ts";
import { allowOrigin, answerPreflight } from "./cors.ts";
import { listObjects, listVersions } from "./list.ts";
import { onUpload } from "./multipart.ts";
import { type ObjectMetadata, type ObjectStore, openObjects } from "./objects.ts";
import { openParts, type PartStore } from "./parts.ts";
import { readForm, verifyPost } from "./post.ts";
import { clean, verdictTag, writeScanned } from "./scan.ts";
import { encode, pathOf, type S3Keys, S3Refusal, verifySignature } from "./signature.ts";
import { element, escapeXml, readTags, textsOf, xmlOfTags } from "./xml.ts";

const KEY_BYTES_MAX = 1024;

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
  const parts = openParts(options.directory);
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
    return key === "" ? onBucket(call, objects) : onObject(call, objects, { buckets, parts });
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

async function onObject(
  call: Call,
  objects: ObjectStore,
  { buckets, parts }: { readonly buckets: Map<string, LocalBucket>; readonly parts: PartStore },
): Promise<void> {
  const { request, response, bucket, key, query } = call;
  if (query.has("tagging")) return onTags(call, objects);
  if (query.has("uploads") || query.has("uploadId"))
    return onUpload(call, { objects, parts, sourceFile: () => sourceOf(call, objects, buckets).file });
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
      const { etag, version } = writeScanned(objects, bucket, object, bytes, { onlyNew });
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

/** What a copy reads. */
function sourceOf(call: Call, objects: ObjectStore, buckets: Map<string, LocalBucket>) {
  const [path = "", version] = call.header("x-amz-copy-source")!.split("?versionId=");
  const [name, ...rest] = decodeURIComponent(path).replace(/^\//, "").split("/");
  const from = buckets.get(name!);
  if (from === undefined) throw new S3Refusal(404, "NoSuchBucket", "The specified bucket does not exist");
  const source = readable({ bucket: from, key: rest.join("/"), version }, objects);
  return { source, file: objects.file(from.name, source.key, version) };
}

function copy(call: Call, objects: ObjectStore, buckets: Map<string, LocalBucket>): void {
  const { source, file } = sourceOf(call, objects, buckets);
  const given = newObject(call.key, call.headers);
  const object = {
    ...source,
    key: call.key,
    headers: call.header("x-amz-metadata-directive") === "REPLACE" ? given.headers : source.headers,
    tags: call.header("x-amz-tagging-directive") === "REPLACE" ? given.tags : source.tags,
  };
  const { etag, modified, version: made } = writeScanned(objects, call.bucket, object, [file]);
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
  pipeline(createReadStream(file, range), response, () => {}); // cut off where it is deleted meanwhile, or nobody waits
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
