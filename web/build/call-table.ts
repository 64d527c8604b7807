import { join } from "node:path";
import { type Plugin, runnerImport } from "vite";
import type { Entry } from "../api/address.ts";

type Contract = typeof import("../../shared/contract.ts");
type Selectors = typeof import("../../shared/http/call.ts");

const contractFile = join(import.meta.dirname, "../../shared/contract.ts");
const callFile = join(import.meta.dirname, "../../shared/http/call.ts");

/** What programs, providers and probes call, and no page does: it weighs in no first load. */
const others: readonly string[] = [
  "certificate.downloadEvidence",
  "certificate.followShort",
  "certificate.readIssued",
  "credential.readApplication",
  "organization.rename",
  "payment.paypalWebhook",
  "payment.stripeWebhook",
  "platform.health",
  "platform.reportPolicyViolation",
  "reviewer.listActive",
  "reviewer.listNonQualified",
  "reviewer.listOrganization",
  "reviewer.listOrganizationQualified",
  "reviewer.listQualified",
  "reviewer.listQualifiedOrganizationFirst",
  "webhook.listEvents",
];

/**
 * Gives the portal `virtual:calls`: route, permission and kind of every call that it makes, whether it says in which organization and
 * whether it changes what an archived organization keeps as it is; read from the contract at build time.
 * The schemas stay behind, so that a page without a form loads neither them nor zod.
 */
export function callTable(): Plugin {
  const resolved = "\0virtual:calls";
  return {
    name: "laurel-call-table",
    resolveId: (id) => (id === "virtual:calls" ? resolved : undefined),
    async load(id) {
      if (id !== resolved) return undefined;
      const { table, dependencies } = await readCalls();
      for (const file of [contractFile, ...dependencies]) this.addWatchFile(file);
      return `export default ${JSON.stringify(table)};`;
    },
  };
}

/** The table of the portal's calls, and the files it is made from. */
export async function readCalls() {
  const { module, dependencies } = await runnerImport<Contract>(contractFile, { configFile: false });
  const { selectorOf } = (await runnerImport<Selectors>(callFile, { configFile: false })).module;
  const table: Record<string, Record<string, Entry>> = {};
  for (const { domain, name, call } of module.callsOf().sort((one, other) => (one.name < other.name ? -1 : 1))) {
    if (others.includes(`${domain}.${name}`)) continue;
    const allow = typeof call.allow === "string" ? call.allow : call.allow.permission;
    const kind = call.answers ? "document" : call.idempotent ? "idempotent" : "";
    const selects = selectorOf(call) === "organization_id" ? 1 : 0;
    const closes = typeof call.allow !== "string" && !call.route.startsWith("GET") && !call.whenArchived ? 1 : 0;
    const entry: unknown[] = [call.route, allow, selects, closes, kind];
    while (!entry.at(-1)) entry.pop();
    table[domain] ??= {};
    table[domain][name] = entry as unknown as Entry;
  }
  return { table, dependencies };
}
