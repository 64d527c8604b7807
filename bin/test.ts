import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { root } from "./local/prepare.ts";

/** `npm test`: everything that has to hold, in one run that ends with one line of numbers. */
interface Outcome {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

const results = join(root, ".cache/test-results");
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });

const outcomes: Outcome[] = [];
outcomes.push(await check("types", ["node_modules/typescript/bin/tsc"]));
outcomes.push(await check("style", ["node_modules/@biomejs/biome/bin/biome", "check", "."]));
outcomes.push(await check("the API document", ["bin/openapi.ts", "--check"]));
outcomes.push(
  await vitest("rules, API, stack and portal", ["--project", "node", "--project", "portal", "--project", "afterwards"]),
);
outcomes.push(await vitest("the journey in the browser", ["--no-file-parallelism", "--project", "journeys"]));
outcomes.push(await check("permissions used and granted", ["test/afterwards/permissions.ts"]));

const sum = (of: keyof Outcome) => outcomes.reduce((total, outcome) => total + outcome[of], 0);
console.log(`${sum("passed")} passed, ${sum("failed")} failed, ${sum("skipped")} skipped`);
process.exitCode = sum("failed") > 0 || sum("passed") === 0 ? 1 : 0;

/** Runs one of the tools: it passes or fails as one. */
async function check(name: string, command: readonly string[]): Promise<Outcome> {
  const code = await run(name, command);
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 };
}

/** Runs a part of the tests. When not even the numbers come out, the part has failed as one. */
async function vitest(name: string, projects: readonly string[]): Promise<Outcome> {
  const file = join(results, `${projects.at(-1)}.json`);
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  const code = await run(name, ["node_modules/vitest/vitest.mjs", "run", ...projects, ...reporters]);
  const outcome = readOutcome(file);
  if (outcome === undefined) return { passed: 0, failed: 1, skipped: 0 };
  return code !== 0 && outcome.failed === 0 ? { ...outcome, failed: 1 } : outcome;
}

function readOutcome(file: string): Outcome | undefined {
  try {
    const report = JSON.parse(readFileSync(file, "utf8")) as Record<string, number>;
    const { numPassedTests = 0, numFailedTests = 0, numPendingTests = 0, numTodoTests = 0 } = report;
    const broken = (report.numFailedTestSuites ?? 0) > 0 && numFailedTests === 0 ? 1 : 0;
    return { passed: numPassedTests, failed: numFailedTests + broken, skipped: numPendingTests + numTodoTests };
  } catch {
    return undefined;
  }
}

function run(name: string, command: readonly string[]): Promise<number> {
  console.log(`\n== ${name}`);
  const startedAt = Date.now();
  const child = spawn(process.execPath, command, { cwd: root, stdio: "inherit" });
  return new Promise((resolve) => {
    child.once("exit", (code) => {
      console.log(`   ${((Date.now() - startedAt) / 1000).toFixed(1)} s`);
      resolve(code ?? 1);
    });
  });
}
