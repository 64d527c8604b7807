import { createHash, randomBytes } from "node:crypto";
import { request } from "node:http";
import { text as readText } from "node:stream/consumers";
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  type CompleteMultipartUploadCommandInput,
  CreateMultipartUploadCommand,
  GetObjectTaggingCommand,
  HeadObjectCommand,
  ListPartsCommand,
  PutObjectCommand,
  UploadPartCommand,
  UploadPartCopyCommand,
} from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { expect, test } from "vitest";
import { clientWith, Bucket as files, get, newKey, sdk } from "./s3-requests.ts";

const smallestPart = 5 * 1024 * 1024;

/** Begins an upload in parts, and does with it what one can do. */
async function begin({
  Bucket = files,
  Key = newKey(),
  ...more
}: {
  Bucket?: string;
  Key?: string;
  ContentType?: string;
} = {}) {
  const { UploadId } = await sdk.send(new CreateMultipartUploadCommand({ Bucket, Key, ...more }));
  const place = { Bucket, Key, UploadId };
  return {
    ...place,
    async put(PartNumber: number, Body: Buffer | string) {
      const { ETag } = await sdk.send(new UploadPartCommand({ ...place, PartNumber, Body }));
      return { PartNumber, ETag };
    },
    list: (more: object = {}) => sdk.send(new ListPartsCommand({ ...place, ...more })),
    complete: (
      Parts: { PartNumber: number; ETag: string | undefined }[],
      more: Partial<CompleteMultipartUploadCommandInput> = {},
    ) => sdk.send(new CompleteMultipartUploadCommand({ ...place, MultipartUpload: { Parts }, ...more })),
    abort: () => sdk.send(new AbortMultipartUploadCommand(place)),
  };
}

test("an upload in parts is there only when it is complete, with its type and an ETag that tells its parts", async () => {
  const upload = await begin({ ContentType: "video/mp4" });
  const [first, last] = [randomBytes(smallestPart), Buffer.from("end")];
  const parts = [await upload.put(1, first), await upload.put(2, last)];
  await expect(get(upload.Key)).rejects.toMatchObject({ name: "NoSuchKey" });
  await upload.complete(parts);
  const md5 = (...bytes: Buffer[]) => createHash("md5").update(Buffer.concat(bytes)).digest();
  expect(await sdk.send(new HeadObjectCommand({ Bucket: files, Key: upload.Key }))).toMatchObject({
    ContentLength: first.length + last.length,
    ContentType: "video/mp4",
    ETag: `"${md5(md5(first), md5(last)).toString("hex")}-2"`,
  });
  const { Body } = await get(upload.Key);
  expect(Buffer.from(await Body!.transformToByteArray()).equals(Buffer.concat([first, last]))).toBe(true);
});

test("parts may come in any order and more than once: the last of a number counts", async () => {
  const upload = await begin();
  const last = await upload.put(2, "end");
  const former = await upload.put(1, Buffer.alloc(smallestPart, "a"));
  const first = await upload.put(1, Buffer.alloc(smallestPart, "b"));
  await expect(upload.complete([former, last])).rejects.toMatchObject({ name: "InvalidPart" });
  await upload.complete([first, last]);
  expect(await (await get(upload.Key, { Range: "bytes=0-0" })).Body!.transformToString()).toBe("b");
});

test("parts named out of their order, twice or by another ETag are refused, and the upload goes on", async () => {
  const upload = await begin();
  const [first, last] = [await upload.put(1, Buffer.alloc(smallestPart)), await upload.put(2, "end")];
  await expect(upload.complete([last, first])).rejects.toMatchObject({ name: "InvalidPartOrder" });
  await expect(upload.complete([first, first])).rejects.toMatchObject({ name: "InvalidPartOrder" });
  await expect(upload.complete([first, { ...last, ETag: first.ETag }])).rejects.toMatchObject({ name: "InvalidPart" });
  await expect(upload.complete([first, { ...last, PartNumber: 3 }])).rejects.toMatchObject({ name: "InvalidPart" });
  await expect(upload.complete([])).rejects.toMatchObject({ name: "MalformedXML" });
  await upload.complete([first, last]);
});

test("a part below five megabytes that is not the last is refused", async () => {
  const upload = await begin();
  const parts = [await upload.put(1, Buffer.alloc(smallestPart - 1)), await upload.put(2, "end")];
  await expect(upload.complete(parts)).rejects.toMatchObject({ name: "EntityTooSmall" });
});

test("another size than the one that is expected of the whole is refused", async () => {
  const upload = await begin();
  const parts = [await upload.put(1, "hello")];
  await expect(upload.complete(parts, { MpuObjectSize: 6 })).rejects.toMatchObject({ name: "InvalidRequest" });
  await upload.complete(parts, { MpuObjectSize: 5 });
});

test.each([0, 10_001, 1.5])("a part's number is 1 to 10,000, and not %s", async (number) => {
  const upload = await begin();
  await expect(upload.put(number, "hello")).rejects.toMatchObject({ name: "InvalidArgument" });
});

test("the ten-thousandth part is taken, and more than ten thousand are not put together", async () => {
  const upload = await begin();
  const part = await upload.put(10_000, "hello");
  const many = Array.from({ length: 10_001 }, (_, index) => ({ ...part, PartNumber: index + 1 }));
  await expect(upload.complete(many)).rejects.toMatchObject({ name: "MalformedXML" });
  await upload.complete([part]);
});

test("an upload that is unknown, another key's, ended or complete takes and tells nothing", async () => {
  const gone = { name: "NoSuchUpload", $metadata: { httpStatusCode: 404 } };
  const refuses = async (upload: Awaited<ReturnType<typeof begin>>) => {
    await expect(upload.put(1, "hello")).rejects.toMatchObject(gone);
    await expect(upload.list()).rejects.toMatchObject(gone);
    await expect(upload.complete([{ PartNumber: 1, ETag: "a" }])).rejects.toMatchObject(gone);
    await expect(upload.abort()).rejects.toMatchObject(gone);
  };
  const aborted = await begin();
  await aborted.abort();
  await refuses(aborted);
  const complete = await begin();
  await complete.complete([await complete.put(1, "hello")]);
  await refuses(complete);
  const { UploadId } = await begin();
  for (const place of [
    { UploadId: "unknown", Key: newKey() },
    { UploadId, Key: newKey() },
  ])
    await expect(sdk.send(new ListPartsCommand({ Bucket: files, ...place }))).rejects.toMatchObject(gone);
});

test("what has arrived is listed by number, page by page, with sizes and ETags", async () => {
  const upload = await begin();
  for (const number of [12, 2, 1]) await upload.put(number, "a".repeat(number));
  const first = await upload.list({ MaxParts: 2 });
  expect(first.Parts).toMatchObject([
    { PartNumber: 1, Size: 1, ETag: expect.stringMatching(/^"[\da-f]{32}"$/) },
    { PartNumber: 2, Size: 2 },
  ]);
  const rest = await upload.list({ PartNumberMarker: first.NextPartNumberMarker });
  expect([rest.IsTruncated, rest.Parts?.map(({ PartNumber }) => PartNumber)]).toEqual([false, [12]]);
  expect((await (await begin()).list()).Parts ?? []).toEqual([]);
});

test("a part that is signed with its length is taken in this length alone, under this number and upload alone", async () => {
  const { put: _, list, complete: __, abort: ___, ...place } = await begin();
  const client = clientWith({ requestChecksumCalculation: "WHEN_REQUIRED" });
  const command = new UploadPartCommand({ ...place, PartNumber: 1, ContentLength: 5 });
  const url = await getSignedUrl(client, command, { expiresIn: 60 });
  client.destroy();
  expect(new URL(url).searchParams.get("X-Amz-SignedHeaders")).toBe("content-length;host");
  expect(await sendTo(url, "hello!")).toEqual([403, "SignatureDoesNotMatch"]);
  expect(await sendTo(url, "hell")).toEqual([403, "SignatureDoesNotMatch"]);
  expect(await sendTo(url.replace("partNumber=1", "partNumber=2"), "hello")).toEqual([403, "SignatureDoesNotMatch"]);
  expect((await list()).Parts ?? []).toEqual([]);
  expect((await sendTo(url, "hello"))[0]).toBe(200);
  expect((await list()).Parts).toMatchObject([{ PartNumber: 1, Size: 5 }]);
});

/** Puts a text to a signed address; answers the status and S3's code. */
const sendTo = (url: string, body: string) =>
  new Promise<[number | undefined, string | undefined]>((resolve, reject) => {
    const sent = request(url, { method: "PUT", headers: { "content-length": body.length } }, async (answer) =>
      resolve([answer.statusCode, /<Code>(\w+)<\/Code>/.exec(await readText(answer))?.[1]]),
    );
    sent.on("error", reject).end(body);
  });

test("the scan looks at what parts were put together to, also across their border", async () => {
  const tagged = async (...bodies: (Buffer | string)[]) => {
    const upload = await begin({ Bucket: "watched", Key: `in/${newKey()}` });
    const parts = [];
    for (const [index, body] of bodies.entries()) parts.push(await upload.put(index + 1, body));
    const { VersionId } = await upload.complete(parts);
    const asked = { Bucket: upload.Bucket, Key: upload.Key, VersionId };
    return (await sdk.send(new GetObjectTaggingCommand(asked))).TagSet?.map(({ Value }) => Value);
  };
  // in pieces, so that no scanner takes this file for the test virus
  const virus = ["X5O!P%@AP[4\\PZX54(P^)7CC)7}$", "EICAR-STANDARD-ANTIVIRUS", "-TEST-FILE!$H+H*"].join("");
  const before = Buffer.concat([Buffer.alloc(smallestPart), Buffer.from(virus.slice(0, 30))]);
  expect(await tagged(before, virus.slice(30))).toEqual(["THREATS_FOUND"]);
  expect(await tagged(before, "harmless")).toEqual(["NO_THREATS_FOUND"]);
});

test("putting a large object together and reading it through takes no more memory than a part", async () => {
  const upload = await begin();
  const part = Buffer.alloc(8 * 1024 * 1024, "a");
  const parts = [];
  for (let number = 1; number <= 25; number++) parts.push(await upload.put(number, part));
  const peak = () => process.resourceUsage().maxRSS / 1024;
  const before = peak();
  await upload.complete(parts);
  let bytes = 0;
  for await (const chunk of (await get(upload.Key)).Body as AsyncIterable<Buffer>) bytes += chunk.length;
  expect(bytes).toBe(25 * part.length);
  expect(peak() - before, "megabytes").toBeLessThan(50);
});

test("a part may be a range of another object, and none beyond its end", async () => {
  const from = newKey();
  await sdk.send(new PutObjectCommand({ Bucket: files, Key: from, Body: "0123456789" }));
  const { Bucket, Key, UploadId, complete } = await begin();
  const copied = (CopySourceRange: string | undefined) =>
    sdk.send(
      new UploadPartCopyCommand({
        ...{ Bucket, Key, UploadId, PartNumber: 1, CopySource: `${files}/${from}` },
        ...(CopySourceRange !== undefined && { CopySourceRange }),
      }),
    );
  await expect(copied("bytes=4-10")).rejects.toMatchObject({ name: "InvalidArgument" });
  const { CopyPartResult } = await copied("bytes=4-6");
  await complete([{ PartNumber: 1, ETag: CopyPartResult!.ETag }]);
  const { Body } = await get(Key);
  expect(await Body!.transformToString()).toBe("456");
});
