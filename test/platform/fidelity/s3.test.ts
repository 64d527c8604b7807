import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { Readable } from "node:stream";
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  type GetObjectCommandInput,
  GetObjectTaggingCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type PutObjectCommandInput,
  PutObjectTaggingCommand,
  S3Client,
  UploadPartCommand,
} from "@aws-sdk/client-s3";
import { createPresignedPost } from "@aws-sdk/s3-presigned-post";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type LocalS3, startS3 } from "../../../bin/local/s3.ts";

const region = "eu-central-1";
const credentials = { accessKeyId: "local", secretAccessKey: "secret" };
const Bucket = "files";
const portal = "http://localhost:3000";

let ahead = 0;
let directory: string;
let s3: LocalS3;
let sdk: S3Client;
const clientWith = (changes: object = {}) =>
  new S3Client({ endpoint: s3.url, region, credentials, maxAttempts: 1, ...changes });

beforeAll(async () => {
  mkdirSync(".cache", { recursive: true });
  directory = mkdtempSync(".cache/fidelity-s3-");
  s3 = await startS3({ port: 0, directory, credentials, region, now: () => Date.now() + ahead });
  const cors = [
    {
      AllowedOrigins: [portal],
      AllowedMethods: ["POST", "GET"],
      AllowedHeaders: ["*"],
      ExposedHeaders: ["ETag"],
      MaxAge: 3600,
    },
  ];
  s3.open({ name: Bucket, cors });
  s3.open({ name: "scanned", cors: [], deniesUnscanned: true });
  sdk = clientWith();
});
afterAll(async () => {
  sdk.destroy();
  await s3.stop();
  rmSync(directory, { recursive: true });
});
beforeEach(() => {
  ahead = 0;
});

let count = 0;
const newKey = () => `org_1/file ${count++}+é.txt`;
const put = (Key: string, Body: PutObjectCommandInput["Body"] = "hello", more: Partial<PutObjectCommandInput> = {}) =>
  sdk.send(new PutObjectCommand({ Bucket, Key, Body, ...more }));
const get = (Key: string, more: Partial<GetObjectCommandInput> = {}) =>
  sdk.send(new GetObjectCommand({ Bucket, Key, ...more }));
const text = async (Key: string) => (await get(Key)).Body!.transformToString();
const signed = (Key: string, expiresIn = 60) => getSignedUrl(sdk, new GetObjectCommand({ Bucket, Key }), { expiresIn });
const address = (Key: string) => `${s3.url}/${Bucket}/${Key.split("/").map(encodeURIComponent).join("/")}`;
const codeOf = async (answer: Response) => /<Code>(\w+)<\/Code>/.exec(await answer.text())?.[1];

async function postForm(change: (fields: Record<string, string>) => void = () => {}, body = "hello", expires = 300) {
  const Key = newKey();
  const { url, fields } = await createPresignedPost(sdk, {
    Bucket,
    Key,
    Fields: { "Content-Type": "text/plain" },
    Conditions: [["content-length-range", 1, 100]],
    Expires: expires,
  });
  change(fields);
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append("file", new Blob([body]), "note.txt");
  return { Key, answer: await fetch(url, { method: "POST", body: form, headers: { origin: portal } }) };
}

test("a posted form that keeps to its policy is stored with its type", async () => {
  const { Key, answer } = await postForm();
  expect(answer.status).toBe(204);
  const { ContentType, Body } = await get(Key);
  expect(ContentType).toBe("text/plain");
  expect(await Body!.transformToString()).toBe("hello");
});

test("a file fifty times over the policy's size is refused", async () => {
  const { Key, answer } = await postForm(undefined, "x".repeat(5000));
  expect([answer.status, await codeOf(answer)]).toEqual([400, "EntityTooLarge"]);
  await expect(get(Key)).rejects.toMatchObject({ name: "NoSuchKey" });
});

test("a file below the policy's size is refused", async () => {
  const { answer } = await postForm(undefined, "");
  expect([answer.status, await codeOf(answer)]).toEqual([400, "EntityTooSmall"]);
});

test("another type than the policy's is refused", async () => {
  const { answer } = await postForm((fields) => {
    fields["Content-Type"] = "text/html";
  });
  expect([answer.status, await codeOf(answer)]).toEqual([403, "AccessDenied"]);
});

test("a key moved to another organization's prefix is refused", async () => {
  const { answer } = await postForm((fields) => {
    fields.key = "org_2/stolen.txt";
  });
  expect(answer.status).toBe(403);
  await expect(get("org_2/stolen.txt")).rejects.toMatchObject({ name: "NoSuchKey" });
});

test("a form without its policy is refused", async () => {
  const { answer } = await postForm((fields) => {
    delete fields.Policy;
  });
  expect([answer.status, await codeOf(answer)]).toEqual([403, "AccessDenied"]);
});

test("a form with a forged signature is refused", async () => {
  const { answer } = await postForm((fields) => {
    fields["X-Amz-Signature"] = "0".repeat(64);
  });
  expect([answer.status, await codeOf(answer)]).toEqual([403, "SignatureDoesNotMatch"]);
});

test("a policy that was rewritten is refused", async () => {
  const { answer } = await postForm((fields) => {
    const policy = JSON.parse(Buffer.from(fields.Policy!, "base64").toString());
    policy.conditions = [];
    fields.Policy = Buffer.from(JSON.stringify(policy)).toString("base64");
  });
  expect([answer.status, await codeOf(answer)]).toEqual([403, "SignatureDoesNotMatch"]);
});

test("a policy that is over is refused", async () => {
  ahead = 301_000;
  const { answer } = await postForm();
  expect([answer.status, await codeOf(answer)]).toEqual([403, "AccessDenied"]);
});

test("a field the policy does not name is refused", async () => {
  const { answer } = await postForm((fields) => {
    fields.tagging = "<Tagging><TagSet><Tag><Key>state</Key><Value>clean</Value></Tag></TagSet></Tagging>";
  });
  expect([answer.status, await codeOf(answer)]).toEqual([403, "AccessDenied"]);
});

test("a form for one bucket does not open another", async () => {
  const { url, fields } = await createPresignedPost(sdk, { Bucket, Key: "org_1/a.txt" });
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append("file", new Blob(["hello"]));
  const answer = await fetch(url.replace(Bucket, "scanned"), { method: "POST", body: form });
  expect(answer.status).toBe(403);
});

test("an unsigned read is refused", async () => {
  const Key = newKey();
  await put(Key);
  const answer = await fetch(address(Key));
  expect([answer.status, await codeOf(answer)]).toEqual([403, "AccessDenied"]);
});

test("an unsigned read does not tell whether a key exists", async () => {
  const answer = await fetch(address("org_1/missing.txt"));
  expect(answer.status).toBe(403);
});

test("an unsigned write is refused", async () => {
  const answer = await fetch(address(newKey()), { method: "PUT", body: "hello" });
  expect(answer.status).toBe(403);
});

test("a signature of another key is refused", async () => {
  const stranger = clientWith({ credentials: { accessKeyId: "local", secretAccessKey: "guessed" } });
  await expect(stranger.send(new ListObjectsV2Command({ Bucket }))).rejects.toMatchObject({
    name: "SignatureDoesNotMatch",
  });
  stranger.destroy();
});

test("an unknown access key is refused", async () => {
  const stranger = clientWith({ credentials: { accessKeyId: "stranger", secretAccessKey: "secret" } });
  await expect(stranger.send(new ListObjectsV2Command({ Bucket }))).rejects.toMatchObject({
    name: "InvalidAccessKeyId",
  });
  stranger.destroy();
});

test("a presigned read answers until it expires", async () => {
  const Key = newKey();
  await put(Key);
  const url = await signed(Key);
  expect(await (await fetch(url)).text()).toBe("hello");
  ahead = 62_000;
  const late = await fetch(url);
  expect([late.status, await codeOf(late)]).toEqual([403, "AccessDenied"]);
});

test("a presigned read cannot be prolonged", async () => {
  const Key = newKey();
  await put(Key);
  const answer = await fetch((await signed(Key)).replace("X-Amz-Expires=60", "X-Amz-Expires=6000"));
  expect([answer.status, await codeOf(answer)]).toEqual([403, "SignatureDoesNotMatch"]);
});

test("a presigned read of one key does not open another", async () => {
  await put("org_1/mine.txt");
  await put("org_1/else.txt");
  const answer = await fetch((await signed("org_1/mine.txt")).replace("mine.txt", "else.txt"));
  expect([answer.status, await codeOf(answer)]).toEqual([403, "SignatureDoesNotMatch"]);
});

test("a presigned read does not allow a write", async () => {
  const answer = await fetch(await signed(newKey()), { method: "PUT", body: "hello" });
  expect(answer.status).toBe(403);
});

test("a presigned write takes no further headers of S3", async () => {
  const url = await getSignedUrl(sdk, new PutObjectCommand({ Bucket, Key: newKey() }), { expiresIn: 60 });
  const headers = { "x-amz-tagging": "GuardDutyMalwareScanStatus=NO_THREATS_FOUND" };
  const answer = await fetch(url, { method: "PUT", body: "hello", headers });
  expect([answer.status, await codeOf(answer)]).toEqual([403, "AccessDenied"]);
});

test("a presigned address lives a week at most", async () => {
  const url = (await signed(newKey())).replace("X-Amz-Expires=60", "X-Amz-Expires=604801");
  expect((await fetch(url)).status).toBe(400);
});

test("a download is named by the signed address, and only by it", async () => {
  const Key = newKey();
  await put(Key);
  const ResponseContentDisposition = 'attachment; filename="essay.txt"';
  const command = new GetObjectCommand({ Bucket, Key, ResponseContentDisposition });
  const url = await getSignedUrl(sdk, command, { expiresIn: 60 });
  expect((await fetch(url)).headers.get("content-disposition")).toBe(ResponseContentDisposition);
  expect((await fetch(url.replace("attachment", "inline"))).status).toBe(403);
});

test("an object that must be new does not replace another", async () => {
  const Key = newKey();
  await put(Key, "first", { IfNoneMatch: "*" });
  await expect(put(Key, "second", { IfNoneMatch: "*" })).rejects.toMatchObject({ name: "PreconditionFailed" });
  expect(await text(Key)).toBe("first");
});

test("a wrong SHA-256 checksum is refused and nothing is stored", async () => {
  const Key = newKey();
  const ChecksumSHA256 = createHash("sha256").update("something else").digest("base64");
  await expect(put(Key, "hello", { ChecksumSHA256 })).rejects.toMatchObject({ name: "BadDigest" });
  await expect(get(Key)).rejects.toMatchObject({ name: "NoSuchKey" });
});

test("a checksum that fits comes back with the object", async () => {
  const Key = newKey();
  const ChecksumSHA256 = createHash("sha256").update("hello").digest("base64");
  await put(Key, "hello", { ChecksumSHA256 });
  expect((await get(Key, { ChecksumMode: "ENABLED" })).ChecksumSHA256).toBe(ChecksumSHA256);
});

test("a body changed on its way is refused", async () => {
  const Key = newKey();
  const tampering = clientWith();
  tampering.middlewareStack.add(
    (next) => (step) => {
      (step.request as { body: string }).body = "jello";
      return next(step);
    },
    { step: "finalizeRequest", priority: "low" },
  );
  await expect(tampering.send(new PutObjectCommand({ Bucket, Key, Body: "hello" }))).rejects.toMatchObject({
    $metadata: { httpStatusCode: 400 },
  });
  tampering.destroy();
});

test("a streamed upload loses its transport frames", async () => {
  const Key = newKey();
  await put(Key, Readable.from([Buffer.from("hello "), Buffer.from("world")]), { ContentLength: 11 });
  expect(await text(Key)).toBe("hello world");
});

test("a preflight of the portal is allowed as the bucket's rule says", async () => {
  const headers = { origin: portal, "access-control-request-method": "POST" };
  const answer = await fetch(address(""), { method: "OPTIONS", headers });
  expect(answer.status).toBe(200);
  expect(answer.headers.get("access-control-allow-origin")).toBe(portal);
  expect(answer.headers.get("access-control-max-age")).toBe("3600");
});

test.each([
  ["another origin", { origin: "http://localhost.evil.test", "access-control-request-method": "POST" }],
  ["a method no rule names", { origin: portal, "access-control-request-method": "DELETE" }],
])("a preflight of %s is refused", async (_, headers) => {
  const answer = await fetch(address(""), { method: "OPTIONS", headers });
  expect(answer.status).toBe(403);
  expect(answer.headers.get("access-control-allow-origin")).toBeNull();
});

test("only the portal may read an answer across origins", async () => {
  const Key = newKey();
  await put(Key);
  const url = await signed(Key);
  const allowed = async (origin: string) =>
    (await fetch(url, { headers: { origin } })).headers.get("access-control-allow-origin");
  expect(await allowed(portal)).toBe(portal);
  expect(await allowed("http://evil.test")).toBeNull();
});

test("ranges are answered in part, and one past the end is refused", async () => {
  const Key = newKey();
  await put(Key, "0123456789");
  const { Body, ContentRange } = await get(Key, { Range: "bytes=2-4" });
  expect([await Body!.transformToString(), ContentRange]).toEqual(["234", "bytes 2-4/10"]);
  expect(await (await get(Key, { Range: "bytes=-3" })).Body!.transformToString()).toBe("789");
  await expect(get(Key, { Range: "bytes=10-" })).rejects.toMatchObject({ name: "InvalidRange" });
});

test("HEAD tells size, type and own metadata", async () => {
  const Key = newKey();
  await put(Key, "hello", { ContentType: "text/plain", Metadata: { owner: "usr_1" } });
  const head = await sdk.send(new HeadObjectCommand({ Bucket, Key }));
  expect(head).toMatchObject({ ContentLength: 5, ContentType: "text/plain", Metadata: { owner: "usr_1" } });
  await expect(sdk.send(new HeadObjectCommand({ Bucket, Key: "missing" }))).rejects.toMatchObject({ name: "NotFound" });
});

test("a multipart upload is there only when it is complete", async () => {
  const Key = newKey();
  const part = Buffer.alloc(5 * 1024 * 1024, "a");
  const { UploadId } = await sdk.send(new CreateMultipartUploadCommand({ Bucket, Key, ContentType: "text/csv" }));
  const upload = (PartNumber: number, Body: Buffer) =>
    sdk.send(new UploadPartCommand({ Bucket, Key, UploadId, PartNumber, Body }));
  const Parts = [
    { PartNumber: 1, ETag: (await upload(1, part)).ETag },
    { PartNumber: 2, ETag: (await upload(2, Buffer.from("end"))).ETag },
  ];
  await expect(get(Key)).rejects.toMatchObject({ name: "NoSuchKey" });
  const complete = (parts: typeof Parts) =>
    sdk.send(new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload: { Parts: parts } }));
  await expect(complete([...Parts].reverse())).rejects.toMatchObject({ name: "InvalidPartOrder" });
  await complete(Parts);
  expect(await sdk.send(new HeadObjectCommand({ Bucket, Key }))).toMatchObject({
    ContentLength: part.length + 3,
    ContentType: "text/csv",
  });
});

test("a part below five megabytes that is not the last is refused", async () => {
  const Key = newKey();
  const { UploadId } = await sdk.send(new CreateMultipartUploadCommand({ Bucket, Key }));
  const Parts = [];
  for (const PartNumber of [1, 2]) {
    const { ETag } = await sdk.send(new UploadPartCommand({ Bucket, Key, UploadId, PartNumber, Body: "small" }));
    Parts.push({ PartNumber, ETag });
  }
  const call = new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload: { Parts } });
  await expect(sdk.send(call)).rejects.toMatchObject({ name: "EntityTooSmall" });
  await sdk.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }));
  await expect(sdk.send(call)).rejects.toMatchObject({ name: "NoSuchUpload" });
});

test("a copy keeps bytes, type and tags", async () => {
  const [from, Key] = ["org_1/from.txt", newKey()];
  await put(from, "hello", { ContentType: "text/plain", Tagging: "state=intent" });
  await sdk.send(new CopyObjectCommand({ Bucket, Key, CopySource: `${Bucket}/${from}` }));
  expect(await get(Key)).toMatchObject({ ContentType: "text/plain", TagCount: 1 });
  expect(await text(Key)).toBe("hello");
});

test("tags are kept and replaced", async () => {
  const Key = newKey();
  await put(Key, "hello", { Tagging: "state=intent" });
  const TagSet = [{ Key: "state", Value: "<clean> & kept" }];
  await sdk.send(new PutObjectTaggingCommand({ Bucket, Key, Tagging: { TagSet } }));
  expect((await sdk.send(new GetObjectTaggingCommand({ Bucket, Key }))).TagSet).toEqual(TagSet);
});

test("an object that was not scanned, or not found clean, cannot be downloaded where the bucket's policy says so", async () => {
  const place = { Bucket: "scanned", Key: newKey() };
  const tag = (Value: string) =>
    sdk.send(
      new PutObjectTaggingCommand({ ...place, Tagging: { TagSet: [{ Key: "GuardDutyMalwareScanStatus", Value }] } }),
    );
  await sdk.send(new PutObjectCommand({ ...place, Body: "hello" }));
  await expect(sdk.send(new GetObjectCommand(place))).rejects.toMatchObject({ name: "AccessDenied" });
  await tag("THREATS_FOUND");
  await expect(sdk.send(new GetObjectCommand(place))).rejects.toMatchObject({ name: "AccessDenied" });
  const copy = new CopyObjectCommand({ Bucket, Key: "copy.txt", CopySource: encodeURI(`scanned/${place.Key}`) });
  await expect(sdk.send(copy)).rejects.toMatchObject({ name: "AccessDenied" });
  await tag("NO_THREATS_FOUND");
  await expect(sdk.send(new GetObjectCommand(place))).resolves.toBeDefined();
});

test("a listing gives keys in order, page by page, and folders once", async () => {
  for (const name of ["b/2", "b/1", "a", "c"]) await put(`list/${name}`);
  const list = (more: object) => sdk.send(new ListObjectsV2Command({ Bucket, Prefix: "list/", ...more }));
  const first = await list({ MaxKeys: 3 });
  expect(first.Contents?.map(({ Key }) => Key)).toEqual(["list/a", "list/b/1", "list/b/2"]);
  const rest = await list({ ContinuationToken: first.NextContinuationToken });
  expect([rest.Contents?.map(({ Key }) => Key), rest.IsTruncated]).toEqual([["list/c"], false]);
  const folders = await list({ Delimiter: "/" });
  expect(folders.CommonPrefixes).toEqual([{ Prefix: "list/b/" }]);
});

test("deleted objects are gone, one or many at a time", async () => {
  const keys = [newKey(), newKey(), newKey()];
  for (const key of keys) await put(key);
  await sdk.send(new DeleteObjectCommand({ Bucket, Key: keys[0] }));
  const Objects = keys.slice(1).map((Key) => ({ Key }));
  await sdk.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects } }));
  for (const key of keys) await expect(get(key)).rejects.toMatchObject({ name: "NoSuchKey" });
});

test("a key stays inside its bucket, whatever it is called", async () => {
  await put("../../escape");
  const listed = await sdk.send(new ListObjectsV2Command({ Bucket, Prefix: "../" }));
  expect(listed.Contents?.map(({ Key }) => Key)).toEqual(["../../escape"]);
});

test("a bucket that was not opened does not exist", async () => {
  const call = new GetObjectCommand({ Bucket: "elsewhere", Key: "a" });
  await expect(sdk.send(call)).rejects.toMatchObject({ name: "NoSuchBucket" });
});
