import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { GetObjectCommand, ListObjectsV2Command, PutObjectCommand } from "@aws-sdk/client-s3";
import { checksPrefix } from "../../shared/platform/environment.ts";
import { exportsBucket } from "./exports-bucket.ts";
import { largeStorage } from "./storage.ts";

const [zip, unzip] = [promisify(gzip), promisify(gunzip)];
/** Objects that are fetched at a time. */
const AT_ONCE = 8;
/** A check has fewer steps. */
const STEPS_MAX = 999_999_999;

/** What a check of the table keeps between its runs, in a folder of the exports' bucket. */
export interface KeptCheck {
  put(name: string, lines: readonly string[]): Promise<void>;
  take(beginning: string): AsyncIterable<readonly string[]>;
  /** What was kept of the last step; undefined before the first. */
  last(): Promise<string | undefined>;
  /** Keeps what is known after a step, once: false where somebody else has done it. */
  keep(step: number, known: string): Promise<boolean>;
}

/** What is kept of a check by its name. */
export function keptCheck(name: string): KeptCheck {
  const folder = `${checksPrefix}${name}/`;
  const steps = `${folder}steps/`;
  return {
    async put(part, lines) {
      const Body = await zip(lines.join("\n"), { level: 1 });
      await largeStorage().send(new PutObjectCommand({ Bucket: exportsBucket(), Key: `${folder}${part}`, Body }));
    },
    async *take(beginning) {
      const keys: string[] = [];
      for await (const key of keysOf(`${folder}${beginning}`)) keys.push(key);
      while (keys.length > 0) {
        const all = await Promise.all(keys.splice(0, AT_ONCE).map(bytesOf));
        for (const bytes of all) yield (await unzip(bytes)).toString().split("\n");
      }
    },
    async last() {
      for await (const key of keysOf(steps, 1)) return Buffer.from(await bytesOf(key)).toString();
      return undefined;
    },
    async keep(step, known) {
      const Key = `${steps}${String(STEPS_MAX - step).padStart(9, "0")}`; // the last one is listed first
      try {
        await largeStorage().send(
          new PutObjectCommand({ Bucket: exportsBucket(), Key, Body: known, IfNoneMatch: "*" }),
        );
        return true;
      } catch (error) {
        const { name: problem } = error as Error;
        if (problem === "PreconditionFailed" || problem === "ConditionalRequestConflict") return false;
        throw error;
      }
    },
  };
}

async function* keysOf(Prefix: string, MaxKeys?: number): AsyncGenerator<string> {
  let ContinuationToken: string | undefined;
  do {
    const page = await largeStorage().send(
      new ListObjectsV2Command({ Bucket: exportsBucket(), Prefix, MaxKeys, ContinuationToken }),
    );
    for (const { Key } of page.Contents ?? []) yield Key!;
    ContinuationToken = page.NextContinuationToken;
  } while (ContinuationToken !== undefined);
}

async function bytesOf(Key: string): Promise<Uint8Array> {
  const { Body } = await largeStorage().send(new GetObjectCommand({ Bucket: exportsBucket(), Key }));
  return Body!.transformToByteArray();
}
