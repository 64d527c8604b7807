import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { World } from "../../bin/local/world.ts";
import { everyItem } from "../../bin/operate/repair/table.ts";
import { judged, line, title } from "./print.ts";
import { benchWholeTables } from "./whole-table.ts";

/** What checking so many items took, and what it found. */
export interface Checked {
  readonly items: number;
  readonly seconds: number;
  readonly heapMegabytes: number;
  readonly violations: readonly string[];
}

/** The nightly check holds no more at any size; a process that needs it dies. */
const HEAP_MEGABYTES = 640;

/** Checks the seed's items copied to so many and to a tenth of them, and what operators run over that and a tenth again: in how much time and memory. */
export async function benchChecking(world: World, rows: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "laurel-checking-"));
  try {
    await world.settle();
    const all: object[] = [];
    await world.within(async () => {
      for await (const item of everyItem()) all.push(item);
    });
    const file = join(folder, "items.json");
    writeFileSync(file, JSON.stringify(all));
    title(`Checking every invariant, copies of the seed's ${all.length} items`);
    for (const count of [rows / 10, rows]) report(sample(file, count));
    title("What operators run over a whole table");
    await benchWholeTables(file, [rows / 100, rows / 10]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function sample(file: string, count: number): Checked {
  const flags = [`--max-old-space-size=${HEAP_MEGABYTES}`, join(import.meta.dirname, "checking-sample.ts")];
  const { status, stdout, stderr } = spawnSync(process.execPath, [...flags, file, String(count)], { encoding: "utf8" });
  if (status !== 0) throw new Error(`${count} items were not checked: ${stderr}`);
  return JSON.parse(stdout) as Checked;
}

function report({ items, seconds, heapMegabytes, violations }: Checked): void {
  const name = `${items.toLocaleString("en-US")} items`;
  line(`${name}: items a second`, Math.round(items / seconds).toLocaleString("en-US"));
  line(`${name}: most heap`, `${heapMegabytes} MB`, `at most ${HEAP_MEGABYTES} MB`);
  judged(`${name}: violations`, String(violations.length), "none", violations.length === 0);
}
