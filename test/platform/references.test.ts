import { execFileSync } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, dirname, join, normalize } from "node:path";
import { describe, expect, test } from "vitest";
import { background } from "../../lib/background.ts";
import { handlerNames } from "../../lib/handlers.ts";
import { purposes } from "../../shared/platform/environment.ts";
import { type Piece, readSource, sourcePaths } from "../support/sources.ts";

const sources = sourcePaths().map(readSource);
const sourceAt = new Map(sources.map((source) => [source.path, source]));
/** The change log tells of what is no more. */
const exclude = (path: string) => path.endsWith("CHANGELOG.md");
const documents = globSync(["README.md", "{bin,functions,lib,shared,test,web}/**/*.md", ".github/**/*.md"], {
  exclude,
}).flatMap((path) =>
  readFileSync(path, "utf8")
    .split("\n")
    .map((text, line) => ({ text, at: `${path}:${line + 1}` })),
);
const styles = globSync("{shared,web}/**/*.css").flatMap((path) =>
  [...readFileSync(path, "utf8").matchAll(/\/\*([\s\S]*?)\*\//g)].map(([, text = ""]) => ({ text, at: `${path}:1` })),
);
const comments = [...sources.flatMap((source) => source.comments), ...styles];
/** This file's own texts hold references that lead nowhere. */
const others = sources.filter(({ path }) => path !== "test/platform/references.test.ts");
const strings = others.flatMap((source) => source.strings);

const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };
const fileNames = new Set(
  execFileSync("git", ["ls-files"], { encoding: "utf8" })
    .split("\n")
    .map((path) => basename(path)),
);
/** Files that a build or a command makes, or that a tool has. */
const madeFiles = ["index.html", "config.json", "summary.tsv"];
const words = new Set([
  ...[...others.flatMap(({ identifiers }) => identifiers), ...strings].map(({ text }) => text),
  ...Object.keys(scripts),
  "AWS_PROFILE", // the tools' own
]);
const allText = others.map(({ text }) => text).join("\n");

/** Names of a stage's resources: its functions, and what lib/ calls the others. stack.test.ts looks at the template. */
const resources = new Set([
  ...handlerNames().map((name) => name.replace("/", "-")),
  ...sources.filter(({ path }) => path.startsWith("lib/")).flatMap(({ strings }) => strings.map(({ text }) => text)),
  ...purposes,
]);
const isResource = (name: string): boolean =>
  name === "" || [name, `-${name}`, name.replace(/-(?:dead|waiting)$/, "")].some((each) => resources.has(each));

const headingsOf = (path: string): string[] =>
  [...readFileSync(path, "utf8").matchAll(/^#+ (.+)$/gm)].map(([, heading]) => heading!);
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\w\s-]/g, "")
    .replace(/\s/g, "-");
const fileOf = (at: string): string => at.slice(0, at.lastIndexOf(":"));

/** One kind of reference: where it may stand, how it looks, and what is wrong with one. */
interface Kind {
  readonly name: string;
  readonly where: readonly Piece[];
  readonly pattern: RegExp;
  /** What is wrong, undefined when nothing is. `parts` are what the pattern's groups hold. */
  faultOf(parts: readonly string[], at: string): string | undefined;
  /** Something that has to be found, and the file it is said in where that counts. */
  readonly example: string;
  readonly exampleIn?: string;
}

const page = 'Name the heading of a page, as in shared/payment/README.md, "Refunds", or say it in words.';

const kinds: readonly Kind[] = [
  {
    name: "a path leads to a file or folder",
    where: [...comments, ...documents],
    pattern: /(?<![\w./:<>@-])((?:bin|lib|shared|functions|web|test|\.github|\.ci)\/[\w./<>…*{},-]*[\w/>*}])/g,
    faultOf([named = ""]) {
      const file = named.split(",", 1)[0]!;
      const pattern = file.replace(/<[\w -]+>/g, "*").replaceAll("…", "*");
      const isThere = pattern.includes("*")
        ? globSync(pattern).length > 0
        : existsSync(file) || existsSync(`${file}.ts`);
      return isThere ? undefined : `there is no ${file}. Name the file as it is called now.`;
    },
    example: "What lib/keeper.ts keeps.",
  },
  {
    name: "a file's name is that of a file",
    where: [...comments, ...documents],
    pattern: /(?<![\w./<>…*-])([\w-]+\.(?:ts|tsx|mjs|md|tsv|css|json|html))\b(?![/\w])/g,
    faultOf: ([file = ""]) =>
      fileNames.has(file) || madeFiles.includes(file) ? undefined : `no file is called ${file}.`,
    example: "As keeper.ts does it.",
  },
  {
    name: "a quoted heading stands on its page",
    where: [...comments, ...documents],
    pattern: /([\w./-]+\.md), "([^"]+)"/g,
    faultOf([path = "", heading = ""]) {
      if (!existsSync(path)) return `there is no page ${path}.`;
      return headingsOf(path).includes(heading) ? undefined : `${path} has no heading "${heading}".`;
    },
    example: 'Held as shared/payment/README.md, "Presents" says.',
  },
  {
    name: "a link of a document leads to a page and its heading",
    where: documents,
    pattern: /\]\((?!https?:)([^)\s#]*)(?:#([^)\s]+))?\)/g,
    faultOf([file = "", anchor = ""], at) {
      const target = file === "" ? fileOf(at) : normalize(join(dirname(fileOf(at)), file));
      if (!existsSync(target)) return `there is no ${target}.`;
      if (anchor === "" || headingsOf(target).map(anchorOf).includes(anchor)) return undefined;
      return `${target} has no heading for #${anchor}.`;
    },
    example: "[the rules](shared/README.md#presents)",
    exampleIn: "README.md",
  },
  {
    name: "a linked symbol is declared or imported in its file",
    where: comments,
    pattern: /(?<!`)\{@link ([^}.]+)((?:\.\w+)*)[^}]*\}/g,
    faultOf([symbol = "", members = ""], at) {
      const source = sourceAt.get(fileOf(at));
      if (source === undefined) return `${symbol} cannot be linked in a file without symbols.`;
      const isDeclared =
        new RegExp(`\\b(?:const|let|function|class|interface|type|enum) ${symbol}\\b`).test(source.text) ||
        new RegExp(`^import [^;]*\\b${symbol}\\b`, "m").test(source.text);
      if (!isDeclared) return `${symbol} is neither declared nor imported in this file.`;
      const missing = members.split(".").filter((each) => each !== "" && !source.text.includes(each));
      return missing.length === 0 ? undefined : `${symbol} has no ${missing.join(".")} that this file knows.`;
    },
    example: "What {@link keepEverything} keeps.",
    exampleIn: "functions/data/list.ts",
  },
  {
    name: "a command is a script of package.json",
    where: [...comments, ...documents, ...strings],
    pattern: /\bnpm run ([a-z][\w:-]*)|\bnpm (start|test)\b/g,
    faultOf: ([run, own]) => ((run || own)! in scripts ? undefined : `package.json has no script ${run || own}.`),
    example: "Written by npm run keeper.",
  },
  {
    name: "a schedule that is run by hand is one",
    where: [...comments, ...documents],
    pattern: /sandbox\/schedules\/([a-z][a-z-]*)\b/g,
    faultOf: ([name = ""]) =>
      Object.keys(background).some((each) => each.endsWith(`/${name}`))
        ? undefined
        : `lib/schedules.ts has no schedule ${name}.`,
    example: "The clock's work: http://localhost:3000/sandbox/schedules/keep-everything.",
  },
  {
    name: "a resource of a stage is one that lib/ names",
    where: [...comments, ...documents],
    pattern: /laurel-<stage>(?:[-/]([\w-]*\w))?/g,
    faultOf: ([name = ""]) =>
      isResource(name) ? undefined : `no resource of a stage is called laurel-<stage>-${name}.`,
    example: "Look into the queue `laurel-<stage>-keeper-dead`.",
  },
  {
    name: "a word that a document marks as code stands in the sources",
    where: documents,
    pattern: /`(\w[\w-]*)`/g,
    faultOf: ([word = ""]) =>
      words.has(word) || allText.includes(word) ? undefined : `nothing in the sources is called ${word}.`,
    example: "The line `keeper_failed` says so.",
  },
  {
    name: "no document is cited that a clone does not have",
    where: [...comments, ...documents, ...strings.filter(({ at }) => !at.startsWith("bin/seed/"))],
    pattern:
      /\b(specifications?|states-and-money|(?<!\.github\/)(?:decisions|authorization|architecture|threats)\.md|threats? T\d+|T\d\d(?=\)))|((?<![\w./])\.\.\/shared\/(?:design|spec|reference)\b)/gi,
    faultOf: ([cited, path]) => `"${cited || path}" is nothing that a clone has. ${page}`,
    example: "Refused, as the specification says (threats T12).",
  },
  {
    name: "no number stands for a section or rule",
    where: [...comments, ...documents.filter(({ text }) => !text.startsWith("|"))], // tables are full of figures
    pattern:
      /\b(sections? \d+(?:\.\d+)?(?=[),.:;]| of the| and \d)|rule \d+)|(?<!\bASVS|\bformat|\bversion)(?:^|[ (,])([1-9]\.\d{1,2})(?=[).:]|, |$| to \d\.\d)/g,
    faultOf: ([section, number]) => `"${section || number}" is a number without its page. ${page}`,
    example: "Where a job stands, 4.4.",
  },
  {
    name: "a page that names every file of a kind leaves none out",
    where: documents,
    pattern: /<!-- names every (\S+) -->/g,
    faultOf([pattern = ""], at) {
      const page = readFileSync(fileOf(at), "utf8");
      const missing = globSync(pattern).filter((path) => !page.includes(basename(path)));
      return missing.length === 0 ? undefined : `${missing.join(", ")} is not named.`;
    },
    example: "<!-- names every shared/*/calls.ts -->",
    exampleIn: ".github/CONTRIBUTING.md",
  },
  {
    name: "a comment says something of its own",
    where: comments,
    pattern: /^\s*See \{@link [^}]*\}\.?\s*$/g,
    faultOf: () => "say what it is, or drop the comment.",
    example: "See {@link Item}.",
    exampleIn: "functions/data/table.ts",
  },
];

/** What is wrong with the references of a kind in some texts, each with its place. */
const faultsIn = ({ pattern, faultOf }: Kind, pieces: readonly Piece[]): string[] =>
  pieces.flatMap(({ text, at }) =>
    [...text.matchAll(pattern)].flatMap(([, ...parts]) => {
      const fault = faultOf(
        parts.map((part) => part ?? ""),
        at,
      );
      return fault === undefined ? [] : [`${at}: ${fault}`];
    }),
  );

describe("what comments and documents refer to is there", () => {
  test.each(kinds)("$name", (kind) => expect(faultsIn(kind, kind.where)).toEqual([]));
});

describe("a reference that leads nowhere is found", () => {
  test.each(kinds)("where $name", (kind) => {
    const { example: text, exampleIn = "README.md" } = kind;
    expect(faultsIn(kind, [{ text, at: `${exampleIn}:1` }])).not.toEqual([]);
  });
});
