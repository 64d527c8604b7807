import { existsSync, readdirSync, readFileSync } from "node:fs";
import { SourceMap } from "node:module";
import { join } from "node:path";
import { allMaps } from "../release.ts";

const usage = `npm run where -- <release> <stack>

Says which file and line of the sources a deployed function's stack names, as in credential/update.mjs:1:31002; a whole line
of the log will do. <release> is the beginning of a commit that was built in this checkout (npm run deploy, npm run build),
or a folder of its source maps. Those of another one are kept for 90 days by the run of the workflow that deployed it, as its
artifact source-maps-<stage>-<commit>: unpack it anywhere. Later, check the commit out and run npm run build, which makes them
again.`;

/** What each place of a stack is in the sources, by the source maps of a folder; a name without its folder may be several. */
export function placesIn(maps: string, stack: string): string[] {
  const files = readdirSync(maps, { recursive: true, encoding: "utf8" }).flatMap((each) =>
    each.endsWith(".mjs.map") ? [each.slice(0, -".map".length)] : [],
  );
  return [...stack.matchAll(/([\w./-]+\.mjs):(\d+):(\d+)/g)].flatMap(([, path, line, column]) =>
    files
      .filter((file) => `/${path}`.endsWith(`/${file}`) || file.endsWith(`/${path}`))
      .map(
        (file) => `${file}:${line}:${column} is ${placeOf(join(maps, `${file}.map`), Number(line), Number(column))}`,
      ),
  );
}

function placeOf(map: string, line: number, column: number): string {
  const origin = new SourceMap(JSON.parse(readFileSync(map, "utf8"))).findOrigin(line, column);
  if (!("fileName" in origin)) return "of no source";
  return `${origin.fileName!.replace(/^(?:\.\.\/)+/, "")}:${origin.lineNumber}:${origin.columnNumber}`;
}

function foldersOf(release: string): string[] {
  if (existsSync(release)) return [release];
  const kept = existsSync(allMaps) ? readdirSync(allMaps) : [];
  return kept.filter((each) => each.startsWith(release)).map((each) => join(allMaps, each));
}

function main([release, ...stack]: string[]): string {
  if (!release || stack.length === 0) return usage;
  const [maps, ...others] = foldersOf(release);
  if (maps === undefined) return `There are no source maps of ${release} here.\n\n${usage}`;
  if (others.length > 0) return `Several releases begin with ${release}: ${[maps, ...others].join(", ")}.`;
  const places = placesIn(maps, stack.join(" "));
  if (places.length === 0) return `${maps} has no file that this names.\n\n${usage}`;
  console.log(places.join("\n"));
  return "";
}

if (import.meta.main) {
  const refusal = main(process.argv.slice(2));
  if (refusal !== "") {
    console.error(refusal);
    process.exitCode = 1;
  }
}
