import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { root } from "./local/prepare.ts";

/** What is tried whatever has changed: the contract, and that the parts fit together. */
const always = ["test/contract/policy.test.ts", "test/platform/sources.test.ts", "test/lib/stack.test.ts"];

/** A file's domain; what lies under all domains belongs to none, and only the whole run tries it. */
const domainOf =
  /^(?:functions|shared|web\/content|web|test)\/(?!platform|support|contract|bench|deep|journeys)([a-z-]+)\//;
/** What the tests of a whole folder try. */
const folderOf = /^(?:(lib)|(bin)|(web)\/(?:api|app|build|session|ui))\//;

/**
 * The tests of what has changed since a commit, as Vitest's filters: those of its domains and those that changed
 * themselves. What lies under all domains is tried by the whole run alone.
 */
export function nearTests(since: string): readonly string[] {
  const changed = changedSince(since);
  const roomOf = (file: string) => folderOf.exec(file)?.slice(1).find(Boolean) ?? domainOf.exec(file)?.[1] ?? [];
  const domains = new Set(changed.flatMap(roomOf));
  const folders = [...domains].map((domain) => `test/${domain}/`).filter((folder) => existsSync(join(root, folder)));
  const tests = changed.filter((file) => /\.test\.tsx?$/.test(file) && existsSync(join(root, file)));
  return [...new Set([...folders, ...tests, ...always])];
}

function changedSince(since: string): string[] {
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
