import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { GetObjectCommand, ListObjectsV2Command } from "@aws-sdk/client-s3";
import * as z from "zod";
import { tableExportsPrefix } from "../../shared/platform/environment.ts";
import { optionalEnvironment } from "../runtime/environment.ts";
import { exportsBucket } from "./exports-bucket.ts";
import { largeStorage } from "./storage.ts";

/** An export of the whole table as DynamoDB has written it: DYNAMODB_JSON, in compressed parts. */
export interface TableExport {
  /** The moment whose items it has. */
  readonly ofMs: number;
  readonly items: number;
  /** A line for each item behind as many, one part after the other: always in the same order. */
  lines(behind: number): AsyncIterable<string>;
}

/** An export that is finished, by the name that DynamoDB gave it. */
export interface NamedExport {
  readonly name: string;
  open(): Promise<TableExport>;
}

const SUMMARY = "/manifest-summary.json";
const Summary = z.object({
  exportTime: z.string(),
  itemCount: z.number(),
  outputFormat: z.literal("DYNAMODB_JSON"),
  manifestFilesS3Key: z.string(),
});
const Part = z.object({ dataFileS3Key: z.string(), itemCount: z.number() });

async function bodyOf(Key: string): Promise<Readable> {
  const { Body } = await largeStorage().send(new GetObjectCommand({ Bucket: exportsBucket(), Key }));
  return Body as Readable;
}

async function textOf(key: string): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of await bodyOf(key)) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}

/** How many days old the newest export may be: one, or a week and the day in which a large one is written. */
export const exportDaysMax = (): number => (optionalEnvironment("TABLE_EXPORTED") === "weekly" ? 8 : 1);

/** The exports that are there and finished, the newest first: a summary is written at the end. */
export async function tableExports(): Promise<NamedExport[]> {
  const found: { readonly key: string; readonly at: number }[] = [];
  let ContinuationToken: string | undefined;
  do {
    const page = await largeStorage().send(
      new ListObjectsV2Command({ Bucket: exportsBucket(), Prefix: tableExportsPrefix, ContinuationToken }),
    );
    for (const { Key = "", LastModified } of page.Contents ?? [])
      if (Key.endsWith(SUMMARY)) found.push({ key: Key, at: LastModified!.getTime() });
    ContinuationToken = page.NextContinuationToken;
  } while (ContinuationToken !== undefined);
  return found
    .toSorted((one, other) => other.at - one.at)
    .map(({ key }) => ({ name: key.slice(tableExportsPrefix.length, -SUMMARY.length), open: () => opened(key) }));
}

async function opened(summary: string): Promise<TableExport> {
  const { exportTime, itemCount, manifestFilesS3Key } = Summary.parse(JSON.parse(await textOf(summary)));
  return {
    ofMs: Date.parse(exportTime),
    items: itemCount,
    async *lines(behind) {
      let left = behind;
      const manifest = await textOf(manifestFilesS3Key);
      for (const text of manifest.split("\n").filter(Boolean)) {
        const part = Part.parse(JSON.parse(text));
        if (left >= part.itemCount) {
          left -= part.itemCount;
          continue;
        }
        for await (const line of createInterface({ input: (await bodyOf(part.dataFileS3Key)).pipe(createGunzip()) })) {
          if (left === 0) yield line;
          else left -= 1;
        }
      }
    },
  };
}
