import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { cruise, type ICruiseResult } from "dependency-cruiser";
import { root } from "./local/prepare.ts";

/** What is tried whatever has changed: the contract, and that the parts fit together. */
const always = ["test/contract/policy.test.ts", "test/platform/sources.test.ts", "test/lib/stack.test.ts"];

/** A file's domain; what lies under all domains belongs to none, and only the whole run tries it. */
const domainOf =
  /^(?:functions|shared|web\/content|web|test)\/(?!platform|support|contract|bench|deep|journeys)([a-z-]+)\//;
/** What the tests of a whole folder try. */
const folderOf = /^(?:(lib)|(bin)|(web)\/(?:api|app|build|session|ui))\//;

/** In how many domains what imports a file may lie; beyond that only the whole run tries it there. */
const DOMAINS_MAX = 4;

/** The tests of what has changed, as Vitest's filters, and the changed files that more domains import than are tried. */
export interface Near {
  readonly tests: readonly string[];
  readonly farther: readonly string[];
}

/**
 * The tests near to changed files: those of their domains and of the domains whose code imports them, at first or at
 * second hand, and those that changed themselves. Types are left to the compiler.
 */
export async function nearTests(changed: readonly string[]): Promise<Near> {
  const reach = await reachOf(changed);
  const farther = changed.filter((file) => roomsOf(reach(file)).size > DOMAINS_MAX);
  const files = changed.flatMap((file) => (farther.includes(file) ? [file] : reach(file)));
  const folders = [...roomsOf(files)].map((room) => `test/${room}/`).filter((folder) => existsSync(join(root, folder)));
  const tests = changed.filter((file) => /\.test\.tsx?$/.test(file) && existsSync(join(root, file)));
  return { tests: [...new Set([...folders, ...tests, ...always])], farther };
}

const roomsOf = (files: readonly string[]): Set<string> =>
  new Set(files.flatMap((file) => folderOf.exec(file)?.slice(1).find(Boolean) ?? domainOf.exec(file)?.[1] ?? []));

/** For a file of functions/, shared/ or web/: itself and all that import it, at first or at second hand. */
async function reachOf(changed: readonly string[]): Promise<(file: string) => string[]> {
  const sources = /^(?:functions|shared|web)\//;
  if (!changed.some((file) => sources.test(file))) return (file) => [file];
  const { output } = await cruise(["functions", "shared", "web"], { baseDir: root, doNotFollow: "node_modules" });
  const importers = new Map((output as ICruiseResult).modules.map(({ source, dependents }) => [source, dependents]));
  return (file) => {
    const found = new Set([file]);
    for (const each of found) for (const importer of importers.get(each) ?? []) found.add(importer);
    return [...found];
  };
}

/** The files that differ from a commit, new ones too. Throws what git says against it. */
export function changedSince(since: string): string[] {
  const asked = [
    ["diff", "--name-only", since],
    ["ls-files", "--others", "--exclude-standard"],
  ];
  return asked.flatMap((words) => {
    const { status, stdout, stderr } = spawnSync("git", words, { cwd: root, encoding: "utf8" });
    if (status !== 0) throw new Error(stderr.trim());
    return stdout.split("\n").filter(Boolean);
  });
}
