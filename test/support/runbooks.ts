import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";

const folder = join(import.meta.dirname, "../../lib/runbooks");

/** The pages of the runbooks by name, the contents page aside. */
export const runbooks: ReadonlyMap<string, string> = new Map(
  globSync("*.md", { cwd: folder, exclude: ["README.md"] })
    .sort()
    .map((file) => [basename(file, ".md"), readFileSync(join(folder, file), "utf8")]),
);

/** The page that leads to all of them, and says what holds for each. */
export const runbookContents = readFileSync(join(folder, "README.md"), "utf8");

/** Everything that the runbooks say. */
export const runbookText = [runbookContents, ...runbooks.values()].join("\n");
