import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Mode } from "./choice.ts";

/** Sum of layout shifts a page may have while it loads: half of what is called good. */
const shiftMax = 0.05;

/** A picture, and what was found when it was taken. */
export interface Picture {
  /** Below the folder of all pictures. */
  readonly file: string;
  readonly role: string;
  /** The path, and what was done there. */
  readonly page: string;
  readonly width: number;
  readonly mode: Mode;
  readonly axe: readonly string[];
  readonly overflowPx: number;
  readonly shift: number;
  readonly shifted: string;
  readonly consoleErrors: readonly string[];
  readonly failedRequests: readonly string[];
  readonly faults: readonly string[];
}

/** What is wrong with a picture, each fault in a line. */
export const faultsOf = (picture: Picture): string[] => [
  ...picture.axe.map((each) => `axe ${each}`),
  ...(picture.overflowPx > 0 ? [`overflow: ${picture.overflowPx} px`] : []),
  ...(picture.shift > shiftMax ? [`layout shift: ${picture.shift.toFixed(3)}, ${picture.shifted}`] : []),
  ...picture.consoleErrors.map((each) => `console: ${each}`),
  ...picture.failedRequests.map((each) => `request: ${each}`),
  ...picture.faults,
];

/** Writes the summaries of a folder; pictures of earlier walks that were not taken again keep their place. */
export function report(folder: string, taken: readonly Picture[]): void {
  const file = join(folder, "pictures.json");
  const earlier: Picture[] = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : [];
  const byFile = new Map([...earlier, ...taken].map((picture) => [picture.file, picture]));
  const pictures = [...byFile.values()]
    .filter((picture) => existsSync(join(folder, picture.file)))
    .sort((one, other) => one.file.localeCompare(other.file));
  writeFileSync(file, `[\n${pictures.map((picture) => JSON.stringify(picture)).join(",\n")}\n]\n`);
  writeFileSync(join(folder, "summary.tsv"), table(pictures));
  writeFileSync(join(folder, "index.html"), gallery(pictures));
}

function table(pictures: readonly Picture[]): string {
  const head = ["picture", "axe", "overflow px", "layout shift", "console errors", "failed requests", "what"];
  const rows = pictures.map((picture) => [
    picture.file,
    picture.axe.length,
    picture.overflowPx,
    picture.shift.toFixed(3),
    picture.consoleErrors.length,
    picture.failedRequests.length,
    faultsOf(picture).join(" | "),
  ]);
  return [head, ...rows].map((row) => `${row.join("\t")}\n`).join("");
}

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

/** A page to leaf through: every picture by role and page, those with faults marked. */
function gallery(pictures: readonly Picture[]): string {
  const section = ([title, group]: readonly [string, readonly Picture[]]) => `
<h2>${escaped(title)}</h2>
<div>${group.map(tileOf).join("")}</div>`;
  const tileOf = (picture: Picture) => {
    const faults = faultsOf(picture);
    return `
<figure${faults.length > 0 ? ' class="faulty"' : ""}>
<a href="${picture.file}"><img src="${picture.file}" alt="" loading="lazy"></a>
<figcaption>${picture.width} ${picture.mode}${faults.map((fault) => `<br>${escaped(fault)}`).join("")}</figcaption>
</figure>`;
  };
  const groups = Map.groupBy(pictures, ({ role, page }) => `${role}: ${page}`);
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Every page</title>
<style>
body { margin: 24px; font: 13px/1.4 system-ui, sans-serif; background: #eee; color: #111 }
h2 { margin: 32px 0 8px; font-size: 16px }
div { display: flex; flex-wrap: wrap; gap: 12px; align-items: start }
figure { margin: 0; width: 280px }
img { width: 100%; max-height: 420px; object-fit: cover; object-position: top; border: 1px solid #999; background: #fff }
.faulty img { border: 3px solid #c00 }
figcaption { overflow-wrap: anywhere }
</style>
<h1>Every page</h1>
${[...groups].map(section).join("")}
</html>
`;
}
