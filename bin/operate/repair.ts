import { repairCounters } from "./repair/counters.ts";
import { repairMetrics } from "./repair/metrics.ts";
import { tableCommand } from "./table-command.ts";

const usage = `npm run repair [-- --write]

Counts again what is kept as numbers: the totals and amounts of lists, an organization's admins, the holders of its
roles, and analytics. Says what is wrong; with --write it is put right. It reads the whole table three times, so its
cost grows with it, and keeps what it counts in the folder for temporary files (TMPDIR). What changes meanwhile is left alone
and said: run it again.`;

await tableCommand(usage, async (write) => {
  const found = [...(await repairCounters(write)), ...(await repairMetrics(write))];
  for (const { what, is, ought, outcome } of found) console.log(`${what}: ${is}, should be ${ought} (${outcome})`);
  console.log(found.length === 0 ? "Every number is right." : `${found.length} numbers were wrong.`);
  if (found.some(({ outcome }) => outcome !== "repaired")) process.exitCode = 1;
});
