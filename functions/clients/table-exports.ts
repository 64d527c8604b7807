import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { GetObjectCommand, ListObjectsV2Command } from "@aws-sdk/client-s3";
import * as z from "zod";
import { tableExportsPrefix } from "../../shared/platform/environment.ts";
import { exportsBucket, storage } from "./exports-bucket.ts";

/** An export of the whole table as DynamoDB has written it: DYNAMODB_JSON, in compressed parts. */
export interface TableExport {
  /** The moment whose items it has. */
  readonly ofMs: number;
  readonly items: number;
  /** A line for each item, one part after the other. */
  lines(): AsyncIterable<string>;
}

const Summary = z.object({
  exportTime: z.string(),
  itemCount: z.number(),
  outputFormat: z.literal("DYNAMODB_JSON"),
  manifestFilesS3Key: z.string(),
});
const Part = z.object({ dataFileS3Key: z.string() });

async function bodyOf(Key: string): Promise<Readable> {
  const { Body } = await storage().send(new GetObjectCommand({ Bucket: exportsBucket(), Key }));
  return Body as Readable;
}

async function textOf(key: string): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of await bodyOf(key)) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}

/** The export that was finished last: its summary is written at the end. Undefined when there is none. */
export async function newestTableExport(): Promise<TableExport | undefined> {
  let newest: { Key?: string; LastModified?: Date } | undefined;
  let ContinuationToken: string | undefined;
  do {
    const page = await storage().send(
      new ListObjectsV2Command({ Bucket: exportsBucket(), Prefix: tableExportsPrefix, ContinuationToken }),
    );
    for (const each of page.Contents ?? []) {
      if (!each.Key?.endsWith("/manifest-summary.json")) continue;
      if (!newest || each.LastModified! > newest.LastModified!) newest = each;
    }
    ContinuationToken = page.NextContinuationToken;
  } while (ContinuationToken !== undefined);
  if (newest === undefined) return undefined;
  const { exportTime, itemCount, manifestFilesS3Key } = Summary.parse(JSON.parse(await textOf(newest.Key!)));
  return {
    ofMs: Date.parse(exportTime),
    items: itemCount,
    async *lines() {
      const manifest = await textOf(manifestFilesS3Key);
      for (const line of manifest.split("\n").filter(Boolean)) {
        const { dataFileS3Key } = Part.parse(JSON.parse(line));
        yield* createInterface({ input: (await bodyOf(dataFileS3Key)).pipe(createGunzip()) });
      }
    },
  };
}
