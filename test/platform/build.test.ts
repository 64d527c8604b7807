import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, expect, test } from "vitest";
import { buildFunctions, handlerSizes } from "../../bin/build.ts";
import { handlerNames } from "../../lib/handlers.ts";

const outdir = mkdtempSync(join(tmpdir(), "laurel-build-"));
afterAll(() => rmSync(outdir, { recursive: true, force: true }));
const { handlers, metafile } = await buildFunctions({ outdir });
const sizes = handlerSizes(metafile);
const kilobytes = (bytes: number) => Math.round(bytes / 1024);

test("every handler of the product is built", () => {
  expect(handlers.toSorted()).toEqual(handlerNames().toSorted());
  expect(sizes.map(({ name }) => name).sort()).toEqual(handlerNames().toSorted());
});

test("the median handler loads at most 320 KB, and none more than 560 KB", () => {
  const median = sizes[Math.floor(sizes.length / 2)]!;
  expect(kilobytes(median.bytes), median.name).toBeLessThanOrEqual(320);
  for (const { name, bytes } of sizes) expect(kilobytes(bytes), name).toBeLessThanOrEqual(560);
});

test("no handler carries zod's locales, the credential chain or an ESM import of a Node module", () => {
  const modules = new Set(sizes.flatMap((size) => size.modules));
  expect([...modules].filter((path) => /zod\/.*\/locales\/(?!en\.)/.test(path))).toEqual([]);
  expect([...modules].filter((path) => /client-sso|client-sts|credential-provider-(?!node)/.test(path))).toEqual([]);
  const built = readdirSync(outdir, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".mjs"));
  for (const file of built) {
    expect(readFileSync(join(outdir, file), "utf8"), file).not.toMatch(/\b(?:from|import)\s*["']node:/);
  }
});

test("every built handler can be imported", { timeout: 300_000 }, () => {
  const modules = handlers.map((name) => pathToFileURL(resolve(outdir, `${name}.mjs`)).href);
  const program = `const wrong = [];
for (const module of ${JSON.stringify(modules)}) if (typeof (await import(module)).handler !== "function") wrong.push(module);
console.log(JSON.stringify(wrong));`;
  expect(
    JSON.parse(execFileSync(process.execPath, ["--input-type=module", "--eval", program], { encoding: "utf8" })),
  ).toEqual([]);
});
