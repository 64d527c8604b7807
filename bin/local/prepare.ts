import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { BuildFailure, Plugin } from "esbuild";
import { existingHandlers } from "../../lib/handlers.ts";
import { accountId, region } from "./cloud/naming.ts";

/** The repository's root. */
export const root = resolve(dirname(fileURLToPath(import.meta.url)), "../..");

/** So many builds of a kind are kept: worlds that run load their functions from an older one when they are first called. */
const kept = 40;

/** Who pays reviewers on this machine: a bank and a company that do not exist. */
const sandboxOriginator = {
  bankRouting: "091000019",
  bankName: "Sandbox Bank",
  companyId: "1000000000",
  companyName: "Laurel Sandbox",
};

/**
 * The built handlers, file for file those that are deployed: bundled when a source has changed since, otherwise those of
 * the last time. A source that does not build is named and throws when it is loaded, so that one broken file does not stop
 * everything else.
 */
export function builtFunctions(): Promise<string> {
  return made(
    "functions",
    [
      ...["functions", "shared", "bin/build.ts", "bin/swapped-modules.ts"],
      ...["lib/needs.ts", "lib/background.ts", "lib/workers.ts", "lib/schedules.ts"],
    ],
    async (directory) => {
      const { builtModules, bundling } = await import("../build.ts");
      const { build } = await import("esbuild");
      const options = { ...bundling(builtModules(), directory), logLevel: "silent" } as const;
      const broken = new Map<string, string>();
      for (;;) {
        try {
          await build({ ...options, plugins: [...options.plugins, throwing(broken)] });
          break;
        } catch (error) {
          const failures = (error as BuildFailure).errors ?? [];
          const found = failures.flatMap(({ text, location }) =>
            location ? [[resolve(root, location.file), text]] : [],
          );
          if (found.every(([file]) => broken.has(file!))) throw error;
          for (const [file, text] of found) broken.set(file!, text!);
        }
      }
      for (const [file, text] of broken) console.warn(`${relative(root, file)} does not build: ${text}`);
    },
  );
}

/** Puts a module that throws in the place of each broken file. */
const throwing = (broken: ReadonlyMap<string, string>): Plugin => ({
  name: "throwing",
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, ({ path }) => {
      if (!broken.has(path)) return undefined;
      const message = `${relative(root, path)} does not build: ${broken.get(path)}`;
      return { contents: `module.exports = {}; throw new Error(${JSON.stringify(message)});`, loader: "js" };
    });
  },
});

/** The built portal, made anew when a source has changed. */
export function builtPortal(): Promise<string> {
  return made("portal", ["web", "shared"], async (directory) => {
    const { build } = await import("vite");
    const configFile = join(root, "web/vite.config.ts");
    const before = process.env.NODE_ENV;
    process.env.NODE_ENV = "production"; // a test's own setting would get React's development half built in
    try {
      await build({ configFile, logLevel: "error", build: { outDir: directory, emptyOutDir: true } });
    } finally {
      if (before === undefined) delete process.env.NODE_ENV;
      else process.env.NODE_ENV = before;
    }
  });
}

/** The synthesized app of the stage `local`, made anew when the stack or a call has changed. */
export function synthesizedApp(): Promise<string> {
  return made(
    "assembly",
    ["lib", "shared", "bin/app.ts", "bin/local/prepare.ts", "cdk.json"],
    async (directory) => {
      const { synthesize } = await import("../app.ts");
      synthesize({
        outdir: directory,
        stage: "local",
        onlyExisting: true,
        settings: { region, account: accountId, payouts: sandboxOriginator, signingKeys: [{ name: "key-1" }] },
      });
    },
    existingHandlers().join(),
  );
}

/** The folder that {@link made} makes out of sources, whether it is there or not. */
export const folderFor = (kind: string, sources: readonly string[], also = ""): string =>
  join(root, ".cache/build", `${kind}-${hashOf([...sources, "package-lock.json"], also)}`);

/**
 * Makes a folder out of sources once per state of them, below .cache/build. It is complete or not there, so that
 * several runs at a time share it; the newest few are kept.
 */
export async function made(
  kind: string,
  sources: readonly string[],
  make: (directory: string) => Promise<void>,
  also = "",
): Promise<string> {
  const directory = folderFor(kind, sources, also);
  if (existsSync(directory)) {
    const now = new Date();
    utimesSync(directory, now, now);
    return directory;
  }
  const begun = underWay.get(directory) ?? finish(directory, make).then(() => forgetOld(dirname(directory), kind));
  underWay.set(directory, begun);
  try {
    await begun;
  } finally {
    underWay.delete(directory);
  }
  return directory;
}

/** What this process is making: asked for twice at once, as by the first requests for the portal, it is made once. */
const underWay = new Map<string, Promise<void>>();

async function finish(directory: string, make: (directory: string) => Promise<void>): Promise<void> {
  const unfinished = join(dirname(directory), `.${basename(directory)}-${process.pid}`);
  mkdirSync(dirname(directory), { recursive: true });
  await make(unfinished);
  try {
    renameSync(unfinished, directory);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    if (!existsSync(directory)) throw error; // otherwise another run was faster
  }
}

function forgetOld(parent: string, kind: string): void {
  const age = (name: string) => statSync(join(parent, name), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const made = readdirSync(parent).filter((name) => name.startsWith(`${kind}-`));
  for (const name of made.sort((one, other) => age(other) - age(one)).slice(kept)) {
    rmSync(join(parent, name), { recursive: true, force: true });
  }
}

/** The state of sources, files or folders below the root, as a short text that differs when any of them does. */
export function hashOf(sources: readonly string[], also = ""): string {
  const hash = createHash("sha256").update(also);
  for (const source of sources) {
    const path = join(root, source);
    const names = statSync(path).isDirectory() ? readdirSync(path, { recursive: true }).map(String).sort() : [""];
    for (const name of names) {
      const file = join(path, name);
      if (name.startsWith("public/themes") || !statSync(file).isFile()) continue;
      hash.update(`${source}/${name}\n`).update(readFileSync(file));
    }
  }
  return hash.digest("hex").slice(0, 16);
}
