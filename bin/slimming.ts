import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { builtinModules } from "node:module";
import { dirname, join } from "node:path";
import type { Plugin, PluginBuild } from "esbuild";

const root = join(import.meta.dirname, "..");

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

/** The SDK's modules that collect others, such as `@smithy/core/protocols`. */
const collecting = /\/@(?:aws-sdk|smithy)\/core\/dist-es\/(?:.*\/)?index\.js$/;

const isCollecting = (specifier: string, resolveDir: string) =>
  specifier.startsWith(".") && collecting.test(fileOf(join(resolveDir, specifier)) ?? "");

/**
 * Leads imports of the SDK's collecting modules straight to the files that are meant, and leaves of such a module what it
 * has of its own. With shared chunks esbuild would give every handler what any handler takes from there: S3's XML, say.
 */
export const straightImports: Plugin = {
  name: "straight-imports",
  setup(build) {
    const known: Known = new Map();
    const users = /\/node_modules\/@(?:aws-sdk|smithy)\/.*\/dist-es\/.*\.js$|\/functions\/outside\/[\w-]+\.ts$/;
    build.onLoad({ filter: users }, async ({ path }) => {
      const text = withoutUnusedParts(path, await readFile(path, "utf8"));
      const own = collecting.test(path) ? text.replace(/^export \{[^}]*\} from "[^"]+";$/gm, "") : text;
      const found = [...own.matchAll(/^(import|export) \{([^}]*)\} from "([^"]+)";$/gm)].filter(
        ([, , , from]) => /^@(?:smithy|aws-sdk)\/core(?:\/|$)/.test(from!) || isCollecting(from!, dirname(path)),
      );
      const rewritten = await Promise.all(
        found.map(async ([statement, kind, names, specifier]) => {
          const exports = await exportsOf(build, specifier!, dirname(path), known);
          return [statement, straighten(kind!, names!, specifier!, exports)] as const;
        }),
      );
      const contents = rewritten.reduce((all, [before, after]) => all.replace(before, after), own);
      return { contents, loader: path.endsWith(".ts") ? "ts" : "js" };
    });
  },
};

/**
 * A client's module without what keeps esbuild from leaving unused parts out: paginators that are made at once, names of
 * shapes' traits that could be anything, and the list of errors, some fifty classes. An error that is not in it has its
 * name, message and details all the same.
 */
function withoutUnusedParts(path: string, text: string): string {
  if (path.includes("/pagination/")) return text.replace(/= createPaginator\(/g, "= /* @__PURE__ */ createPaginator(");
  if (!path.endsWith("/schemas/schemas_0.js")) return text;
  const names = new Map([...text.matchAll(/^const (_\w+) = ("[^"]*");$/gm)].map(([, name, value]) => [name, value]));
  return text
    .replace(/^n\d+_registry\.registerError\(.*\);$/gm, "")
    .replace(/\[(_\w+)\](?=:)/g, (key, name: string) => names.get(name) ?? key);
}

/** Where a collecting module takes each of its exports from. */
type Exports = ReadonlyMap<string, { readonly file: string; readonly name: string }>;

type Known = Map<string, Promise<Exports>>;

function straighten(kind: string, names: string, specifier: string, exports: Exports): string {
  return pairs(names)
    .map(([name, alias]) => {
      const source = exports.get(name) ?? { name, file: specifier };
      return `${kind} { ${source.name} as ${alias} } from ${JSON.stringify(source.file)};`;
    })
    .join(" ");
}

/** `A, B as C` → [A, A], [B, C]. */
export const pairs = (names: string) =>
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
    onLoad({ filter: /\/zod\/v4\/core\/schemas\.js$/ }, ({ path }) =>
      changed(path, [[/^export const \$ZodObjectJIT = .*?^\}\);$/ms, "export const $ZodObjectJIT = $ZodObject;"]]),
    );
  },
};

/**
 * Lets esbuild leave out what zod's schemas only might use: its tools, which they take as one object, and formats of texts
 * that no contract has.
 */
export const usedFormats: Plugin = {
  name: "used-formats",
  setup({ onLoad }) {
    onLoad({ filter: /\/zod\/v4\/classic\/schemas\.js$/ }, ({ path }) =>
      changed(path, [
        [
          'import { util } from "../core/index.js";',
          `import * as util from "../core/util.js";
const leftOut = () => { throw new Error("bin/slimming.ts leaves this format out."); };`,
        ],
        [/\bcore\.util\./g, "util."],
        [/this\.check\(core\._\w+\(Zod(?!Email)\w+, params\)\)/g, "leftOut()"],
      ]),
    );
  },
};

/** A library's module with parts of it replaced; throws when it no longer has one of them. */
async function changed(path: string, replacements: readonly (readonly [string | RegExp, string])[]) {
  let contents = await readFile(path, "utf8");
  for (const [before, after] of replacements) {
    const next = contents.replace(before, () => after);
    if (next === contents) throw new Error(`${path} is no longer written the way it was; see bin/slimming.ts.`);
    contents = next;
  }
  return { contents, loader: "js" as const };
}

/** Services whose host is `<name>.<region>.amazonaws.com`, and that name. S3's hosts have rules of their own. */
export const hostNames = {
  "cognito-identity-provider": "cognito-idp",
  dynamodb: "dynamodb",
  kms: "kms",
  "secrets-manager": "secretsmanager",
  sesv2: "email",
  sqs: "sqs",
} as const;

const hosts = join(root, "functions/process/hosts.ts");

/** Puts functions/process/hosts.ts in the place of the rules by which clients find their services (13 KB). */
export const usualHosts: Plugin = {
  name: "usual-hosts",
  setup({ onLoad }) {
    for (const [client, name] of Object.entries(hostNames)) {
      const filter = new RegExp(`/@aws-sdk/client-${client}/dist-es/endpoint/endpointResolver\\.js$`);
      onLoad({ filter }, () => ({
        contents: `import { usualHost } from ${JSON.stringify(hosts)}; export const defaultEndpointResolver = usualHost("${name}");`,
        loader: "js",
      }));
    }
  },
};

/** Modules that are reached but never used here, and what stands in their place. */
const neverUsed: readonly (readonly [RegExp, string])[] = [
  // Endpoint discovery is for Timestream and its like; DynamoDB is found by its region.
  [
    /\/@aws-sdk\/middleware-endpoint-discovery\/.*\/resolveEndpointDiscoveryConfig\.js$/,
    "export const resolveEndpointDiscoveryConfig = (config) => config;",
  ],
  // Contexts are those of shared/certificate/verify/contexts.ts: none is fetched, and undici stays away (410 KB).
  [
    /\/jsonld\/lib\/documentLoaders\/(?:node|xhr)\.js$/,
    "module.exports = () => async (url) => { throw new Error(url + ' is no context of ours.'); };",
  ],
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
  // Node reads and writes dates itself.
  [
    /\/@smithy\/core\/.*\/serde\/date-utils\.js$/,
    "export const dateToUtcString = (date) => date.toUTCString(); const read = (text) => text == null ? undefined : new Date(text); " +
      "export const parseEpochTimestamp = (seconds) => read(seconds == null ? undefined : seconds * 1000); " +
      "export { read as parseRfc3339DateTime, read as parseRfc3339DateTimeWithOffset, read as parseRfc7231DateTime };",
  ],
  // No client has a logger; this one would copy every request and answer for it.
  [
    /\/@aws-sdk\/core\/.*\/loggerMiddleware\.js$/,
    "export const getLoggerPlugin = () => ({ applyToStack: () => undefined });",
  ],
  // What AWS counts of the SDK's own features.
  [/\/@aws-sdk\/core\/.*\/check-features\.js$/, "export const checkFeatures = async () => {};"],
  // For signing event streams, of which we use none.
  [/\/@smithy\/signature-v4\/dist-es\/HeaderFormatter\.js$/, "export class HeaderFormatter {}"],
  // The retry mode is the standard one.
  [/\/@smithy\/core\/.*\/DefaultRateLimiter\.js$/, "export class DefaultRateLimiter {}"],
  [/\/@smithy\/core\/.*\/AdaptiveRetryStrategy\.js$/, "export class AdaptiveRetryStrategy {}"],
  // Lambda has no profile files.
  [
    /\/@smithy\/core\/.*\/fromSharedConfigFiles\.js$/,
    'import { CredentialsProviderError } from "../property-provider/CredentialsProviderError"; ' +
      "export const fromSharedConfigFiles = () => async () => { throw new CredentialsProviderError('No files here.'); };",
  ],
  // Asks, as it is loaded, for a part of Node that takes 2 ms to load.
  [
    /\/@smithy\/core\/.*\/uuid\/v4\.js$/,
    "import { randomUUID } from 'node:crypto'; export const bindV4 = () => () => randomUUID();",
  ],
  // Lambda's Node is the one that was chosen.
  [
    /\/@aws-sdk\/core\/.*\/emitWarningIfUnsupportedVersion\.js$/,
    "export const state = {}; export const emitWarningIfUnsupportedVersion = () => {};",
  ],
  // The defaults are the usual ones, wherever the function runs.
  [
    /\/@smithy\/core\/.*\/resolveDefaultsModeConfig\.js$/,
    "export const resolveDefaultsModeConfig = () => async () => 'legacy';",
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
