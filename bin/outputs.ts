import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";

const file = join(import.meta.dirname, "../cdk.out/outputs.json");
const Outputs = z.record(z.string(), z.record(z.string(), z.string()));

/** The table of the last deployment, from what `cdk deploy --outputs-file` wrote; undefined when there is none. */
export function tableOfOutputs(): string | undefined {
  if (!existsSync(file)) return undefined;
  const stacks = Outputs.parse(JSON.parse(readFileSync(file, "utf8")));
  return Object.values(stacks).find(({ TableName }) => TableName !== undefined)?.TableName;
}
