import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  GetObjectTaggingCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  ListObjectVersionsCommand,
  PutObjectCommand,
  PutObjectTaggingCommand,
} from "@aws-sdk/client-s3";
import { expect, test } from "vitest";
import { address, Bucket, clientWith, get, newKey, portal, put, sdk, signed, text } from "./s3-requests.ts";

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

test("a copy keeps bytes, type and tags", async () => {
  const [from, Key] = ["org_1/from.txt", newKey()];
  await put(from, "hello", { ContentType: "text/plain", Tagging: "state=intent" });
  await sdk.send(new CopyObjectCommand({ Bucket, Key, CopySource: `${Bucket}/${from}` }));
  expect(await get(Key)).toMatchObject({ ContentType: "text/plain", TagCount: 1 });
  expect(await text(Key)).toBe("hello");
});

test("a scan looks at what arrives below its prefixes; a copy elsewhere has the verdict that came with its tags, or none", async () => {
  const place = { Bucket: "watched" };
  const tags = async (Key: string) => (await sdk.send(new GetObjectTaggingCommand({ ...place, Key }))).TagSet;
  await sdk.send(new PutObjectCommand({ ...place, Key: "in/one.txt", Body: "hello" }));
  await sdk.send(new PutObjectCommand({ ...place, Key: "out/one.txt", Body: "hello" }));
  const verdict = [{ Key: "GuardDutyMalwareScanStatus", Value: "NO_THREATS_FOUND" }];
  expect([await tags("in/one.txt"), await tags("out/one.txt")]).toEqual([verdict, []]);
  const copied = async (Key: string, TaggingDirective: "COPY" | "REPLACE") =>
    sdk.send(new CopyObjectCommand({ ...place, Key, CopySource: "watched/in/one.txt", TaggingDirective }));
  expect((await copied("out/two.txt", "COPY")).VersionId).toMatch(/./);
  await copied("out/three.txt", "REPLACE");
  await copied("in/four.txt", "REPLACE");
  const found = await Promise.all(["out/two.txt", "out/three.txt", "in/four.txt"].map(tags));
  expect(found).toEqual([verdict, [], verdict]);
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

test("what is replaced or removed can be had by its version, and the newest left is the object", async () => {
  const Key = newKey();
  const kept = { Bucket: "versioned", Key };
  const write = (Body: string) => sdk.send(new PutObjectCommand({ ...kept, Body }));
  const [first, second, third] = [await write("first"), await write("second"), await write("third")];
  const versions = [first, second, third].map(({ VersionId }) => VersionId);
  expect(new Set(versions).size).toBe(3);
  const read = async (VersionId?: string) => {
    const { Body, VersionId: given } = await sdk.send(new GetObjectCommand({ ...kept, VersionId }));
    return [await Body!.transformToString(), given];
  };
  for (const [index, words] of ["first", "second", "third"].entries())
    expect(await read(versions[index])).toEqual([words, versions[index]]);
  expect(await read()).toEqual(["third", versions[2]]);
  await sdk.send(new DeleteObjectCommand({ ...kept, VersionId: versions[2] }));
  expect(await read()).toEqual(["second", versions[1]]);
  await expect(read(versions[2])).rejects.toMatchObject({ name: "NoSuchVersion" });
  await sdk.send(new DeleteObjectCommand(kept));
  await expect(read()).rejects.toMatchObject({ name: "NoSuchKey" });
  expect(await read(versions[1])).toEqual(["second", versions[1]]);
  expect((await sdk.send(new ListObjectsV2Command({ Bucket: "versioned" }))).Contents ?? []).toEqual([]);
});

test("versions are listed page by page, those of a removed object too, until each is removed for good", async () => {
  const Key = newKey();
  const kept = { Bucket: "versioned", Key };
  const written = [];
  for (const Body of ["first", "second", "third"])
    written.unshift((await sdk.send(new PutObjectCommand({ ...kept, Body }))).VersionId);
  const page = async (marks: object = {}) => {
    const asked = { Bucket: "versioned", Prefix: Key, MaxKeys: 2, ...marks };
    return sdk.send(new ListObjectVersionsCommand(asked));
  };
  const { Versions, NextKeyMarker: KeyMarker, NextVersionIdMarker: VersionIdMarker, IsTruncated } = await page();
  expect(IsTruncated).toBe(true);
  expect(Versions?.map(({ IsLatest }) => IsLatest)).toEqual([true, false]);
  const rest = await page({ KeyMarker, VersionIdMarker });
  expect([...Versions!, ...rest.Versions!].map(({ VersionId }) => VersionId)).toEqual(written);
  await sdk.send(new DeleteObjectCommand(kept));
  expect((await page()).Versions?.map(({ IsLatest }) => IsLatest)).toEqual([false, false]);
  for (const VersionId of written) await sdk.send(new DeleteObjectCommand({ ...kept, VersionId }));
  expect((await page()).Versions ?? []).toEqual([]);
});

test("tags and the scan's verdict are of one version", async () => {
  const kept = { Bucket: "versioned", Key: newKey() };
  const { VersionId } = await sdk.send(new PutObjectCommand({ ...kept, Body: "a", Tagging: "verdict=one" }));
  await sdk.send(new PutObjectCommand({ ...kept, Body: "b", Tagging: "verdict=two" }));
  const tagsOf = async (version?: string) =>
    (await sdk.send(new GetObjectTaggingCommand({ ...kept, VersionId: version }))).TagSet?.map(({ Value }) => Value);
  expect([await tagsOf(VersionId), await tagsOf()]).toEqual([["one"], ["two"]]);
  const Tagging = { TagSet: [{ Key: "verdict", Value: "three" }] };
  await sdk.send(new PutObjectTaggingCommand({ ...kept, VersionId, Tagging }));
  expect([await tagsOf(VersionId), await tagsOf()]).toEqual([["three"], ["two"]]);
});
