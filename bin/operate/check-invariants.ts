import { readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { parseArgs } from "node:util";
import { ListObjectsV2Command, S3Client } from "@aws-sdk/client-s3";
import {
  type Around,
  checkInvariants,
  type Finding,
  wrongTwice,
} from "../../functions/platform/model/invariants/check.ts";
import type { StoredObject } from "../../functions/platform/model/invariants/invariant.ts";
import { withDiskShelf } from "./disk-shelf.ts";
import { enterStage } from "./outputs.ts";
import { everyItem } from "./repair/table.ts";

/** A table that is in use is read page by page, a thing's parent perhaps before both were written: such passes. */
const SECOND_LOOK_MS = 5000;
/** Of a hundred million items, a part holds some three hundred thousand; of a few, little more than its file. */
const PARTS = 512;

/**
 * `npm run check:invariants`: checks a whole table (an export that was restored, a copy, the local one) and prints each
 * invariant with how many things were looked at and how many violate it. Exit 1 on a violation. It reads only.
 */
const usage = `npm run check:invariants -- --stage live

--stage names the stage whose table is checked, TABLE_NAME any other; it may be in use: what seems wrong is looked at again.
FILES_BUCKET, when given, is the bucket whose objects are looked at too. The table is read once, and until that is over kept
in parts, compressed, in the folder for temporary files (TMPDIR): memory holds one of them at a time. The credentials and the
region are those of the environment. For the local world, give its address as AWS_ENDPOINT_URL_DYNAMODB, or name a file of
items (a JSON array) with ITEMS_FILE.`;

function readItems(): Iterable<object> | AsyncIterable<object> {
  const { ITEMS_FILE } = process.env;
  if (ITEMS_FILE) return JSON.parse(readFileSync(ITEMS_FILE, "utf8"));
  if (process.env.TABLE_NAME === undefined) throw new Error(usage);
  return everyItem();
}

async function* readObjects(Bucket: string): AsyncGenerator<[string, StoredObject]> {
  const storage = new S3Client({});
  let ContinuationToken: string | undefined;
  do {
    const page = await storage.send(new ListObjectsV2Command({ Bucket, ContinuationToken }));
    for (const { Key, Size, LastModified } of page.Contents ?? [])
      yield [Key!, { sizeBytes: Size ?? 0, writtenMs: LastModified?.getTime() ?? 0 }];
    ContinuationToken = page.NextContinuationToken;
  } while (ContinuationToken !== undefined);
}

function checkNow(): Promise<Finding[]> {
  const { FILES_BUCKET } = process.env;
  const around: Around = FILES_BUCKET ? { objects: readObjects(FILES_BUCKET) } : {};
  return withDiskShelf((shelf) => checkInvariants(readItems(), around, { shelf, parts: PARTS }));
}

try {
  await enterStage(parseArgs({ options: { stage: { type: "string" } } }).values.stage);
  const first = await checkNow();
  const isInUse = !process.env.ITEMS_FILE && first.some(({ violations }) => violations.length > 0);
  if (isInUse) await setTimeout(SECOND_LOOK_MS);
  const findings = isInUse ? wrongTwice(first, await checkNow()) : first;
  for (const { id, says, checked, violations } of findings) {
    console.log(
      `${id.padEnd(3)}  ${String(checked).padStart(7)} checked  ${String(violations.length).padStart(4)} violations  ${says}`,
    );
    for (const violation of violations.slice(0, 20)) console.log(`       ${violation}`);
  }
  const violated = findings.filter(({ violations }) => violations.length > 0);
  console.log(violated.length === 0 ? "All invariants hold." : `Violated: ${violated.map(({ id }) => id).join(", ")}`);
  process.exitCode = violated.length === 0 ? 0 : 1;
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 2;
}
