import { gunzipSync } from "node:zlib";
import { GetObjectCommand, ListObjectsV2Command, S3Client } from "@aws-sdk/client-s3";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { exportTable } from "../../bin/local/aws/table-export.ts";
import type { TableResource } from "../../bin/local/cloud/resources/dynamodb.ts";
import type { BucketResource } from "../../bin/local/cloud/resources/s3.ts";
import { exportDaysMax } from "../../functions/clients/table-exports.ts";
import { handler } from "../../functions/platform/check-export.ts";
import { contract } from "../../shared/contract.ts";
import { tableExportsPrefix } from "../../shared/platform/environment.ts";
import { environmentOfFile } from "../support/environment.ts";
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
/** How often a run has said that the table was not exported. */
const unexported = async () =>
  (await world.control.logs()).filter((line) => line.includes('"table_not_exported"')).length;
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
    const before = await unexported();
    await world.control.runSchedule("check-export");
    expect(await told()).toEqual([]);
    expect(await unexported()).toBe(before + 1);
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
    const before = [await unexported(), (await told()).length];
    await world.control.runSchedule("check-export", 26 * 3_600_000);
    expect([await unexported(), (await told()).length]).toEqual([before[0]! + 1, before[1]]);
  });

  test("is done once for an export, however often it is started", async () => {
    const before = (await told()).length;
    await Promise.all([world.control.runSchedule("check-export"), world.control.runSchedule("check-export")]);
    expect((await told()).length).toBe(before);
  });

  describe("in runs that are cut off after each step", () => {
    /** Runs of the function in this process: its time is up at once, so that each does one step. */
    const cutOff = () => handler(undefined, { getRemainingTimeInMillis: () => 0 });
    const uncut = () => handler(undefined, { getRemainingTimeInMillis: () => 900_000 });
    const said: string[] = [];
    const lines = () =>
      said
        .filter((text) => text.includes('"invariant'))
        .map((text) => JSON.parse(text) as { message: string; code?: string; count: number })
        .map(({ message, code, count }) => ({ message, code, count }));
    beforeEach(() => {
      said.length = 0;
      vi.spyOn(process.stdout, "write").mockImplementation((text) => said.push(String(text)) > 0);
    });
    environmentOfFile(async () => ({
      ...(await world.control.settings(names)),
      AWS_ACCESS_KEY_ID: "local",
      AWS_SECRET_ACCESS_KEY: "local",
    }));

    async function planted() {
      const counter = (await world.control.everything()).find(
        ({ pk, sk }) => String(pk).startsWith("COUNT#ORG#") && sk === "TOTAL",
      )!;
      await world.control.put([{ ...counter, count: Number(counter.count) + 1 }]);
      await world.control.runSchedule("exportTableToPointInTime");
      await world.control.put([counter]);
    }

    test("finds and tells the same, once, and a run at the same time does no harm", async () => {
      await planted();
      const phases: string[] = [];
      do {
        const [one, other] = await Promise.all([cutOff(), cutOff()]);
        phases.push(one.phase, other.phase);
      } while (!phases.includes("done") && phases.length < 100);
      expect(phases.length).toBeGreaterThan(6);
      expect(await uncut()).toEqual({ phase: "done" });
      const [violated, checked, ...more] = lines();
      expect(violated).toMatchObject({ message: "invariant_violated", code: "I22", count: 1 });
      expect(checked).toMatchObject({ message: "invariants_checked" });
      expect(checked!.count).toBeGreaterThan(100);
      expect(more).toEqual([]);
      expect(await uncut()).toEqual({ phase: "done" });
      expect(lines()).toHaveLength(2);
    });

    test("is told once by two whole runs at the same time", async () => {
      await planted();
      await Promise.all([uncut(), uncut()]);
      expect(lines().map(({ message }) => message)).toEqual(["invariant_violated", "invariants_checked"]);
    });

    test("goes on to the end when there is a newer export, and checks that one then", async () => {
      await planted();
      await cutOff();
      await world.control.runSchedule("exportTableToPointInTime");
      expect(await uncut()).toEqual({ phase: "done" });
      expect(lines().map(({ message }) => message)).toEqual(["invariant_violated", "invariants_checked"]);
      expect(await uncut()).toEqual({ phase: "done" });
      expect(lines().map(({ message }) => message)).toEqual([
        "invariant_violated",
        "invariants_checked",
        "invariants_checked",
      ]);
    });
  });

  test("goes on with the week's export in a stage that exports once a week, for the day in which the next is written, too", () => {
    expect(exportDaysMax()).toBe(1);
    vi.stubEnv("TABLE_EXPORTED", "weekly");
    expect(exportDaysMax()).toBe(8);
    vi.unstubAllEnvs();
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
