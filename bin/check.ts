import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { importCheck } from "./import-check.ts";
import { root } from "./local/prepare.ts";

/**
 * `npm run check`: in seconds, all that holds without a world: types, style, the API document and what its last release offered, the import rules, what is
 * referred to, how long files and how full folders are, and the guards that say what a new call, event, item or list still wants. Ends with its time; exit 1 when anything fails.
 * `-- --new credential.bookmark --thing credential` prints instead what that call still wants, ready to be pasted; of one that the
 * contract does not have, `--reads` says that it changes nothing, and `--thing` what it names.
 */
const { new: added, ...kind } = parseArgs({
  options: { new: { type: "string" }, reads: { type: "boolean" }, thing: { type: "string" } },
}).values;
const guards = [
  "test/platform/sources.test.ts",
  "test/platform/references.test.ts",
  "test/platform/rule-pages.test.ts",
  "test/platform/words.test.ts",
  "test/platform/writes.test.ts",
  "test/contract/policy.test.ts",
  "test/platform/event-types.test.ts",
  "test/user/retention.test.ts",
  "test/bench/growth/lists.test.ts",
  "test/faults/table.test.ts",
];
const gone = guards.filter((file) => !existsSync(join(root, file)));
if (gone.length > 0) throw new Error(`bin/check.ts names ${gone.join(", ")}, which is not there.`);

const colors = process.stdout.isTTY === true;
const startedAt = performance.now();
await (added === undefined
  ? checkAll()
  : import("./new-call.ts").then(({ newCall }) => console.log(newCall(added, kind))));

async function checkAll(): Promise<void> {
  const parts = await Promise.all([
    run("types", ["node_modules/typescript/bin/tsc", "--pretty", String(colors)]),
    run("style", ["node_modules/@biomejs/biome/bin/biome", "check", `--colors=${colors ? "force" : "off"}`, "."]),
    run("imports", importCheck),
    run("API document", ["bin/openapi.ts", "--check"]),
    run("last release", ["bin/released.ts"]),
    run("sizes", ["bin/sizes.ts"]),
    run("guards", ["node_modules/vitest/vitest.mjs", "run", "--project", "node", "--reporter=dot", ...guards]),
  ]);
  for (const { name, code, said } of parts) if (code !== 0) console.log(`\n== ${name}\n${said}`);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  const failed = parts.filter(({ code }) => code !== 0).map(({ name }) => name);
  console.log(parts.find(({ name }) => name === "sizes")!.said.split("\n", 1)[0]);
  console.log(failed.length === 0 ? `All right, in ${seconds} s.` : `Failed in ${seconds} s: ${failed.join(", ")}.`);
  process.exitCode = failed.length === 0 ? 0 : 1;
}

/** Runs a tool beside the others and keeps what it says. */
function run(name: string, command: readonly string[]): Promise<{ name: string; code: number; said: string }> {
  const env = { ...process.env, ...(colors ? { FORCE_COLOR: "1" } : { NO_COLOR: "1" }) };
  const child = spawn(process.execPath, command, { cwd: root, env });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (part: Buffer) => (said += part));
  return new Promise((resolve) => {
    child.once("close", (code) => {
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
      console.log(`${name.padEnd(12)} ${code === 0 ? "passed" : "FAILED"}  ${seconds} s`);
      resolve({ name, code: code ?? 1, said });
    });
  });
}
