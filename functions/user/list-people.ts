import { eachAccount } from "../clients/cognito-list.ts";
import { keepExport } from "../clients/exports.ts";
import { clock } from "../runtime/clock.ts";
import { log } from "../runtime/log.ts";

/**
 * Keeps the accounts of the user pool as they are now, a line of JSON each, under the day: address, our own id, and whether
 * they may sign in. `npm run rebuild-pool -- --list` reads it. No password is in it, for nobody can read those.
 */
export async function handler(): Promise<{ listed: number }> {
  const lines: string[] = [];
  for await (const account of eachAccount()) lines.push(`${JSON.stringify(account)}\n`);
  await keepExport(`people/${clock.iso().slice(0, 10)}.jsonl`, "application/x-ndjson", lines.join(""));
  log("info", "people_listed", { count: lines.length });
  return { listed: lines.length };
}
