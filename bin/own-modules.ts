import { readFile } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { type Plugin, transform } from "esbuild";
import { pairs } from "./slimming.ts";

const root = join(import.meta.dirname, "..");

/** Modules of small functions without state, of which each handler needs a few. */
const pure = /\/shared\/\w+\/(?:paths|rules|calibration|clock|money|rubric|second-review|waves)\.ts$/;

/** Gives each module that names something of a pure one a copy of its own, of which bundling keeps what is named there. */
export const ownRules: Plugin = {
  name: "own-rules",
  setup({ onResolve }) {
    onResolve({ filter: /\.ts$/ }, ({ path: specifier, resolveDir, importer }) => {
      const path = resolve(resolveDir, specifier);
      return pure.test(path) ? { path, suffix: `?${relative(root, importer)}` } : undefined;
    });
  },
};

/** Modules of which few need much: the contract's calls, and the keys of the table. */
const parted = /\/(?:shared\/\w+\/(?:[a-z-]+-)?calls|functions\/data\/keys)\.ts$/;

/**
 * Gives each module that takes something from a parted one a copy with that alone, and what it is made of: the whole would
 * bring a handler the schemas of all calls of its domain, and the keys of everything.
 */
export const ownParts: Plugin = {
  name: "own-parts",
  setup({ onStart, onResolve, onLoad }) {
    const known = new Map<string, Promise<string>>();
    onStart(() => known.clear());
    onResolve({ filter: /\/(?:[a-z-]+-)?calls\.ts$|\/keys\.ts$/ }, ({ path: specifier, resolveDir, importer }) => {
      const path = resolve(resolveDir, specifier);
      if (!parted.test(path)) return undefined;
      return { path, suffix: `?${relative(root, importer)}`, pluginData: { specifier, importer } };
    });
    onLoad({ filter: parted }, async ({ path, pluginData: { specifier, importer } }) => {
      const whole = known.get(path) ?? printed(path);
      known.set(path, whole);
      const taken = takenBy(importer, await readFile(importer, "utf8"), specifier);
      return { contents: await partOf(path, await whole, taken), loader: "js", watchFiles: [path, importer] };
    });
  },
};

/** A constant that is a schema: made by zod, or of another schema. */
const schema = /^((?:export )?const \w+ = )((?:z\.\w+|[A-Z]\w+\.(?:extend|omit|pick|partial))\(.*);(\n*)$/s;

/**
 * Says of each of our schemas that making it has no effect, so that a handler in a folder of its own leaves out those it does
 * not need: twenty microseconds of a cold start for each field.
 */
export const unneededSchemas: Plugin = {
  name: "unneeded-schemas",
  setup({ onLoad }) {
    onLoad({ filter: /\/(?:shared|functions)\/[\w/-]+\.ts$/ }, async ({ path }) => {
      if (parted.test(path) || !/ from "zod";$/m.test(await readFile(path, "utf8"))) return undefined;
      const marked = statementsOf(await printed(path)).map((statement) =>
        statement.replace(schema, (_, name, value, lines) => `${name}/* @__PURE__ */ (() => ${value})();${lines}`),
      );
      return { contents: marked.join(""), loader: "js", watchFiles: [path] };
    });
  },
};

const options = { sourcemap: "inline", sourcesContent: false, target: "esnext" } as const;

/** A module as JavaScript, in esbuild's form and without comments. */
async function printed(path: string): Promise<string> {
  const { code } = await transform(await readFile(path, "utf8"), { ...options, sourcefile: path, loader: "ts" });
  return code.replace(/^ *(?:\/\/ |\/\*.*?\*\/$).*?$/gms, blank);
}

/** The statements of a module that was printed. */
const statementsOf = (code: string): string[] =>
  code.split(/^(?=(?:export |import |const |let |class |async |function |\/\/# ))/m);

/** What is taken of a module: its exports by name, and of one that is only used as in `keys.user` the members. */
type Taken = ReadonlyMap<string, Members>;
type Members = ReadonlySet<string> | "all";

function takenBy(importer: string, text: string, specifier: string): Taken {
  const imports = [...text.matchAll(/^import \{([^}]*)\} from "([^"]+)";$/gm)].filter(
    ([, , from]) => from === specifier,
  );
  if (imports.length === 0)
    throw new Error(`${importer} must import from ${specifier} by name; see bin/own-modules.ts.`);
  const code = text.replace(/^import [^;]*;$|^ *\/\*.*?\*\/$|^ *\/\/.*?$/gms, "");
  const values = imports.flatMap(([, names]) => pairs(names!)).filter(([name]) => !name.startsWith("type "));
  return new Map(values.map(([name, alias]) => [name, membersIn(code, alias)]));
}

/** Which members of an object a text names; all, when the object itself is handed on, spread or taken apart. */
function membersIn(code: string, name: string): Members {
  const uses = [...code.matchAll(new RegExp(`(?<![\\w$])(?<!(?<!\\.\\.)\\.)${name}\\b(?!:)(?:\\.(\\w+))?`, "g"))];
  return uses.every(([, member]) => member !== undefined) ? new Set(uses.map(([, member]) => member!)) : "all";
}

/** A written object (`{ … }` as esbuild prints it) with these members alone, on their lines; any other value as it is. */
function withMembers(path: string, value: string, members: ReadonlySet<string>): string {
  const body = /^\{\n(.*)\n\}$/s.exec(value)?.[1];
  if (body === undefined) return value;
  const kept = body.split(/^(?= {2}\w)/m).map((member) => {
    const [, name, comma] = /^ {2}(\w+)(?:: .*?)?(,?)\n*$/s.exec(member) ?? [];
    if (name === undefined && member.trim() !== "") throw new Error(`${path} has a member without a name: ${member}`);
    if (members.has(name!)) return comma ? member : `${member.trimEnd()},`;
    return blank(member);
  });
  return `{\n${kept.join("")}\n}`;
}

/** A text's empty lines, so that the lines after it keep their numbers. */
const blank = (text: string) => text.replace(/[^\n]/g, "");

/**
 * What of a module the taken exports need: its other constants and members go, and imports that only they had. It may hold
 * imports, functions and constants, whose values must come about without an effect, as schemas do.
 */
async function partOf(path: string, whole: string, taken: Taken): Promise<string> {
  const kept = statementsOf(whole).map((statement) => {
    const [, exported = "", name, value, lines] = /^(export )?const (\w+) = (.*);(\n+)$/s.exec(statement) ?? [];
    if (name !== undefined) {
      const elsewhere = membersIn(whole.replace(`const ${name} =`, ""), name);
      const members = taken.get(name) ?? new Set();
      const part =
        members === "all" || elsewhere === "all"
          ? value
          : withMembers(path, value!, new Set([...members, ...elsewhere]));
      return `${taken.has(name) ? exported : ""}const ${name} = /* @__PURE__ */ (() => (${part}))();${lines}`;
    }
    const [, declaration] = /^(?:export )?((?:async )?function (\w+).*)$/s.exec(statement) ?? [];
    if (declaration !== undefined) return taken.has(/function (\w+)/.exec(declaration)![1]!) ? statement : declaration;
    if (/^(?:import (?:\{|\* as )|\/\/# )/.test(statement)) return statement;
    throw new Error(`${path} holds more than imports, functions and constants; see bin/own-modules.ts: ${statement}`);
  });
  const shaken = (await transform(kept.join(""), { ...options, loader: "js", treeShaking: true })).code;
  return (await transform(shaken, { ...options, loader: "ts" })).code; // as TypeScript, imports without a use go
}
