import { rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { type BuildOptions, build, type Metafile } from "esbuild";
import { handlerNames, missingHandlers, missingSentence } from "../lib/handlers.ts";
import {
  interpretedSchemas,
  lazyBuiltins,
  ownParts,
  ownRules,
  rawTexts,
  straightImports,
  usedFormats,
  usualHosts,
  withoutJsonSchema,
  withoutUnused,
} from "./slimming.ts";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");

/**
 * Bundles every handler in one pass: ESM with shared chunks in `outdir`, an entry `credential/publish.mjs` for each.
 * Throws naming the files when a call has no handler, unless `onlyExisting`. Answers esbuild's metafile.
 */
export async function buildFunctions({
  outdir = join(root, "dist/functions"),
  minify = true,
  onlyExisting = false,
}: {
  outdir?: string;
  minify?: boolean;
  onlyExisting?: boolean;
} = {}): Promise<{ handlers: string[]; metafile: Metafile }> {
  const missing = missingHandlers();
  if (missing.length > 0 && !onlyExisting) {
    throw new Error(missingSentence(missing));
  }
  const handlers = handlerNames().filter((name) => !missing.includes(name));
  rmSync(outdir, { recursive: true, force: true });
  const { metafile } = await build({ ...bundling(handlers, { outdir, minify }), metafile: true });
  return { handlers, metafile };
}

/** What handlers start as threads of their own: a file each, beside the handlers. */
const threads = ["pictures/drawing"];

/** How esbuild bundles handlers, whether once or watching. */
export function bundling(
  handlers: readonly string[],
  { outdir, minify }: { outdir: string; minify: boolean },
): BuildOptions {
  return {
    absWorkingDir: root,
    entryPoints: [...handlers, ...threads].map((name) => `functions/${name}.ts`),
    outdir,
    outbase: "functions",
    bundle: true,
    splitting: true,
    format: "esm",
    outExtension: { ".js": ".mjs" },
    chunkNames: "chunks/[hash]",
    assetNames: "chunks/[name]-[hash]",
    platform: "node",
    target: "node24",
    mainFields: ["module", "main"],
    loader: { ".wasm": "file", ".ttf": "file" },
    alias: { "@aws-sdk/credential-provider-node": join(root, "functions/process/credentials.ts") },
    plugins: [
      withoutUnused,
      usualHosts,
      straightImports,
      withoutJsonSchema,
      interpretedSchemas,
      usedFormats,
      lazyBuiltins,
      ownRules,
      ownParts,
      rawTexts,
    ],
    minify,
    sourcemap: "external", // for whoever reads a stack: no function looks for them
    sourcesContent: false,
    logLevel: "warning",
  };
}

/** What one handler loads: its entry and the chunks it reaches. */
export interface HandlerSize {
  readonly name: string;
  /** Whether it answers a call; the others work in the background. */
  readonly answersCall: boolean;
  /** Bytes loaded at import. */
  readonly bytes: number;
  /** Bytes it may load later by `import()`, besides. */
  readonly lazyBytes: number;
  /** Output files loaded at import, relative to the output folder. */
  readonly files: readonly string[];
  /** Source modules inside them, relative to the repository. */
  readonly modules: readonly string[];
}

/** A size in whole KB. */
export const kilobytesOf = ({ bytes }: HandlerSize): number => Math.round(bytes / 1024);

/** The handler of middle size, of sizes in their order. */
export const medianOf = (sizes: readonly HandlerSize[]): HandlerSize => sizes[Math.floor(sizes.length / 2)]!;

/** Measures every handler of a build, largest first. */
export function handlerSizes(metafile: Metafile): HandlerSize[] {
  const { outputs } = metafile;
  const reach = (from: string, kinds: readonly string[], seen = new Set<string>()): Set<string> => {
    if (seen.has(from)) return seen;
    seen.add(from);
    for (const { path, kind, external } of outputs[from]?.imports ?? []) {
      if (!external && kinds.includes(kind) && outputs[path]) reach(path, kinds, seen);
    }
    return seen;
  };
  const weigh = (files: Set<string>) => [...files].reduce((sum, file) => sum + outputs[file]!.bytes, 0);
  return Object.entries(outputs)
    .filter(([, { entryPoint, exports }]) => entryPoint?.startsWith("functions/") && exports.includes("handler"))
    .map(([output, { entryPoint }]) => {
      const now = reach(output, ["import-statement"]);
      const everything = reach(output, ["import-statement", "dynamic-import"]);
      const name = relative("functions", entryPoint!).replace(/\.ts$/, "");
      return {
        name,
        answersCall: !name.startsWith("background/"),
        bytes: weigh(now),
        lazyBytes: weigh(everything) - weigh(now),
        files: [...now],
        modules: [...new Set([...now].flatMap((file) => Object.keys(outputs[file]!.inputs)))],
      };
    })
    .sort((one, other) => other.bytes - one.bytes);
}

if (import.meta.main) {
  const onlyExisting = process.argv.includes("--only-existing");
  const started = performance.now();
  const { handlers, metafile } = await buildFunctions({ onlyExisting });
  writeFileSync(join(root, "dist/functions.json"), JSON.stringify(metafile));
  const sizes = handlerSizes(metafile);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(
    `${handlers.length} handlers in ${seconds} s: median ${kilobytesOf(medianOf(sizes))} KB, largest ${kilobytesOf(sizes[0]!)} KB.`,
  );
}
