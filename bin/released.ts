import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import * as z from "zod";
import { type ApiDocument, breakingChanges } from "./openapi/compare.ts";

/**
 * `npm run released`: compares the API document with that of the last release, shared/released/openapi.json. While a release
 * follows another, old portals ask new functions: a change that they would notice fails, unless it stands with its reason in
 * shared/released/exceptions.json; what stands there and is not so fails, too. `-- --take <commit>` makes the document of a
 * commit that was released the one to compare with, and empties the exceptions.
 */
const current = "shared/openapi.json";
const released = "shared/released/openapi.json";
const exceptions = "shared/released/exceptions.json";

const Exceptions = z.strictObject({
  /** The commit that was released. */
  release: z.string().regex(/^[0-9a-f]{40}$/),
  exceptions: z.array(z.strictObject({ change: z.string(), reason: z.string().trim().min(20) })),
});

const { take } = parseArgs({ options: { take: { type: "string" } } }).values;
if (take !== undefined) takeRelease(take);
else compare();

function compare(): void {
  const { release, exceptions: known } = Exceptions.parse(JSON.parse(readFileSync(exceptions, "utf8")));
  const changes = breakingChanges(read(released), read(current));
  const excepted = known.map(({ change }) => change);
  const wrong = [
    ...changes
      .filter((change) => !excepted.includes(change))
      .map(
        (change) =>
          `${change}\n    clients of the last release meet this: keep what was for one release, or write it down in ${exceptions}`,
      ),
    ...excepted
      .filter((change) => !changes.includes(change))
      .map((change) => `${change}\n    stands in ${exceptions} and is not so: remove it`),
  ];
  if (wrong.length === 0) {
    console.log(`What ${release.slice(0, 7)} released is still offered, but for ${known.length} exceptions.`);
    return;
  }
  console.error(wrong.join("\n"));
  process.exitCode = 1;
}

function takeRelease(commit: string): void {
  const git = (...words: string[]) => {
    const { status, stdout, stderr } = spawnSync("git", words, { encoding: "utf8", maxBuffer: 64 * 1024 * 1024 });
    if (status !== 0) throw new Error(stderr);
    return stdout;
  };
  const release = git("rev-parse", `${commit}^{commit}`).trim();
  writeFileSync(released, git("show", `${release}:${current}`));
  writeFileSync(exceptions, `${JSON.stringify({ release, exceptions: [] }, null, 2)}\n`);
  console.log(`${released} is that of ${release}.`);
}

function read(file: string): ApiDocument {
  return JSON.parse(readFileSync(file, "utf8"));
}
