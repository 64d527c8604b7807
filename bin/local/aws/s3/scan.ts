import { randomUUID } from "node:crypto";
import { holdsTestVirus } from "../../../../functions/file/model/content.ts";
import type { LocalBucket } from "./call.ts";
import { type Contents, chunksOf } from "./contents.ts";
import type { NewObject, ObjectMetadata, ObjectStore, WriteOptions } from "./objects.ts";

/** The tag that says what a scan found. */
export const verdictTag = "GuardDutyMalwareScanStatus";
/** What that tag says of an object without malware. */
export const clean = "NO_THREATS_FOUND";

/** Writes an object, tagged by a scan of its bytes where its bucket has one. */
export function writeScanned(
  objects: ObjectStore,
  { name, scans = [], onScan }: LocalBucket,
  object: NewObject,
  contents: Contents,
  options: WriteOptions = {},
): ObjectMetadata {
  if (!scans.some((prefix) => object.key.startsWith(prefix))) return objects.write(name, object, contents, options);
  const verdict = verdictOn(contents);
  const tagged = { ...object, tags: { ...object.tags, [verdictTag]: verdict } };
  const written = objects.write(name, tagged, contents, options);
  onScan?.(scanEvent({ bucketName: name, objectKey: object.key, versionId: written.version, verdict }));
  return written;
}

/** What GuardDuty tells of a scan. */
function scanEvent({ verdict, ...s3ObjectDetails }: Readonly<Record<string, string | undefined>>) {
  return {
    version: "0",
    id: randomUUID(),
    source: "aws.guardduty",
    "detail-type": "GuardDuty Malware Protection Object Scan Result",
    time: new Date().toISOString(),
    detail: {
      schemaVersion: "1.0",
      scanStatus: verdict === "UNSUPPORTED" ? "SKIPPED" : "COMPLETED",
      resourceType: "S3_OBJECT",
      s3ObjectDetails,
      scanResultDetails: { scanResultStatus: verdict, threats: null },
    },
  };
}

/** What is looked for may lie across two chunks: so much of the one before is looked at again. */
const OVERLAP_BYTES = 100;

/** GuardDuty looks into no file that has a password, and says so. */
function verdictOn(contents: Contents): string {
  let isPdf: boolean | undefined;
  let before = Buffer.alloc(0);
  for (const chunk of chunksOf(contents)) {
    const seen = Buffer.concat([before, chunk]);
    if (isPdf === undefined) {
      const head = seen.subarray(0, 8).toString("latin1");
      if (head.startsWith("PK\x03\x04") && (seen.readUInt16LE(6) & 1) === 1) return "UNSUPPORTED";
      isPdf = head.startsWith("%PDF-");
    }
    if (isPdf && /\/Encrypt\b/.test(seen.toString("latin1"))) return "UNSUPPORTED";
    if (holdsTestVirus(seen)) return "THREATS_FOUND";
    before = Buffer.from(seen.subarray(-OVERLAP_BYTES));
  }
  return clean;
}
