import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { DynamoDBDocumentClient, PutCommand } from "@aws-sdk/lib-dynamodb";
import { openObjects } from "../../bin/local/aws/s3/objects.ts";
import type { World } from "../../bin/local/world.ts";
import { callsOf } from "../../shared/contract.ts";
import type { Answer } from "./crawl.ts";

/** The seeded world as an earlier release made it, kept by keep.ts under a name such as 2026-11. */
export interface FormerWorld {
  /** When it was kept, in milliseconds: what depends on the day is compared as of then. */
  readonly keptAtMs: number;
  readonly answers: readonly Answer[];
  /** Puts accounts, objects and sandboxes into the data directory of a world that has not been started. */
  placeFiles(dataDirectory: string): void;
  /** Writes every item into the table of a running world. */
  writeItems(world: Pick<World, "database" | "tableName">): Promise<void>;
}

/** An answer as it is kept: a call may be named anew, its route stays. */
export type KeptAnswer = Omit<Answer, "call"> & { readonly route: string };
const nameOf = new Map<string, string>(callsOf().map(({ domain, file, call }) => [call.route, `${domain}/${file}`]));

/** Opens a kept world. */
export function formerWorld(name: string): FormerWorld {
  const at = (file: string) => join(import.meta.dirname, name, file);
  const lines = <Line>(file: string): Line[] =>
    gunzipSync(readFileSync(at(`${file}.gz`)))
      .toString()
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  return {
    keptAtMs: Date.parse(readFileSync(at("kept-at.txt"), "utf8").trim()),
    answers: lines<KeptAnswer>("answers.jsonl").map(({ route, ...answer }) => ({
      call: nameOf.get(route) ?? route,
      ...answer,
    })),
    placeFiles(dataDirectory) {
      mkdirSync(dataDirectory, { recursive: true });
      for (const file of readdirSync(join(import.meta.dirname, name)))
        if (file.endsWith(".json")) cpSync(at(file), join(dataDirectory, file));
      writeFileSync(join(dataDirectory, "people.sqlite"), gunzipSync(readFileSync(at("people.sqlite.gz"))));
      const store = openObjects(join(dataDirectory, "files"));
      for (const { bucket, base64, ...object } of lines<KeptObject>("objects.jsonl")) {
        store.openBucket(bucket);
        store.write(bucket, object, Buffer.from(base64, "base64"));
      }
    },
    async writeItems({ database, tableName }) {
      const documents = DynamoDBDocumentClient.from(database);
      for (const Item of lines<Record<string, unknown>>("table.jsonl"))
        await documents.send(new PutCommand({ TableName: tableName, Item }));
    },
  };
}

interface KeptObject {
  readonly bucket: string;
  readonly key: string;
  readonly headers: Record<string, string>;
  readonly tags: Record<string, string>;
  readonly base64: string;
}
