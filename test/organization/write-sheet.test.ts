import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { GetObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startS3 } from "../../bin/local/aws/s3/s3.ts";
import { type Progress, writeSheet } from "../../functions/platform/model/exports/write-sheet.ts";
import { csvOf } from "../../functions/sheets/csv.ts";
import type { Sheet } from "../../functions/sheets/sheet.ts";
import { restoreEnvironment } from "../support/environment.ts";

const credentials = { accessKeyId: "local", secretAccessKey: "local" };
const region = "us-east-1";
const before = { ...process.env };
let directory: string;
let s3: Awaited<ReturnType<typeof startS3>>;

beforeAll(async () => {
  mkdirSync(".cache", { recursive: true });
  directory = mkdtempSync(".cache/write-sheet-");
  s3 = await startS3({ port: 0, directory, credentials, region, now: Date.now });
  s3.open({ name: "exports", cors: [], deniesUnscanned: false });
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_S3: s3.url,
    AWS_REGION: region,
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    EXPORTS_BUCKET: "exports",
  });
});
afterAll(async () => {
  restoreEnvironment(before);
  await s3.stop();
  rmSync(directory, { recursive: true });
});

const ROWS = 120_000;
const CHUNK = 4000;
const wide = "x".repeat(90);
/** As many rows as make three parts; each chunk's mark is the number of its last row. */
const sheet: Sheet<number> = {
  title: "",
  subtitle: "",
  fileName: "numbers",
  columns: [
    { id: "n", header: "N", kind: "text", value: String },
    { id: "text", header: "Text", kind: "text", value: () => wide },
  ],
  summaryLines: async () => [],
  total: async () => ROWS,
  async *pages({ after } = {}) {
    for (let from = after === undefined ? 0 : Number(after) + 1; from < ROWS; from += CHUNK) {
      const rows = Array.from({ length: CHUNK }, (_, index) => from + index);
      yield { rows, after: String(from + CHUNK - 1) };
    }
  },
};

async function contents(Key: string): Promise<string> {
  const sdk = new S3Client({ endpoint: s3.url, region, credentials, forcePathStyle: true });
  const { Body } = await sdk.send(new GetObjectCommand({ Bucket: "exports", Key }));
  const text = await Body!.transformToString();
  sdk.destroy();
  return text;
}

test("an export that is cut off goes on where it stood, and the file is whole and single", async () => {
  let progress: Progress | undefined;
  let saves = 0;
  const save = async (now: Progress) => {
    progress = now;
    if (++saves === 2) throw new Error("cut off"); // after the first part
  };
  await expect(writeSheet(sheet, csvOf(sheet), { key: "cut.csv", save })).rejects.toThrow("cut off");
  expect(progress!.upload.parts).toHaveLength(1);
  const rowsBefore = progress!.rows;
  const started: (string | undefined)[] = [];
  const watched: Sheet<number> = {
    ...sheet,
    pages(reading) {
      started.push(reading?.after);
      return sheet.pages(reading);
    },
  };
  const done = await writeSheet(watched, csvOf(sheet), {
    key: "cut.csv",
    from: progress,
    save: async () => {},
  });
  expect(started).toEqual([String(rowsBefore - 1)]);
  expect(done).toMatchObject({ rows: ROWS });
  const written = await contents("cut.csv");
  const lines = written.split("\r\n");
  expect(lines[0]).toBe("\uFEFFN,Text");
  expect(lines).toHaveLength(ROWS + 2);
  expect(lines.slice(1, -1).every((line, index) => line === `${index},${wide}`)).toBe(true);
  expect(Buffer.byteLength(written)).toBe(done.bytes);

  // made one file, but cut off before anybody heard of it: the end is only told again
  expect(await writeSheet(sheet, csvOf(sheet), { key: "cut.csv", from: done, save: async () => {} })).toEqual(done);
  expect(await contents("cut.csv")).toBe(written);
});
