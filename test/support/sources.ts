import { globSync, readFileSync } from "node:fs";
import { type ESTree, parseSync, Visitor } from "vite";

/** A piece of a source and where it begins, as `file:line`. */
export interface Piece {
  readonly text: string;
  readonly at: string;
}

/** A source file of ours, taken apart. */
export interface Source {
  readonly path: string;
  readonly text: string;
  /** What comments say, the lines of one after the other, without their slashes and stars. */
  readonly comments: readonly Piece[];
  /** Names of variables, types, members and fields, at every place they stand. */
  readonly identifiers: readonly Piece[];
  /** Texts in quotes, and the fixed parts of those in backticks. */
  readonly strings: readonly Piece[];
  /** Texts between tags. */
  readonly shown: readonly Piece[];
  /** What it exports, by name. */
  readonly exported: readonly string[];
}

/** Paths of all our TypeScript and its like. */
export const sourcePaths = (): string[] =>
  globSync("{bin,lib,shared,functions,web,test}/**/*.{ts,tsx,mjs,js}", {
    exclude: (path) => path.includes("node_modules"),
  }).sort();

/** Reads and parses a source. */
export function readSource(path: string): Source {
  const text = readFileSync(path, "utf8");
  const { program, comments, module } = parseSync(path, text);
  const lineStarts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  const at = (start: number) => `${path}:${lineStarts.findLastIndex((each) => each <= start) + 1}`;
  const [identifiers, strings, shown]: [Piece[], Piece[], Piece[]] = [[], [], []];
  const name = ({ name: text, start }: { name: string; start: number }) => identifiers.push({ text, at: at(start) });
  new Visitor({
    Identifier: name,
    JSXIdentifier: name,
    PrivateIdentifier: name,
    Literal: ({ value, start }: ESTree.Node & { value?: unknown }) => {
      if (typeof value === "string") strings.push({ text: value, at: at(start) });
    },
    JSXText: ({ value, start }) => shown.push({ text: value, at: at(start) }),
    TemplateElement: ({ value, start }) => strings.push({ text: value.raw, at: at(start) }),
  }).visit(program);
  return {
    path,
    text,
    comments: joined(text, comments).map(({ value, start }) => ({ text: value, at: at(start) })),
    identifiers,
    strings,
    shown,
    exported: module.staticExports.flatMap(({ entries }) => entries.flatMap(({ exportName }) => exportName.name ?? [])),
  };
}

interface Comment {
  readonly type: string;
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

/** Comments as they are read: line comments on consecutive lines are one, stars at a line's begin are none of the text. */
function joined(text: string, comments: readonly Comment[]): Comment[] {
  const all: Comment[] = [];
  for (const comment of comments) {
    const before = all.at(-1);
    const value = comment.value.replace(/\n\s*\*? ?/g, " ").replace(/^\*\s*/, "");
    const goesOn =
      before?.type === "Line" && comment.type === "Line" && /^\s*$/.test(text.slice(before.end, comment.start));
    if (goesOn) all[all.length - 1] = { ...before, value: `${before.value}${value}`, end: comment.end };
    else all.push({ ...comment, value });
  }
  return all;
}
