import { newestTableExport } from "../clients/table-exports.ts";
import { itemOf } from "../data/exported.ts";
import { clock } from "../runtime/clock.ts";
import { log } from "../runtime/log.ts";
import { checkInvariants } from "./model/invariants/check.ts";

/** More than this do not fit into the function's memory together. */
const ITEMS_MAX = 500_000;
const DAY_MS = 86_400_000;

/**
 * Checks every invariant over the export that was made of the table last night. One line says that it was done, and one
 * for each invariant how often it is violated. Throws when there is no export of the last day, or one too large.
 */
export async function handler(): Promise<{ checked: number; violated: readonly string[] }> {
  const found = await newestTableExport();
  if (found === undefined || clock.now() - found.ofMs > DAY_MS)
    throw new Error("The table was not exported last night.");
  if (found.items > ITEMS_MAX) throw new Error("The table's export is too large to be checked here.");
  const items: Record<string, unknown>[] = [];
  for await (const line of found.lines()) items.push(itemOf(line));
  if (items.length !== found.items) throw new Error("The table's export is not complete.");
  const violated = checkInvariants(items, { nowMs: found.ofMs }).filter(({ violations }) => violations.length > 0);
  for (const { id, violations } of violated) {
    log("error", "invariant_violated", { code: id, count: violations.length });
  }
  log("info", "invariants_checked", { count: items.length });
  return { checked: items.length, violated: violated.map(({ id }) => id) };
}
