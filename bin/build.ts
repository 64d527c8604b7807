import { cpSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { type BuildOptions, build, type Metafile, type Plugin } from "esbuild";
import { background } from "../lib/background.ts";
import { existingHandlers, missingHandlers, missingSentence } from "../lib/handlers.ts";
import { checkedOutRelease, mapsOf } from "./release.ts";
import { swapping, unmet } from "./swapped-modules.ts";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");

/** What handlers start as threads of their own, and the module that starts it: a file each, beside the handlers. */
const threads = [{ file: "pictures/drawing", startedBy: "functions/pictures/draw.ts" }];

/** A file's text for `import text from "./file.css?raw"`, as Vite has it. */
const rawTexts: Plugin = {
  name: "raw-texts",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /\?raw$/ }, ({ path, resolveDir }) => ({
      path: join(resolveDir, path.slice(0, -"?raw".length)),
      namespace: "raw",
    }));
    onLoad({ filter: /.*/, namespace: "raw" }, async ({ path }) => ({
      contents: await readFile(path, "utf8"),
      loader: "text",
      watchFiles: [path],
    }));
  },
};

/**
 * Takes two modules of Node as they are: an import of node:http reads every export and so loads undici, a third of a cold
 * start, and a bundle has no `require` for the packages that require node:crypto.
 */
const builtins: Plugin = {
  name: "builtins",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(?:node:)?(?:crypto|http)$/ }, ({ path }) => ({
      path: path.replace(/^(?:node:)?/, "node:"),
      namespace: "builtin",
    }));
    onLoad({ filter: /.*/, namespace: "builtin" }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule("${path}");`,
    }));
  },
};

/**
 * How modules of functions/ are bundled, by their paths there: what is deployed is what runs on this machine and in tests.
 * `swapped` is told which modules others have taken the place of.
 */
export function bundling(modules: readonly string[], outdir: string, swapped = new Set<string>()) {
  return {
    absWorkingDir: root,
    entryPoints: modules.map((name) => `functions/${name}.ts`),
    outdir,
    outbase: "functions",
    bundle: true,
    splitting: true,
    minify: true,
    format: "esm",
    platform: "node",
    target: "node24",
    mainFields: ["module", "main"],
    alias: { "@aws-sdk/credential-provider-node": join(root, "functions/runtime/credentials.ts") },
    loader: { ".wasm": "file", ".ttf": "file" },
    outExtension: { ".js": ".mjs" },
    chunkNames: "chunks/[hash]",
    assetNames: "assets/[name]-[hash]",
    plugins: [rawTexts, builtins, swapping(swapped)],
    sourcemap: "linked",
    sourcesContent: false,
    logLevel: "warning",
  } as const satisfies BuildOptions;
}

/** The handlers that have a source, and the threads they start. */
export const builtModules = (): string[] => [...existingHandlers(), ...threads.map(({ file }) => file)];

/** What one handler loads: its entry and the chunks it reaches. */
export interface HandlerSize {
  readonly name: string;
  /** Whether it answers a call; the others work in the background. */
  readonly answersCall: boolean;
  /** Bytes loaded at import. */
  readonly bytes: number;
  /** Bytes it may load later by `import()`, besides. */
  readonly lazyBytes: number;
  /** How many files are loaded at import. */
  readonly files: number;
  /** Source modules of all its files, relative to the repository. */
  readonly modules: readonly string[];
}

/** A size in whole KB. */
export const kilobytesOf = ({ bytes }: HandlerSize): number => Math.round(bytes / 1024);

/** The handler of middle size, of sizes in their order. */
export const medianOf = (sizes: readonly HandlerSize[]): HandlerSize => sizes[Math.floor(sizes.length / 2)]!;

/** The file of a handler's code, in its folder of `outdir`. */
export const handlerFile = (outdir: string, name: string): string => join(outdir, name, `${name}.mjs`);

/**
 * Builds every handler into a folder of its own, `outdir/credential/publish`, with the files that it reaches and nothing else,
 * and keeps their source maps in `maps`. Throws naming the files when a call has no handler, unless `onlyExisting`. Answers
 * what each loads, the largest first.
 */
export async function buildFunctions({
  outdir = join(root, "dist/functions"),
  maps,
  onlyExisting = false,
}: {
  outdir?: string;
  maps?: string;
  onlyExisting?: boolean;
} = {}): Promise<HandlerSize[]> {
  const missing = missingHandlers();
  if (missing.length > 0 && !onlyExisting) throw new Error(missingSentence(missing));
  rmSync(outdir, { recursive: true, force: true });
  mkdirSync(join(root, ".cache/build"), { recursive: true });
  const folder = mkdtempSync(join(root, ".cache/build/.deployed-")); // as deep as the local cloud's: the same names of files
  try {
    const swapped = new Set<string>();
    const { metafile } = await build({ ...bundling(builtModules(), folder, swapped), metafile: true });
    const gone = unmet(swapped);
    if (gone.length > 0) throw new Error(`Not met, so not swapped (bin/swapped-modules.ts): ${gone.join(", ")}.`);
    const outputs = outputsWithin(folder, metafile);
    const required = Object.values(outputs).flatMap(({ imports }) =>
      imports.filter(({ kind }) => kind === "require-call"),
    );
    if (required.length > 0)
      throw new Error(`A bundle has no require for ${required.map(({ path }) => path).join(", ")}: see builtins.`);
    const sizes = existingHandlers().map((name) => fillFolder(name, folder, outputs, outdir));
    if (maps !== undefined) keepMaps(folder, maps);
    return sizes.sort((one, other) => other.bytes - one.bytes);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What esbuild has written, by paths within the folder it has written to. */
type Outputs = Metafile["outputs"];

function outputsWithin(folder: string, { outputs }: Metafile): Outputs {
  const within = (path: string) => relative(folder, resolve(root, path));
  return Object.fromEntries(
    Object.entries(outputs).map(([path, output]) => [
      within(path),
      { ...output, imports: output.imports.map((each) => ({ ...each, path: within(each.path) })) },
    ]),
  );
}

/** The files that files load at import, or also later. */
function reachedFrom(from: readonly string[], outputs: Outputs, what: "at import" | "everything"): Set<string> {
  const reached = new Set(from);
  for (const file of reached)
    for (const { path, kind, external } of outputs[file]!.imports)
      if (!external && path in outputs && (what === "everything" || kind === "import-statement")) reached.add(path);
  return reached;
}

function fillFolder(name: string, folder: string, outputs: Outputs, outdir: string): HandlerSize {
  const entry = `${name}.mjs`;
  const modulesOf = (files: Set<string>) => new Set([...files].flatMap((file) => Object.keys(outputs[file]!.inputs)));
  const weigh = (files: Set<string>) => [...files].reduce((sum, file) => sum + outputs[file]!.bytes, 0);
  const now = reachedFrom([entry], outputs, "at import");
  const all = reachedFrom([entry], outputs, "everything");
  const modules = modulesOf(all);
  const started = threads.filter(({ startedBy }) => modules.has(startedBy)).map(({ file }) => `${file}.mjs`);
  for (const file of reachedFrom([entry, ...started], outputs, "everything"))
    cpSync(join(folder, file), join(outdir, name, file));
  const answersCall = !(name in background);
  const bytes = weigh(now);
  return { name, answersCall, bytes, lazyBytes: weigh(all) - bytes, files: now.size, modules: [...modules] };
}

/** Moves the source maps of a build to a folder, in the place of those that lie there. */
function keepMaps(folder: string, maps: string): void {
  rmSync(maps, { recursive: true, force: true });
  for (const file of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    if (!file.endsWith(".map")) continue;
    mkdirSync(dirname(join(maps, file)), { recursive: true });
    renameSync(join(folder, file), join(maps, file));
  }
}

if (import.meta.main) {
  const onlyExisting = process.argv.includes("--only-existing");
  const started = performance.now();
  const sizes = await buildFunctions({ onlyExisting, maps: mapsOf(checkedOutRelease()) });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(
    `${sizes.length} handlers in ${seconds} s: median ${kilobytesOf(medianOf(sizes))} KB, largest ${kilobytesOf(sizes[0]!)} KB.`,
  );
}
