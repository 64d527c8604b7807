import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";

const file = join(import.meta.dirname, "../../cdk.out/outputs.json");
const Outputs = z.record(z.string(), z.record(z.string(), z.string()));

/** An output of the last deployment, from what `cdk deploy --outputs-file` wrote; undefined when there is none. */
export function outputOf(name: "TableName" | "SignedBucket" | "UserPoolId" | "PortalOrigin"): string | undefined {
  if (!existsSync(file)) return undefined;
  const stacks = Outputs.parse(JSON.parse(readFileSync(file, "utf8")));
  return Object.values(stacks).find((outputs) => name in outputs)?.[name];
}
