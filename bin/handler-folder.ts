import { cpSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { type BuildOptions, build, type Metafile } from "esbuild";

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

/** What esbuild has written, by paths within the folder it has written to. */
type Outputs = Metafile["outputs"];

/** The outputs of a build whose working directory was `from`, by their paths within `folder`. */
export function outputsWithin(folder: string, { outputs }: Metafile, from: string): Outputs {
  const within = (path: string) => relative(folder, resolve(from, path));
  return Object.fromEntries(
    Object.entries(outputs).map(([path, output]) => [
      within(path),
      { ...output, imports: output.imports.map((each) => ({ ...each, path: within(each.path) })) },
    ]),
  );
}

/** A bundle of all handlers with shared chunks. */
export interface SharedBundle {
  readonly folder: string;
  readonly outputs: Outputs;
  /** What is started as a thread: its file, and the source module that starts it. */
  readonly threads: readonly { readonly file: string; readonly startedBy: string }[];
}

/** How esbuild writes chunks, of all handlers or of one. */
export const chunked = {
  bundle: true,
  splitting: true,
  format: "esm",
  outExtension: { ".js": ".mjs" },
  chunkNames: "chunks/[hash]",
  platform: "node",
  target: "node24",
  sourcesContent: false,
  logLevel: "warning",
} as const satisfies BuildOptions;

/**
 * Gives a handler a folder of its own in `outdir`, with all that it loads and nothing else. Each file that is opened delays
 * a cold start by about half a millisecond, and shared chunks are up to seventy: they become one, but for what is loaded
 * later. Handlers, chunks, assets and threads are each one folder deep, so that a place beside one is so from all.
 */
export async function makeHandlerFolder(name: string, shared: SharedBundle, outdir: string): Promise<HandlerSize> {
  const entry = `${name}.mjs`;
  const folder = join(outdir, name);
  const reached = reachedFrom(entry, shared.outputs, "everything");
  const modules = new Set([...reached].flatMap((file) => Object.keys(shared.outputs[file]!.inputs)));
  const started = shared.threads.filter(({ startedBy }) => modules.has(startedBy)).map(({ file }) => file);
  for (const file of started.flatMap((thread) => [...reachedFrom(thread, shared.outputs, "everything")]))
    reached.add(file);
  for (const file of reached) if (!file.endsWith(".mjs")) cpSync(join(shared.folder, file), join(folder, file));
  const [metafile] = await Promise.all([entry, ...started].map((file) => bundleOne(file, shared, folder)));
  return sizeOf(name, outputsWithin(folder, metafile!, shared.folder), [...modules]);
}

/** Bundles a file of the shared bundle with what it imports of it. */
async function bundleOne(file: string, shared: SharedBundle, outdir: string): Promise<Metafile> {
  const { metafile } = await build({
    ...chunked,
    absWorkingDir: shared.folder,
    entryPoints: [file],
    outdir,
    outbase: ".",
    minify: true,
    sourcemap: "external", // for whoever reads a stack: no function looks for them
    metafile: true,
  });
  return metafile;
}

function sizeOf(name: string, outputs: Outputs, modules: readonly string[]): HandlerSize {
  const weigh = (files: Set<string>) => [...files].reduce((sum, file) => sum + outputs[file]!.bytes, 0);
  const now = reachedFrom(`${name}.mjs`, outputs, "at import");
  const bytes = weigh(now);
  const lazyBytes = weigh(reachedFrom(`${name}.mjs`, outputs, "everything")) - bytes;
  return { name, answersCall: !name.startsWith("background/"), bytes, lazyBytes, files: now.size, modules };
}

/** The files that a file loads at import, or also later. */
function reachedFrom(from: string, outputs: Outputs, what: "at import" | "everything"): Set<string> {
  const reached = new Set([from]);
  for (const file of reached)
    for (const { path, kind, external } of outputs[file]!.imports)
      if (!external && path in outputs && (what === "everything" || kind === "import-statement")) reached.add(path);
  return reached;
}
