import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Running } from "../chain/at-a-time.ts";
import { type KeptCheck, keptCheck } from "../clients/kept-checks.ts";
import { exportDaysMax, type NamedExport, type TableExport, tableExports } from "../clients/table-exports.ts";
import { itemOf } from "../data/exported.ts";
import { clock } from "../runtime/clock.ts";
import { log } from "../runtime/log.ts";
import { invariants } from "./model/invariants/check.ts";
import type { Item } from "./model/invariants/item.ts";
import { beginning, type Progress, stepsOf } from "./model/invariants/parts.ts";

const DAY_MS = 86_400_000;
/** A step takes less. */
const SPARE_MS = 180_000;
/** What is held in memory at a time: of the table while it is spread into parts, and of a part. */
const ITEMS_AT_ONCE = 200_000;
const ITEMS_PER_PART = 25_000;

/** A check as it is kept after each of its steps. */
interface Kept {
  readonly step: number;
  readonly parts: number;
  readonly progress: Progress;
  /** When its findings were last told. */
  readonly told?: string;
}

/** Another release may spread and ask otherwise: it begins a check of its own. */
const release = createHash("sha256")
  .update(readFileSync(new URL(import.meta.url)))
  .digest("hex")
  .slice(0, 16);

/**
 * Checks every invariant over the newest export of the table, in as many runs as it takes: one that was begun is gone on
 * with, whether there is a newer export or not. At its end one line says that it was done, and one for each invariant how
 * often it is violated; they are told again every day until the next export. Once that is done a run costs nothing.
 */
export async function handler(_: unknown, running: Running): Promise<{ readonly phase: Progress["phase"] | "none" }> {
  const exports = await tableExports();
  const begun = await lastBegun(exports);
  const isUnderWay = begun !== undefined && begun.kept.told === undefined;
  const named = isUnderWay ? begun.named : exports[0];
  const found = await named?.open();
  if (named === undefined || found === undefined || (!isUnderWay && isOld(found))) {
    log("warn", "table_not_exported");
    return { phase: "none" };
  }
  const kept = begun?.named === named ? begun.kept : undefined;
  if (kept?.told !== undefined && clock.now() - Date.parse(kept.told) < DAY_MS) return { phase: "done" };
  const from = kept ?? { step: 0, parts: Math.max(1, Math.ceil(found.items / ITEMS_PER_PART)), progress: beginning };
  return { phase: await goOn(found, checkOf(named), from, running) };
}

const isOld = ({ ofMs }: TableExport): boolean => clock.now() - ofMs > exportDaysMax() * DAY_MS;

const checkOf = ({ name }: NamedExport): KeptCheck => keptCheck(`${name}/${release}`);

/** The newest export whose check was begun. */
async function lastBegun(
  exports: readonly NamedExport[],
): Promise<{ readonly named: NamedExport; readonly kept: Kept } | undefined> {
  for (const named of exports) {
    const known = await checkOf(named).last();
    if (known !== undefined) return { named, kept: JSON.parse(known) as Kept };
  }
  return undefined;
}

/** Works on a check until it is done, its time is up, or another run has gone on with it. */
async function goOn(found: TableExport, check: KeptCheck, from: Kept, running: Running): Promise<Progress["phase"]> {
  const keep = (next: Kept) => check.keep(next.step, JSON.stringify(next));
  const steps = stepsOf(
    {
      invariants,
      items: (behind) => itemsOf(found.lines(behind)),
      shelf: check,
      parts: from.parts,
      itemsAtOnce: ITEMS_AT_ONCE,
      outside: { nowMs: found.ofMs, deadEvents: new Set(), secrets: [], hasObjects: false },
    },
    from.progress,
  );
  let kept = from;
  for await (const progress of steps) {
    const { phase, items } = progress;
    if (phase !== "spread" && items !== found.items) throw new Error("The table's export is not complete.");
    kept = { ...kept, step: kept.step + 1, progress };
    if (!(await keep(kept))) return phase;
    if (running.getRemainingTimeInMillis() < SPARE_MS) {
      log("info", "table_check_goes_on", { code: phase, count: items });
      return phase;
    }
  }
  const told = new Date(clock.now()).toISOString();
  if (await keep({ ...kept, step: kept.step + 1, told })) tell(kept.progress); // a run that ends between leaves it unchecked
  return kept.progress.phase;
}

async function* itemsOf(lines: AsyncIterable<string>): AsyncGenerator<Item> {
  for await (const line of lines) yield itemOf(line) as Item;
}

function tell({ items, tallies }: Progress): void {
  for (const [code, { violated }] of Object.entries(tallies))
    if (violated > 0) log("error", "invariant_violated", { code, count: violated });
  log("info", "invariants_checked", { count: items });
}
