import { S3Client } from "@aws-sdk/client-s3";
import { createPresignedPost } from "@aws-sdk/s3-presigned-post";
import { S3RequestPresigner } from "@aws-sdk/s3-request-presigner";
import { Sha256 } from "@smithy/core/checksum";
import { HttpRequest, parseUrl } from "@smithy/core/protocols";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { signDownload, signExport, signPart, signUpload } from "../../functions/clients/presigned.ts";

const credentials = { accessKeyId: "AKIAEXAMPLE", secretAccessKey: "secret", sessionToken: "session/token+=" };
const region = "eu-central-1";
const moment = new Date("2026-03-01T00:00:05.678Z");
const key = "submissions/org_1/usr_1/fil_1/A plan (v2)'s é*.pdf";

beforeEach(() => {
  vi.useFakeTimers({ now: moment, toFake: ["Date"] });
  vi.stubEnv("AWS_REGION", region);
  vi.stubEnv("AWS_ACCESS_KEY_ID", credentials.accessKeyId);
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", credentials.secretAccessKey);
  vi.stubEnv("AWS_SESSION_TOKEN", credentials.sessionToken);
  vi.stubEnv("AWS_ENDPOINT_URL_S3", "");
  vi.stubEnv("FILES_BUCKET", "laurel-files");
  vi.stubEnv("EXPORTS_BUCKET", "laurel-exports");
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

/** What AWS's own presigner makes of the same reading: of the address without its signature. */
async function signedByAws(
  address: string,
  { method, headers, expiresIn }: Pick<HttpRequest, "method" | "headers"> & { expiresIn: number },
) {
  const { query = {}, ...place } = parseUrl(address);
  const asked = Object.fromEntries(Object.entries(query).filter(([name]) => !name.startsWith("X-Amz-")));
  const request = new HttpRequest({ ...place, method, query: asked, headers });
  const presigner = new S3RequestPresigner({ region, credentials, sha256: Sha256 });
  return (await presigner.presign(request, { expiresIn, signingDate: moment })).query;
}

test.each([
  ["of a version", () => signDownload({ key, object_version: "v.1" }, `A plan (v2)'s "é".pdf`)],
  ["of what has no versions", () => signDownload({ key }, "plan.pdf")],
  ["of an export", () => signExport("exports/org_1/people.csv", "People of 2026.csv")],
])("an address to read %s is signed as AWS's own presigner signs it", async (_, sign) => {
  const address = await sign();
  expect(parseUrl(address).query).toEqual(await signedByAws(address, { method: "GET", headers: {}, expiresIn: 60 }));
});

test("an address to put a part is signed as AWS's own presigner signs it, with the part's exact length", async () => {
  const { url, expiresInSeconds } = await signPart({ key, upload_id: "a.b_C-1" }, 3, 8_388_608);
  const { query = {} } = parseUrl(url);
  expect(query["X-Amz-SignedHeaders"]).toBe("content-length;host");
  const headers = { "content-length": "8388608" };
  expect(query).toEqual(await signedByAws(url, { method: "PUT", headers, expiresIn: expiresInSeconds }));
});

test("a form to post an upload is the one that AWS's own presigner makes", async () => {
  const { url, fields, expiresInSeconds } = await signUpload(key, "application/pdf", 1000);
  const client = new S3Client({ region, credentials });
  const expected = await createPresignedPost(client, {
    Bucket: "laurel-files",
    Key: key,
    Fields: { "Content-Type": "application/pdf" },
    Conditions: [["content-length-range", 1, 1000]],
    Expires: expiresInSeconds,
  });
  expect(new URL(url)).toEqual(new URL(expected.url));
  expect(fields).toEqual(expected.fields);
});
