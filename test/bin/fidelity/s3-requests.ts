import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import {
  GetObjectCommand,
  type GetObjectCommandInput,
  PutObjectCommand,
  type PutObjectCommandInput,
  S3Client,
} from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { type LocalS3, startS3 } from "../../../bin/local/aws/s3/s3.ts";

const region = "eu-central-1";
const credentials = { accessKeyId: "local", secretAccessKey: "secret" };
/** The bucket that is open to all of these tests. */
export const Bucket = "files";
/** The origin that may read its answers. */
export const portal = "http://localhost:3000";

/** How far the storage's clock is ahead; back at 0 before each test. */
export const clock = { aheadMs: 0 };

let directory: string;
let s3: LocalS3;
/** The SDK's client of the storage. */
export let sdk: S3Client;
/** Another one, set otherwise. */
export const clientWith = (changes: object = {}) =>
  new S3Client({ endpoint: s3.url, region, credentials, maxAttempts: 1, ...changes });

beforeAll(async () => {
  mkdirSync(".cache", { recursive: true });
  directory = mkdtempSync(".cache/fidelity-s3-");
  s3 = await startS3({ port: 0, directory, credentials, region, now: () => Date.now() + clock.aheadMs });
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
  s3.open({ name: "versioned", cors: [], versioned: true });
  s3.open({ name: "watched", cors: [], versioned: true, scans: ["in/"] });
  sdk = clientWith();
});
afterAll(async () => {
  sdk.destroy();
  await s3.stop();
  rmSync(directory, { recursive: true });
});
beforeEach(() => {
  clock.aheadMs = 0;
});

let count = 0;
/** A key that nothing has yet. */
export const newKey = () => `org_1/file ${count++}+é.txt`;
/** Writes an object. */
export const put = (
  Key: string,
  Body: PutObjectCommandInput["Body"] = "hello",
  more: Partial<PutObjectCommandInput> = {},
) => sdk.send(new PutObjectCommand({ Bucket, Key, Body, ...more }));
/** Reads an object. */
export const get = (Key: string, more: Partial<GetObjectCommandInput> = {}) =>
  sdk.send(new GetObjectCommand({ Bucket, Key, ...more }));
/** What an object holds. */
export const text = async (Key: string) => (await get(Key)).Body!.transformToString();
/** A presigned address to read an object. */
export const signed = (Key: string, expiresIn = 60) =>
  getSignedUrl(sdk, new GetObjectCommand({ Bucket, Key }), { expiresIn });
/** The address of an object, unsigned. */
export const address = (Key: string) => `${s3.url}/${Bucket}/${Key.split("/").map(encodeURIComponent).join("/")}`;
/** The code in an answer that refuses. */
export const codeOf = async (answer: Response) => /<Code>(\w+)<\/Code>/.exec(await answer.text())?.[1];
