import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { root } from "./local/prepare.ts";

/** No folder has more files than this. */
const filesMax = 30;
/** No source of the product has more lines than this. A test may be as long as its story. */
const linesMax = 300;
/** Folders that are full for a reason. */
const excused: Readonly<Record<string, string>> = {
  "lib/runbooks": "a page for each alarm, which links it by its name",
};

const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
  cwd: root,
  encoding: "utf8",
})
  .split("\n")
  .filter((file) => /^(?:bin|functions|lib|shared|test|web)\//.test(file) && existsSync(`${root}/${file}`));
const folders = [...Map.groupBy(files, dirname)]
  .map(([name, held]) => ({ name, size: held.length }))
  .filter(({ name }) => !(name in excused))
  .toSorted((one, other) => other.size - one.size);
const sources = files
  .filter((file) => !file.startsWith("test/") && /\.(?:ts|tsx|mjs|cjs|css)$/.test(file))
  .map((name) => ({ name, size: readFileSync(`${root}/${name}`, "utf8").split("\n").length - 1 }))
  .toSorted((one, other) => other.size - one.size);

console.log(
  `longest ${sources[0]!.name} ${sources[0]!.size} lines, fullest ${folders[0]!.name} ${folders[0]!.size} files`,
);
for (const { name, size } of sources.filter(({ size }) => size > linesMax))
  console.log(`${name} has ${size} lines: part it by story, to ${linesMax} at most.`);
for (const { name, size } of folders.filter(({ size }) => size > filesMax))
  console.log(`${name} has ${size} files: give it rooms, of ${filesMax} at most.`);
process.exitCode = sources[0]!.size > linesMax || folders[0]!.size > filesMax ? 1 : 0;
