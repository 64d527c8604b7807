import { spawnSync } from "node:child_process";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");

/** The commit that is checked out; marked where the checkout has more than it. */
export function checkedOutRelease(): string {
  const git = (...words: string[]) => spawnSync("git", words, { cwd: root, encoding: "utf8" }).stdout?.trim() ?? "";
  const changed = git("status", "--porcelain") !== "";
  return `${git("rev-parse", "HEAD") || "unknown"}${changed ? ", changed" : ""}`;
}

/** Where the source maps of releases that were built here are kept, each in a folder of its own. */
export const allMaps = join(root, "dist/maps");

/** Where the source maps of a release are kept: beside what is deployed, not in it. */
export const mapsOf = (release: string): string => join(allMaps, release.replace(", ", "-"));
