import { GetObjectCommand, ListObjectsV2Command, PutObjectCommand } from "@aws-sdk/client-s3";
import { createPresignedPost } from "@aws-sdk/s3-presigned-post";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { expect, test } from "vitest";
import { address, Bucket, clientWith, clock, codeOf, get, newKey, portal, put, sdk, signed } from "./s3-requests.ts";

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
  clock.aheadMs = 301_000;
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
  clock.aheadMs = 62_000;
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
