import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { type BuildOptions, build } from "esbuild";
import { handlerNames, missingHandlers, missingSentence } from "../lib/handlers.ts";
import {
  chunked,
  type HandlerSize,
  kilobytesOf,
  makeHandlerFolder,
  medianOf,
  outputsWithin,
} from "./handler-folder.ts";
import { ownParts, ownRules, unneededSchemas } from "./own-modules.ts";
import {
  interpretedSchemas,
  lazyBuiltins,
  rawTexts,
  straightImports,
  usedFormats,
  usualHosts,
  withoutJsonSchema,
  withoutUnused,
} from "./slimming.ts";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");

/** What handlers start as threads of their own, and the module that starts it: a file each, beside the handlers. */
const threads = [{ name: "pictures/drawing", startedBy: "functions/pictures/draw.ts" }];

/**
 * Builds every handler into a folder of its own, `outdir/credential/publish`: what is deployed. Throws naming the files when
 * a call has no handler, unless `onlyExisting`. Answers what each loads, the largest first.
 */
export async function buildFunctions({
  outdir = join(root, "dist/functions"),
  onlyExisting = false,
}: {
  outdir?: string;
  onlyExisting?: boolean;
} = {}): Promise<HandlerSize[]> {
  const missing = missingHandlers();
  if (missing.length > 0 && !onlyExisting) {
    throw new Error(missingSentence(missing));
  }
  const handlers = handlerNames().filter((name) => !missing.includes(name));
  rmSync(outdir, { recursive: true, force: true });
  const folder = mkdtempSync(join(tmpdir(), "laurel-functions-"));
  try {
    const options = bundling(handlers, { outdir: folder, minify: false });
    const { metafile } = await build({ ...options, sourcemap: "linked", metafile: true });
    const shared = {
      folder,
      outputs: outputsWithin(folder, metafile, root),
      threads: threads.map(({ name, startedBy }) => ({ file: `${name}.mjs`, startedBy })),
    };
    const sizes = await Promise.all(handlers.map((name) => makeHandlerFolder(name, shared, outdir)));
    return sizes.sort((one, other) => other.bytes - one.bytes);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** How esbuild bundles handlers with shared chunks, whether once or watching: the local world loads all of them at once. */
export function bundling(
  handlers: readonly string[],
  { outdir, minify }: { outdir: string; minify: boolean },
): BuildOptions {
  return {
    ...chunked,
    absWorkingDir: root,
    entryPoints: [...handlers, ...threads.map(({ name }) => name)].map((name) => `functions/${name}.ts`),
    outdir,
    outbase: "functions",
    assetNames: "assets/[name]-[hash]",
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
      unneededSchemas,
      rawTexts,
    ],
    minify,
    sourcemap: "external",
  };
}

if (import.meta.main) {
  const onlyExisting = process.argv.includes("--only-existing");
  const started = performance.now();
  const sizes = await buildFunctions({ onlyExisting });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(
    `${sizes.length} handlers in ${seconds} s: median ${kilobytesOf(medianOf(sizes))} KB, largest ${kilobytesOf(sizes[0]!)} KB.`,
  );
}
