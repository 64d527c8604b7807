import { join } from "node:path";
import { type Plugin, runnerImport } from "vite";

type Contract = typeof import("../shared/contract.ts");

const contractFile = join(import.meta.dirname, "../shared/contract.ts");

/**
 * Gives the portal `virtual:calls`: route, permission and kind of every call, read from the contract at build time.
 * The schemas stay behind, so that a page without a form loads neither them nor zod.
 */
export function callTable(): Plugin {
  const resolved = "\0virtual:calls";
  return {
    name: "laurel-call-table",
    resolveId: (id) => (id === "virtual:calls" ? resolved : undefined),
    async load(id) {
      if (id !== resolved) return undefined;
      const { module, dependencies } = await runnerImport<Contract>(contractFile, { configFile: false });
      for (const file of [contractFile, ...dependencies]) this.addWatchFile(file);
      const table: Record<string, Record<string, unknown[]>> = {};
      for (const { domain, name, call } of module.callsOf()) {
        const allow = typeof call.allow === "string" ? call.allow : call.allow.permission;
        const kind = call.answers === "document" ? "document" : call.idempotent ? "idempotent" : undefined;
        table[domain] ??= {};
        table[domain][name] = kind ? [call.route, allow, kind] : [call.route, allow];
      }
      return `export default JSON.parse(${JSON.stringify(JSON.stringify(table))});`;
    },
  };
}
