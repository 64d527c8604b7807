import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { defaultSettings, type Settings } from "../../lib/settings.ts";

const CdkJson = z.object({ context: z.record(z.string(), z.unknown()).default({}) });

/** What is decided about a stage: cdk.json's `settings:<stage>`. */
export function decidedOf(stage: string): Partial<Settings> {
  const { context } = CdkJson.parse(JSON.parse(readFileSync(join(import.meta.dirname, "../../cdk.json"), "utf8")));
  return (context[`settings:${stage}`] as Partial<Settings> | undefined) ?? {};
}

/** The settings of a stage: what is decided, over the defaults. */
export const settingsOf = (stage: string, decided = decidedOf(stage)): Settings => ({
  ...defaultSettings(stage),
  ...decided,
  stage,
});
