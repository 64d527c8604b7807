import { createHash, randomBytes } from "node:crypto";
import { gzipSync } from "node:zlib";
import { type AttributeValue, type DynamoDBClient, ScanCommand } from "@aws-sdk/client-dynamodb";
import { PutObjectCommand, type S3Client } from "@aws-sdk/client-s3";
import type { TableResource } from "../cloud/resources/dynamodb.ts";
import type { BucketResource } from "../cloud/resources/s3.ts";

/** What DynamoDB's ExportTableToPointInTime is asked with. */
export interface ExportRequest {
  readonly TableArn?: string;
  readonly S3Bucket?: string;
  readonly S3Prefix?: string;
  readonly ExportFormat?: string;
  readonly ExportType?: string;
}

/** A refusal in DynamoDB's words. */
export class ExportRefused extends Error {
  constructor(name: string, message: string) {
    super(message);
    this.name = name;
  }
}

/** Items of one part; AWS makes parts by the table's partitions. */
const ITEMS_PER_PART = 1000;

/** Writes what DynamoDB writes when it exports a table: compressed lines of items, and manifests that name them. */
export async function exportTable(
  request: ExportRequest,
  {
    tables,
    buckets,
    database,
    storage,
    nowMs,
  }: {
    readonly tables: readonly TableResource[];
    readonly buckets: readonly BucketResource[];
    readonly database: DynamoDBClient;
    readonly storage: S3Client;
    readonly nowMs: number;
  },
): Promise<{ ExportArn: string }> {
  const {
    TableArn = "",
    S3Bucket = "",
    S3Prefix,
    ExportFormat = "DYNAMODB_JSON",
    ExportType = "FULL_EXPORT",
  } = request;
  const table = tables.find(({ arn }) => arn === TableArn);
  if (!/^arn:aws:dynamodb:[\w-]+:\d{12}:table\/[\w.-]+$/.test(TableArn)) {
    throw new ExportRefused("ValidationException", "Invalid TableArn");
  }
  if (table === undefined) throw new ExportRefused("TableNotFoundException", `Table not found: ${TableArn}`);
  if (!table.recoverable) {
    const message = `Point in time recovery is not enabled for table '${table.name}'`;
    throw new ExportRefused("PointInTimeRecoveryUnavailableException", message);
  }
  if (!buckets.some(({ name }) => name === S3Bucket)) {
    throw new ExportRefused("ValidationException", `S3 bucket ${S3Bucket} does not exist`);
  }
  if (!["DYNAMODB_JSON", "ION"].includes(ExportFormat)) {
    throw new ExportRefused("ValidationException", `Invalid ExportFormat: ${ExportFormat}`);
  }
  if (ExportFormat === "ION" || ExportType !== "FULL_EXPORT") {
    throw new Error(`The local cloud writes no ${ExportFormat} ${ExportType}.`);
  }
  const id = `0${nowMs}-${randomBytes(4).toString("hex")}`;
  const folder = `${S3Prefix ? `${S3Prefix}/` : ""}AWSDynamoDB/${id}`;
  const put = (key: string, body: Buffer | string, type = "application/json") =>
    storage.send(new PutObjectCommand({ Bucket: S3Bucket, Key: key, Body: body, ContentType: type }));

  const lines = await linesOf(database, table.name);
  const parts: string[] = [];
  let billedSizeBytes = 0;
  for (let at = 0; at < lines.length || at === 0; at += ITEMS_PER_PART) {
    const own = lines.slice(at, at + ITEMS_PER_PART);
    const text = own.join("");
    const bytes = gzipSync(text);
    const dataFileS3Key = `${folder}/data/${randomBytes(13).toString("hex")}.json.gz`;
    await put(dataFileS3Key, bytes, "application/octet-stream");
    billedSizeBytes += Buffer.byteLength(text);
    const md5Checksum = createHash("md5").update(bytes).digest("base64");
    parts.push(
      `${JSON.stringify({ itemCount: own.length, md5Checksum, etag: randomBytes(16).toString("hex"), dataFileS3Key })}\n`,
    );
  }
  const manifestFilesS3Key = `${folder}/manifest-files.json`;
  await put(manifestFilesS3Key, parts.join(""));
  const ExportArn = `${TableArn}/export/${id}`;
  const time = new Date(nowMs).toISOString();
  await put(
    `${folder}/manifest-summary.json`,
    JSON.stringify({
      version: "2020-06-30",
      exportArn: ExportArn,
      startTime: time,
      endTime: time,
      tableArn: TableArn,
      exportTime: time,
      s3Bucket: S3Bucket,
      s3Prefix: S3Prefix ?? null,
      s3SseAlgorithm: "AES256",
      manifestFilesS3Key,
      billedSizeBytes,
      itemCount: lines.length,
      outputFormat: ExportFormat,
      exportType: ExportType,
    }),
  );
  return { ExportArn };
}

async function linesOf(database: DynamoDBClient, TableName: string): Promise<string[]> {
  const lines: string[] = [];
  let from: Record<string, AttributeValue> | undefined;
  do {
    const page = await database.send(new ScanCommand({ TableName, ExclusiveStartKey: from, ConsistentRead: true }));
    for (const Item of page.Items ?? []) lines.push(`${JSON.stringify({ Item }, inText)}\n`);
    from = page.LastEvaluatedKey;
  } while (from !== undefined);
  return lines;
}

const inText = (_: string, value: unknown) =>
  value instanceof Uint8Array ? Buffer.from(value).toString("base64") : value;
