import { type ChildProcess, spawn } from "node:child_process";
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { root } from "../../bin/local/prepare.ts";

/** Not the working copy itself: a run beside this one would see its sources change. */
const copy = mkdtempSync(join(tmpdir(), "laurel-watch-"));
const notCopied = /^(?:node_modules|\.git|\.cache|\.laurel|dist|cdk\.out)$/;
const handler = join(copy, "functions/platform/health.ts");
const testFile = join(copy, "test/platform/watched.test.ts");
let vitest: ChildProcess;
let output = "";

/** Waits until the watching run has said something more, since this was asked. */
async function heard(what: RegExp): Promise<void> {
  output = "";
  await expect.poll(() => output, { timeout: 240_000, interval: 200 }).toMatch(what);
}
const change = (file: string, from: string, to: string) => {
  const text = readFileSync(file, "utf8");
  expect(text).toContain(from);
  writeFileSync(file, text.replace(from, to));
};

beforeAll(() => {
  cpSync(root, copy, { recursive: true, filter: (path) => !notCopied.test(path.slice(root.length + 1)) });
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
  writeFileSync(
    testFile,
    `import { expect, it } from "vitest";
import { contract } from "../../shared/contract.ts";
import { world } from "../support/world.ts";
it("is well", async () =>
  expect((await world.anyone.call(contract.platform.health)).body.data.status).toBe("ok"));
`,
  );
  const words = ["node_modules/vitest/vitest.mjs", "--watch", "--project", "node", testFile];
  vitest = spawn(process.execPath, words, { cwd: copy, env: { ...process.env, NO_COLOR: "1" } });
  for (const stream of [vitest.stdout!, vitest.stderr!]) stream.on("data", (part: Buffer) => (output += part));
});
afterAll(async () => {
  const ended = new Promise((resolve) => vitest.once("exit", resolve));
  vitest.kill("SIGINT");
  await ended;
  rmSync(copy, { recursive: true, force: true });
});

test("in watch mode a handler that breaks turns its tests red, and green when it is mended", async () => {
  await heard(/Tests +1 passed[\s\S]*Waiting for file changes/);
  change(handler, '"ok" as const', '"broken" as never');
  await heard(/RERUN +functions\/platform\/health\.ts[\s\S]*Tests +1 failed/);
  change(handler, '"broken" as never', '"ok" as const');
  await heard(/RERUN +functions\/platform\/health\.ts[\s\S]*Tests +1 passed/);
});

test("in watch mode a new call has its route and its function", async () => {
  const path = "platform/calls.ts";
  writeFileSync(
    join(copy, "functions/platform/ping.ts"),
    `import { ping } from "../../shared/${path}";
import { implement } from "../chain/implement.ts";
export const handler = implement(ping, async () => ({ data: { status: "ok" as const } }));`,
  );
  appendFileSync(
    join(copy, "shared", path),
    'export const ping = call({ ...health, input: () => health.input, output: () => health.output, route: "GET /ping" });\n',
  );
  appendFileSync(
    testFile,
    'it("pings", async () => expect((await world.anyone.call(contract.platform.ping)).status).toBe(200));\n',
  );
  await heard(/Tests +2 passed/);
});
