import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { type AttributeValue, BatchWriteItemCommand, paginateScan } from "@aws-sdk/client-dynamodb";
import { folderFor, made } from "../local/prepare.ts";
import type { World } from "../local/world.ts";
import { seed } from "../seed.ts";

/** What makes a seeded world what it is. */
const sources = ["functions", "shared", "lib", "bin", "cdk.json"];
const itemsFile = "items.jsonl";
const accountsFile = "people.sqlite";
/** Of no worth to another world: its table is written anew, its log and its marks are its own. */
const passedOver = /^(?:database|log\.txt|port|seeded|stream-place|people\.sqlite-.*)$/;
const ITEMS_PER_BATCH = 25;

/** What a seeded world has: certificates hold the port they were issued at, so that `content` is kept for one port. */
export interface SeedOptions {
  readonly content: boolean;
  readonly port: number;
}

/** Of a day: deadlines of a seeded world count from when it was made. */
const nameOf = ({ content, port }: SeedOptions) =>
  `${content ? `content at ${port}` : "people"} of ${new Date().toISOString().slice(0, 10)}`;

/** Whether somebody has seeded such a world from these sources today. */
export const isKept = (options: SeedOptions): boolean => existsSync(folderFor("seed", sources, nameOf(options)));

/** Puts the accounts, files and sandboxes of a kept seed into the data directory of a world that has not been started. */
export function placeSeed(options: SeedOptions, dataDirectory: string): void {
  const folder = folderFor("seed", sources, nameOf(options));
  for (const name of readdirSync(folder))
    if (name !== itemsFile && !(name === "keys.json" && existsSync(join(dataDirectory, name))))
      cpSync(join(folder, name), join(dataDirectory, name), { recursive: true });
}

/** Writes the items of a kept seed into the table of a world whose files {@link placeSeed} has placed. */
export async function loadSeed(options: SeedOptions, { database, tableName }: World): Promise<void> {
  const folder = folderFor("seed", sources, nameOf(options));
  const items = readFileSync(join(folder, itemsFile), "utf8").trim().split("\n");
  for (let at = 0; at < items.length; at += ITEMS_PER_BATCH) {
    const requests = items.slice(at, at + ITEMS_PER_BATCH).map((line) => ({ PutRequest: { Item: JSON.parse(line) } }));
    await database.send(new BatchWriteItemCommand({ RequestItems: { [tableName]: requests } }));
  }
}

/** Seeds a fresh world through its calls, and keeps what has become of it for the next that is asked for today. */
export async function seedAndKeep(options: SeedOptions, world: World, dataDirectory: string): Promise<void> {
  await seed(world, options);
  await made("seed", sources, (folder) => keep(world, dataDirectory, folder), nameOf(options));
}

async function keep({ database, tableName }: World, dataDirectory: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const name of readdirSync(dataDirectory))
    if (name !== accountsFile && !passedOver.test(name))
      cpSync(join(dataDirectory, name), join(folder, name), { recursive: true });
  const accounts = new DatabaseSync(join(dataDirectory, accountsFile));
  accounts.prepare("vacuum into ?").run(join(folder, accountsFile));
  accounts.close();
  const items: Record<string, AttributeValue>[] = [];
  for await (const { Items = [] } of paginateScan({ client: database }, { TableName: tableName })) items.push(...Items);
  writeFileSync(join(folder, itemsFile), items.map((item) => JSON.stringify(item)).join("\n"));
}
