import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { fileURLToPath } from "node:url";
import { parseSync, Visitor } from "vite";
import * as z from "zod";

/** What a doc comment says: its text, and its `@format` and `@example` tags. */
interface DocComment {
  readonly description?: string;
  readonly format?: string;
  readonly examples?: readonly string[];
}

/** What is written about a value: the name it is exported by, and the comment above it. */
interface Documentation {
  readonly name?: string;
  readonly comment?: DocComment;
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** The doc comments of calls. */
const callDescriptions = new WeakMap<object, string>();

/** Every object's schema that has a name. */
export const namedObjects = new Set<z.ZodObject>();

/** What the doc comment of a call says; undefined without one. */
export const descriptionOf = (call: object): string | undefined => callDescriptions.get(call);

/**
 * Modules below a folder are from now on loaded together with their doc comments: those of schemas, and of the properties
 * of objects, become metadata in zod's global registry, where a schema's name is its id. With `.meta()` in the modules
 * every handler and page would carry the sentences: 10 KB more in the median handler.
 */
export function loadDocComments(folder: URL): void {
  registerHooks({
    load(url, context, nextLoad) {
      if (!url.startsWith(folder.href) || !url.endsWith(".ts")) return nextLoad(url, context);
      const file = fileURLToPath(url);
      const source = withDocComments(file, readFileSync(file, "utf8"));
      return { format: "module-typescript", source, shortCircuit: true };
    },
  });
}

/** Gives back what is documented, once its documentation is noted: a property as a copy, since its schema may be shared. */
export function documented(value: unknown, { name, comment }: Documentation): unknown {
  if (value instanceof z.ZodType) {
    if (name === undefined) return value.meta({ ...comment });
    const hasName = /^[A-Z]/.test(name);
    if (hasName && value instanceof z.ZodObject) namedObjects.add(value);
    return value.register(z.globalRegistry, { ...(hasName && { id: name }), ...comment });
  }
  if (typeof value === "object" && value !== null && comment?.description !== undefined)
    callDescriptions.set(value, comment.description);
  return value;
}

/** The text of a module in which exports, and constants and properties with a doc comment, pass {@link documented}. */
function withDocComments(file: string, text: string): string {
  const { program, comments, errors } = parseSync(file, text);
  if (errors.length > 0) throw new SyntaxError(`${file}: ${errors[0]!.message}`);
  const above = new Map<number, DocComment>();
  for (const { type, value, end } of comments)
    if (type === "Block" && value.startsWith("*")) above.set(end + text.slice(end).search(/\S|$/), docCommentOf(value));

  const insertions: { readonly at: number; readonly text: string }[] = [];
  const wrap = ({ start, end }: Span, documentation: Documentation, prefix = "") => {
    insertions.push({ at: start, text: `${prefix}documented(` });
    insertions.push({ at: end, text: `, ${JSON.stringify(documentation)})` });
  };
  for (const statement of program.body) {
    const declaration = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
    if (declaration?.type !== "VariableDeclaration") continue;
    const comment = above.get(statement.start);
    for (const { id, init } of declaration.declarations)
      if (init && id.type === "Identifier" && (comment || declaration !== statement))
        wrap(init, { name: id.name, comment });
  }
  new Visitor({
    Property({ start, key, value, shorthand, method }) {
      const comment = above.get(start);
      if (comment && !method) wrap(value, { comment }, shorthand ? `${text.slice(key.start, key.end)}: ` : "");
    },
  }).visit(program);

  const written = insertions
    .sort((one, other) => other.at - one.at)
    .reduce((all, { at, text: inserted }) => all.slice(0, at) + inserted + all.slice(at), text);
  return `import { documented } from ${JSON.stringify(import.meta.url)};\n${written}`;
}

/** The parts of a doc comment's inner text; paragraphs stay apart, `{@link Name}` is a name in backquotes. */
function docCommentOf(inner: string): DocComment {
  const text = inner
    .slice(1)
    .split("\n")
    .map((line) => line.replace(/^\s*\*/, "").trim())
    .join("\n")
    .replace(/\{@link ([^}]+)\}/g, "`$1`");
  const [words = "", ...tags] = text.split(/(?:^|\s)@(?=\w+ )/);
  const valuesOf = (tag: string) =>
    tags.flatMap((each) => (each.startsWith(`${tag} `) ? [each.slice(tag.length).trim()] : []));
  const description = words.trim().replace(/(?<!\n)\n(?!\n|- )/g, " ");
  const [format] = valuesOf("format");
  const examples = valuesOf("example");
  return { ...(description && { description }), ...(format && { format }), ...(examples.length > 0 && { examples }) };
}
