import { parseArgs } from "node:util";
import { outputOf } from "./outputs.ts";
import { repairCounters } from "./repair/counters.ts";
import { repairMetrics } from "./repair/metrics.ts";

const usage = `npm run repair [-- --write]

Counts again what is kept as numbers: the totals and amounts of lists, an organization's admins, the holders of its
roles, and analytics. Says what is wrong; with --write it is put right. It reads the whole table once, so its cost grows
with it. What changes meanwhile is left alone and said: run it again.

It uses the AWS credentials and the region of the environment, and the table of cdk.out/outputs.json (written by cdk
deploy --outputs-file) or of TABLE_NAME.`;

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { write: { type: "boolean", default: false }, help: { type: "boolean" } } });
  process.env.TABLE_NAME ||= outputOf("TableName");
  if (values.help || !process.env.TABLE_NAME) {
    console.log(usage);
    process.exitCode = values.help ? 0 : 1;
    return;
  }
  const found = [...(await repairCounters(values.write)), ...(await repairMetrics(values.write))];
  for (const { what, is, ought, outcome } of found) console.log(`${what}: ${is}, should be ${ought} (${outcome})`);
  console.log(found.length === 0 ? "Every number is right." : `${found.length} numbers were wrong.`);
  if (found.some(({ outcome }) => outcome !== "repaired")) process.exitCode = 1;
}

await main().catch((error: Error) => {
  console.error(error.stack);
  process.exitCode = 1;
});
