// `node bin/run.mjs <program> …`: installs the locked packages when they are missing or stale, then runs the program on the
// Node.js among them. It runs itself on whatever Node started npm (20 or later).
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";

const stampFile = "node_modules/.setup-stamp";
const wanted = createHash("sha256").update(readFileSync("package-lock.json")).digest("hex");
const installed = existsSync(stampFile) ? readFileSync(stampFile, "utf8") : "";

if (installed !== wanted) {
  console.log("Installing the locked packages (first run, or the lock file changed) …");
  const startedAt = Date.now();
  const environment = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_(lifecycle|package|command|node|execpath)/.test(name)),
  );
  const result = spawnSync("npm", ["ci", "--loglevel=error", "--no-audit", "--no-fund"], {
    stdio: "inherit",
    env: environment,
    shell: process.platform === "win32",
  });
  if (result.error) console.error(`npm could not be started: ${result.error.message}`);
  if (result.status !== 0) process.exit(result.status ?? 1);
  writeFileSync(stampFile, wanted);
  console.log(`Installed in ${((Date.now() - startedAt) / 1000).toFixed(1)} s.`);
}

const child = spawn("node_modules/node/bin/node", process.argv.slice(2), { stdio: "inherit" });
child.once("error", ({ message }) => {
  console.error(`Node.js could not be started: ${message}`);
  process.exitCode = 1;
});
// Ctrl-C reaches both by the terminal; the child says when it is done.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"])
  process.on(signal, () => signal !== "SIGINT" && child.kill(signal));
child.once("close", (code, signal) => {
  process.exitCode = code ?? (signal === null ? 1 : 128);
});
