import { gunzipSync } from "node:zlib";
import { GetObjectCommand, ListObjectsV2Command, S3Client } from "@aws-sdk/client-s3";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { exportTable } from "../../bin/local/aws/table-export.ts";
import type { BucketResource, TableResource } from "../../bin/local/cloud/template.ts";
import { contract } from "../../shared/contract.ts";
import { tableExportsPrefix } from "../../shared/platform/environment.ts";
import { publishedCredential } from "../support/fixtures/credential.ts";
import { paidPurchase } from "../support/fixtures/payment.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import { accepted, verdict } from "../support/fixtures/work.ts";
import { lentWorld } from "../support/lent-world.ts";

const world = await lentWorld();
afterAll(() => world.stop());
const names = ["EXPORTS_BUCKET", "AWS_ENDPOINT_URL_S3", "AWS_REGION"] as const;
const { EXPORTS_BUCKET: Bucket, AWS_ENDPOINT_URL_S3, AWS_REGION } = await world.control.settings(names);
const storage = new S3Client({
  endpoint: AWS_ENDPOINT_URL_S3!,
  region: AWS_REGION!,
  forcePathStyle: true,
  credentials: { accessKeyId: "local", secretAccessKey: "local" },
});
const read = async (Key: string) =>
  (await storage.send(new GetObjectCommand({ Bucket, Key }))).Body!.transformToByteArray();
const keysOf = async () =>
  ((await storage.send(new ListObjectsV2Command({ Bucket, Prefix: tableExportsPrefix }))).Contents ?? []).map(
    ({ Key }) => Key!,
  );

/** The lines of the checks so far. */
const told = async () =>
  (await world.control.logs())
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line) as { message?: string; code?: string; count?: number })
    .filter(({ message }) => message?.startsWith("invariant"));
const night = async () => {
  const before = (await told()).length;
  await world.control.runSchedule("exportTableToPointInTime");
  await world.control.runSchedule("check-export");
  return (await told()).slice(before);
};

beforeAll(async () => {
  const academy = await world.newOrganization("Checked Academy");
  const rita = await acceptedReviewer(academy, "Rita");
  const credential_id = await publishedCredential(academy, [rita], { price: 25, rate: 20 });
  await paidPurchase(academy.as("Leo"), credential_id, world.origin);
  const free = await publishedCredential(academy, [rita]);
  const work = await accepted(academy.as("Lena"), free, rita);
  for (const index of [0, 1] as const) {
    expect((await rita.call(contract.review.acceptSection, verdict(work, index))).status).toBe(200);
  }
  await world.settle();
});

describe("the nightly check", () => {
  test("says so when there is no export of the last night", async () => {
    await expect(world.control.runSchedule("check-export")).rejects.toThrow("was not exported last night");
    expect(await told()).toEqual([]);
  });

  test("finds nothing in a sound world, and says that it has looked at every item", async () => {
    const [line, ...more] = await night();
    expect(more).toEqual([]);
    expect(line).toMatchObject({ message: "invariants_checked" });
    expect(line!.count).toBeGreaterThan(100);
    expect(Math.abs(line!.count! - (await world.control.everything()).length)).toBeLessThan(20);
  });

  test("rings for a planted violation, by its number, and no more once it is mended", async () => {
    const items = await world.control.everything();
    const counter = items.find(({ pk, sk }) => String(pk).startsWith("COUNT#ORG#") && sk === "TOTAL")!;
    await world.control.put([{ ...counter, count: Number(counter.count) + 1 }]);
    const found = await night();
    const violated = found.filter(({ message }) => message === "invariant_violated");
    expect(violated).toEqual([expect.objectContaining({ level: "error", code: "I22", count: 1 })]);
    expect(found).toContainEqual(expect.objectContaining({ message: "invariants_checked" }));
    expect(JSON.stringify(found)).not.toMatch(/usr_|org_|@/);
    await world.control.put([counter]);
    expect((await night()).map(({ message }) => message)).toEqual(["invariants_checked"]);
  });

  test("does not take an export of the day before for last night's", async () => {
    await expect(world.control.runSchedule("check-export", 26 * 3_600_000)).rejects.toThrow("was not exported");
  });
});

describe("an export of the table", () => {
  test("is what DynamoDB writes: a summary, a manifest and compressed lines, each an item in its types", async () => {
    const keys = await keysOf();
    const summary = JSON.parse(
      Buffer.from(await read(keys.findLast((key) => key.endsWith("manifest-summary.json"))!)).toString(),
    );
    expect(summary).toMatchObject({ version: "2020-06-30", outputFormat: "DYNAMODB_JSON", s3Bucket: Bucket });
    expect(summary.exportArn).toMatch(/^arn:aws:dynamodb:[\w-]+:\d{12}:table\/[\w.-]+\/export\/0\d{13}-[\da-f]{8}$/);
    const parts = Buffer.from(await read(summary.manifestFilesS3Key))
      .toString()
      .trim()
      .split("\n");
    const counts = parts.map((part) => JSON.parse(part).itemCount as number);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(summary.itemCount);
    const [first] = gunzipSync(await read(JSON.parse(parts[0]!).dataFileS3Key))
      .toString()
      .split("\n");
    expect(JSON.parse(first!).Item).toMatchObject({ pk: { S: expect.any(String) }, sk: { S: expect.any(String) } });
  });

  const TableArn = "arn:aws:dynamodb:us-east-1:000000000000:table/Laurel";
  const table = { arn: TableArn, name: "Laurel", recoverable: true } as TableResource;
  const place = { tables: [table], buckets: [{ name: "kept" } as BucketResource], nowMs: 0 };
  const asked = { TableArn, S3Bucket: "kept", ExportFormat: "DYNAMODB_JSON" };
  test.each([
    [
      "of a table that cannot be had back in time",
      asked,
      { ...place, tables: [{ ...table, recoverable: false }] },
      "PointInTimeRecoveryUnavailableException",
    ],
    ["of another table", { ...asked, TableArn: `${TableArn}2` }, place, "TableNotFoundException"],
    ["of a name that is no ARN", { ...asked, TableArn: "Laurel" }, place, "ValidationException"],
    ["into a bucket that is not there", { ...asked, S3Bucket: "lost" }, place, "ValidationException"],
    ["in a form that there is not", { ...asked, ExportFormat: "CSV" }, place, "ValidationException"],
  ])("%s is refused as DynamoDB refuses it", async (_, request, around, name) => {
    const unused = undefined as never;
    await expect(exportTable(request, { ...around, database: unused, storage: unused })).rejects.toMatchObject({
      name,
    });
  });
});
