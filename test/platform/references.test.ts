import { execFileSync } from "node:child_process";
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, normalize } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { background } from "../../lib/needs.ts";
import { type Piece, readSource, sourcePaths } from "../support/sources.ts";
import { synthesizeForTest } from "./synthesis.ts";

const sources = sourcePaths().map(readSource);
const documents = globSync(["README.md", "lib/runbooks.md", ".github/**/*.md", "shared/**/README.md"]).map((path) => ({
  path,
  text: readFileSync(path, "utf8"),
}));
const tracked = execFileSync("git", ["ls-files"], { encoding: "utf8" }).split("\n");
const fileNames = new Set(tracked.map((path) => basename(path)));
const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };

/** What a reader is told, piece by piece: comments of sources, lines of documents. */
const told: Piece[] = [
  ...sources.flatMap(({ comments }) => comments),
  ...documents.flatMap(({ path, text }) =>
    text.split("\n").map((line, index) => ({ text: line, at: `${path}:${index + 1}` })),
  ),
];

/** Finds what a pattern takes hold of wherever something is told, and says of each what is wrong with it. */
function faultsOf(
  pattern: RegExp,
  faultOf: (match: RegExpExecArray, at: string) => string | undefined,
  pieces: readonly Piece[] = told,
): string[] {
  return pieces.flatMap(({ text, at }) =>
    [...text.matchAll(pattern)].flatMap((match) => {
      const fault = faultOf(match, at);
      return fault === undefined ? [] : [`${at}: ${fault}`];
    }),
  );
}

const headingsOf = (path: string): string[] =>
  [...readFileSync(path, "utf8").matchAll(/^#+ (.+)$/gm)].map(([, heading]) => heading!);
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\w\s-]/g, "")
    .replace(/\s/g, "-");

describe("a reference leads somewhere", () => {
  test("to a file or folder", () => {
    const path = /(?<![\w./:<>@-])((?:bin|lib|shared|functions|web|test|\.github|\.ci)\/[\w./<>…*{},-]*[\w/>*}])/g;
    const faults = faultsOf(path, ([, named = ""]) => {
      const [file = ""] = named.split(",", 1);
      const isPattern = /[<>…*{]/.test(file);
      const pattern = file.replace(/<[\w -]+>/g, "*").replaceAll("…", "*");
      const isThere = isPattern ? globSync(pattern).length > 0 : existsSync(file) || existsSync(`${file}.ts`);
      return isThere ? undefined : `there is no ${file}. Name the file as it is called now.`;
    });
    expect(faults).toEqual([]);
  });

  test("to a file by its name alone", () => {
    const name = /(?<![\w./<>…-])([\w-]+\.(?:ts|tsx|mjs|md|tsv|css|json|html))\b(?![/\w])/g;
    const made = ["outputs.json", "index.html", "config.json", "summary.tsv"]; // by a build or a command, at another place
    const faults = faultsOf(name, ([, file = ""]) =>
      fileNames.has(file) || made.includes(file) ? undefined : `no file is called ${file}.`,
    );
    expect(faults).toEqual([]);
  });

  test("to a heading of a page", () => {
    const faults = faultsOf(/([\w./-]+\.md), "([^"]+)"/g, ([, page = "", heading = ""]) => {
      if (!existsSync(page)) return `there is no page ${page}.`;
      return headingsOf(page).includes(heading) ? undefined : `${page} has no heading "${heading}".`;
    });
    expect(faults).toEqual([]);
    expect(told.filter(({ text }) => /README\.md, "/.test(text)).length).toBeGreaterThan(15);
  });

  test("to what a link of a document names", () => {
    const faults = faultsOf(
      /\]\(([^)\s]+)\)/g,
      ([, target = ""], at) => {
        if (/^https?:/.test(target)) return undefined;
        const here = at.slice(0, at.lastIndexOf(":"));
        const [file, anchor] = target.split("#") as [string, string | undefined];
        const page = file === "" ? here : normalize(join(dirname(here), file));
        if (!existsSync(page)) return `there is no ${page}.`;
        if (anchor === undefined || headingsOf(page).map(anchorOf).includes(anchor)) return undefined;
        return `${page} has no heading for #${anchor}.`;
      },
      told.filter(({ at }) => at.includes(".md:")),
    );
    expect(faults).toEqual([]);
  });

  test("to a symbol that its file declares or imports", () => {
    const texts = new Map(sources.map((source) => [source.path, source]));
    const faults = faultsOf(/\{@link ([^}]*)\}/g, ([, link = ""], at) => {
      const { text, identifiers } = texts.get(at.slice(0, at.lastIndexOf(":")))!;
      const [symbol = "", ...members] = link.trim().split(".");
      const names = new Set(identifiers.map((each) => each.text));
      const isDeclared =
        new RegExp(`\\b(?:const|let|function|class|interface|type|enum) ${symbol}\\b`).test(text) ||
        new RegExp(`^import [^;]*\\b${symbol}\\b`, "m").test(text);
      if (!isDeclared) return `${symbol} is neither declared nor imported here.`;
      return members.every((member) => names.has(member)) ? undefined : `${symbol} has no ${members.join(".")} here.`;
    });
    expect(faults).toEqual([]);
  });

  test("to a command", () => {
    const said = [...told, ...sources.flatMap(({ strings }) => strings)];
    const faults = faultsOf(
      /\bnpm (?:run )?(?!run\b)([a-z][\w:-]*)/g,
      ([whole, name = ""]) => {
        const isOfNpm = !whole.startsWith("npm run") && !["start", "test"].includes(name);
        return isOfNpm || name in scripts ? undefined : `package.json has no script ${name}.`;
      },
      said,
    );
    expect(faults).toEqual([]);
  });

  test("to a background function", () => {
    const faults = faultsOf(/(?<!functions\/|laurel-\S*)\bbackground\/([a-z-]+)(?!\/)\b/g, ([, name = ""]) =>
      name in background || existsSync(`functions/background/${name}`) ? undefined : `lib/needs.ts has no ${name}.`,
    );
    const schedules = faultsOf(/sandbox\/schedules\/([\w-]+)/g, ([, name = ""]) =>
      name in background ? undefined : `lib/needs.ts has no ${name}.`,
    );
    expect([...faults, ...schedules]).toEqual([]);
  });

  test("to a resource of a stage", () => {
    const outdir = mkdtempSync(join(tmpdir(), "laurel-references-"));
    afterAll(() => rmSync(outdir, { recursive: true, force: true }));
    const templates = JSON.stringify(synthesizeForTest(outdir));
    const names = new Set([...templates.matchAll(/laurel-test[\w/-]*/g)].map(([name]) => name));
    const faults = faultsOf(/laurel-<stage>([\w/-]*)(<)?/g, ([whole, rest = "", open]) => {
      const name = `laurel-test${rest}`;
      const isThere = open ? [...names].some((each) => each.startsWith(name)) : names.has(name);
      return isThere ? undefined : `no resource of a stage is called ${whole.replace(/<$/, "")}.`;
    });
    expect(names.size).toBeGreaterThan(100);
    expect(faults).toEqual([]);
  });

  test("to something that stands in the sources, where a document marks one word as code", () => {
    const ofTools = ["AWS_PROFILE"];
    const words = new Set([
      ...ofTools,
      ...sources.flatMap(({ identifiers, strings }) => [...identifiers, ...strings].map(({ text }) => text)),
      ...Object.keys(scripts),
    ]);
    const all = sources.map(({ text }) => text).join("\n");
    const faults = faultsOf(
      /`([\w-]+)`/g,
      ([, word = ""]) => (words.has(word) || all.includes(word) ? undefined : `nothing is called ${word}.`),
      told.filter(({ at }) => at.includes(".md:")),
    );
    expect(faults).toEqual([]);
  });
});

describe("a citation leads to what a clone has", () => {
  const page = 'Name the heading of a page, as in shared/payment/README.md, "Refunds", or say it in words.';

  test("not to a document that is not there", () => {
    const absent =
      /\bspecifications?\b|\b(?:decisions|authorization|architecture|states-and-money|threats|style|look)\.md\b|\bstates-and-money\b|\.\.\/shared\b|\bthreats? T\d|\(T\d+\)|\bST-\d+\b/gi;
    const faults = faultsOf(absent, ([word = ""]) => `"${word}" is nothing a clone has. ${page}`);
    expect(faults).toEqual([]);
  });

  test("not to a number of a section or rule", () => {
    const numbered =
      /\bsections? \d+(?:\.\d+)?\b(?! (?:in|how))|\brule \d+\b|(?<!\bASVS|\bformat|\bversion)(?:^|[ (,])[1-9]\.\d{1,2}(?:\.\d+)?(?=[).:]|, |$| to \d\.\d)/g;
    const faults = faultsOf(numbered, ([word = ""]) => `"${word.trim()}" is a number without its page. ${page}`);
    expect(faults).toEqual([]);
  });

  test("and a comment says something of its own", () => {
    const faults = faultsOf(/^See \{@link [^}]*\}\.?\s*$/g, () => "say what it is, or drop the comment.");
    expect(faults).toEqual([]);
  });
});

test("documents and folders they name are kept in the repository", () => {
  for (const { path } of documents) expect(statSync(path).isFile(), path).toBe(true);
});
