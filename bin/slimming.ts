import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { builtinModules } from "node:module";
import { basename, dirname, join } from "node:path";
import type { Plugin, PluginBuild } from "esbuild";

/** An ESM import of node:http reads every export and so loads undici (20 ms); getBuiltinModule does not. */
export const lazyBuiltins: Plugin = {
  name: "lazy-builtins",
  setup({ onResolve, onLoad }) {
    const builtins = new Set(builtinModules);
    onResolve({ filter: /^[a-z@:_/0-9]+$/i }, ({ path }) => {
      const name = path.replace(/^node:/, "");
      if (path !== `node:${name}` && !builtins.has(name)) return undefined;
      return { path: `node:${name}`, namespace: "builtin" };
    });
    onLoad({ filter: /.*/, namespace: "builtin" }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule(${JSON.stringify(path)});`,
      loader: "js",
    }));
  },
};

/**
 * Leads imports of the SDK's collecting modules (`@smithy/core/protocols` …) straight to the files that are meant.
 * With shared chunks esbuild would give every handler what any handler takes from such a module: S3's XML, say.
 */
export const straightImports: Plugin = {
  name: "straight-imports",
  setup(build) {
    const known: Known = new Map();
    build.onLoad({ filter: /\/node_modules\/@(?:aws-sdk|smithy)\/.*\/dist-es\/.*\.js$/ }, async ({ path }) => {
      const text = await readFile(path, "utf8");
      const found = [...text.matchAll(/^import \{([^}]*)\} from "(@(?:smithy|aws-sdk)\/core\/[\w-]+)";$/gm)];
      const rewritten = await Promise.all(
        found.map(async ([statement, names, specifier]) => {
          const exports = await exportsOf(build, specifier!, dirname(path), known);
          return [statement, straighten(names!, specifier!, exports)] as const;
        }),
      );
      return { contents: rewritten.reduce((all, [before, after]) => all.replace(before, after), text), loader: "js" };
    });
  },
};

/** Where a collecting module takes each of its exports from. */
type Exports = ReadonlyMap<string, { readonly file: string; readonly name: string }>;

type Known = Map<string, Promise<Exports>>;

function straighten(names: string, specifier: string, exports: Exports): string {
  return pairs(names)
    .map(([name, alias]) => {
      const source = exports.get(name);
      if (!source) return `import { ${name} as ${alias} } from ${JSON.stringify(specifier)};`;
      return `import { ${source.name} as ${alias} } from ${JSON.stringify(source.file)};`;
    })
    .join(" ");
}

/** `A, B as C` → [A, A], [B, C]. */
const pairs = (names: string) =>
  names
    .split(",")
    .map((each) => each.trim().split(/\s+as\s+/))
    .filter(([name]) => name !== "")
    .map(([name, alias = name]) => [name!, alias!] as const);

async function exportsOf(build: PluginBuild, specifier: string, resolveDir: string, known: Known): Promise<Exports> {
  const path = specifier.startsWith(".")
    ? fileOf(join(resolveDir, specifier))
    : (await build.resolve(specifier, { kind: "import-statement", resolveDir })).path;
  const exports = known.get(path) ?? read(build, path, known);
  known.set(path, exports);
  return exports;
}

async function read(build: PluginBuild, path: string, known: Known): Promise<Exports> {
  const exports = new Map<string, { file: string; name: string }>();
  const text = await readFile(path, "utf8");
  for (const [, names, from] of text.matchAll(/^export \{([^}]*)\} from "([^"]+)";$/gm)) {
    const further = await exportsOf(build, from!, dirname(path), known);
    const file = from!.startsWith(".") ? fileOf(join(dirname(path), from!)) : undefined;
    for (const [name, alias] of pairs(names!)) {
      const source = further.get(name) ?? (file === undefined ? undefined : { file, name });
      if (source) exports.set(alias, source);
    }
  }
  return exports;
}

const fileOf = (path: string) =>
  [path, `${path}.js`, join(path, "index.js")].find((each) => /\.js$/.test(each) && existsSync(each))!;

/** Gives each module the addresses it names: in a chunk for all, a handler would load those of every mail. */
export const ownAddresses: Plugin = {
  name: "own-addresses",
  setup({ onResolve }) {
    onResolve({ filter: /\/shared\/platform\/paths\.ts$/ }, ({ path, resolveDir, importer }) => ({
      path: join(resolveDir, path),
      suffix: `?${basename(importer)}`,
    }));
  },
};

/** Handlers check input and describe no schemas: that part of zod (18 KB) is for bin/openapi.ts. */
export const withoutJsonSchema: Plugin = {
  name: "without-json-schema",
  setup({ onLoad }) {
    onLoad({ filter: /\/zod\/v4\/core\/(?:to-json-schema|json-schema-processors)\.js$/ }, async ({ path }) => {
      const names = namesIn(await readFile(path, "utf8"));
      const unused = "const unused = () => { throw new Error('Handlers describe no schemas.'); };";
      const stubs = names.map(
        (name) => `export const ${name} = ${name.startsWith("create") ? "() => unused" : "unused"};`,
      );
      return { contents: [unused, ...stubs].join("\n"), loader: "js" };
    });
  },
};

/**
 * Keeps zod from writing and compiling a function for each object it checks (4 KB of code): a handler checks a few things
 * and is gone, so that costs a cold start more than it ever saves.
 */
export const interpretedSchemas: Plugin = {
  name: "interpreted-schemas",
  setup({ onLoad }) {
    onLoad({ filter: /\/zod\/v4\/core\/schemas\.js$/ }, async ({ path }) => {
      const text = await readFile(path, "utf8");
      const contents = text.replace(
        /^export const \$ZodObjectJIT = .*?^\}\);$/ms,
        "export const $ZodObjectJIT = $ZodObject;",
      );
      if (contents === text) throw new Error(`${path} no longer compiles objects the way it did; see bin/slimming.ts.`);
      return { contents, loader: "js" };
    });
  },
};

/** Modules that are reached but never used here, and what stands in their place. */
const neverUsed: readonly (readonly [RegExp, string])[] = [
  // Endpoint discovery is for Timestream and its like; DynamoDB is found by its region.
  [/\/@aws-sdk\/endpoint-cache\/.*\.js$/, "export class EndpointCache {}"],
  // sanitize-html parses style attributes with it; our texts may have none.
  [/\/postcss\/lib\/postcss\.m?js$/, "export const parse = () => { throw new Error('No styles here.'); };"],
  // What is wrong with a field is said in our own sentences: shared/http/sentences.ts.
  [/\/zod\/v4\/locales\/en\.js$/, "export default () => ({});"],
  // Keeps values that contain themselves from being checked for ever: JSON has none.
  [
    /\/zod\/v4\/core\/memoizer\.js$/,
    "export class $ZodCyclicError extends Error {} export const memoizer = () => undefined; " +
      "export const isBackEdge = () => false; export const isRecursiveSchema = () => false;",
  ],
  // Node has its own hashes.
  [/\/@smithy\/core\/.*\/Sha256Js\.js$/, "export class Sha256Js {}"],
  [/\/@smithy\/core\/.*\/Md5Js\.js$/, "export class Md5Js {}"],
  // For signing event streams, of which we use none.
  [/\/@smithy\/signature-v4\/dist-es\/HeaderFormatter\.js$/, "export class HeaderFormatter {}"],
  // The retry mode is the standard one.
  [/\/@smithy\/core\/.*\/DefaultRateLimiter\.js$/, "export class DefaultRateLimiter {}"],
  [/\/@smithy\/core\/.*\/AdaptiveRetryStrategy\.js$/, "export class AdaptiveRetryStrategy {}"],
  // Lambda has no profile files, and its Node is the one that was chosen.
  [/\/@smithy\/core\/.*\/parseIni\.js$/, "export const parseIni = () => ({});"],
  [
    /\/@smithy\/core\/.*\/shared-ini-file-loader\/readFile\.js$/,
    "export const filePromises = {}, fileIntercept = {}; export const readFile = async () => '';",
  ],
  [
    /\/@smithy\/core\/.*\/getSSOTokenFromFile\.js$/,
    "export const tokenIntercept = {}; export const getSSOTokenFromFile = async () => ({});",
  ],
  // Asks, as it is loaded, for a part of Node that takes 2 ms to load.
  [
    /\/@smithy\/core\/.*\/uuid\/v4\.js$/,
    "import { randomUUID } from 'node:crypto'; export const bindV4 = () => () => randomUUID();",
  ],
  [
    /\/@aws-sdk\/core\/.*\/emitWarningIfUnsupportedVersion\.js$/,
    "export const state = {}; export const emitWarningIfUnsupportedVersion = () => {};",
  ],
  // Lambda sets AWS_REGION: nobody asks the instance.
  [
    /\/@smithy\/core\/.*\/getInstanceMetadataRegion\.js$/,
    "export const getInstanceMetadataRegion = async () => undefined;",
  ],
];

/**
 * Leaves out modules that no handler ever runs, of the SDK's package files all but the version, and the lists of regions:
 * each partition knows its regions by their form.
 */
export const withoutUnused: Plugin = {
  name: "without-unused",
  setup({ onLoad }) {
    for (const [filter, contents] of neverUsed) onLoad({ filter }, () => ({ contents, loader: "js" }));
    onLoad({ filter: /\/@aws-sdk\/client-[\w-]+\/package\.json$/ }, async ({ path }) => {
      const { name, version } = JSON.parse(await readFile(path, "utf8"));
      return { contents: JSON.stringify({ name, version }), loader: "json" };
    });
    onLoad({ filter: /\/@aws-sdk\/core\/.*\/partitions\.js$/ }, async ({ path }) => {
      const { partitionsInfo } = (await import(path)) as { partitionsInfo: { partitions: object[] } };
      const partitions = partitionsInfo.partitions.map((partition) => ({ ...partition, regions: {} }));
      return {
        contents: `export const partitionsInfo = ${JSON.stringify({ ...partitionsInfo, partitions })};`,
        loader: "js",
      };
    });
    onLoad({ filter: /\/@smithy\/core\/.*\.browser\.js$/ }, async ({ path }) => {
      const unused = "const unused = () => { throw new Error('This is no browser.'); };";
      const stubs = namesIn(await readFile(path, "utf8")).map((name) => `export const ${name} = unused;`);
      return { contents: [unused, ...stubs].join("\n"), loader: "js" };
    });
  },
};

const namesIn = (text: string) =>
  [...text.matchAll(/^export (?:async )?(?:function|const|class) (\w+)/gm)].map(([, name]) => name!);

/** A file's text for `import text from "./file.css?raw"`, as Vite has it. */
export const rawTexts: Plugin = {
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
