import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { type ESTree, parseSync, Visitor } from "vite";
import { describe, expect, test } from "vitest";
import { kinds } from "../../functions/data/keys/kinds.ts";
import { background } from "../../lib/background.ts";
import { callsOf } from "../../shared/contract.ts";

interface Import {
  readonly from: string;
  /** A path from the repository's root, or a package. */
  readonly to: string;
  readonly line: string;
  readonly onlyTypes: boolean;
}

const files = globSync("{bin,lib,shared,functions,web,test}/**/*.{ts,tsx,mjs}", {
  exclude: (path) => path.includes("node_modules"),
});
const sources = new Map(files.map((file) => [file, readFileSync(file, "utf8")]));
const statement =
  /^(?:import|export)\b[^"'`;]*?\bfrom\s*["']([^"']+)["']|^import\s*["']([^"']+)["']|\bimport\(\s*["']([^"']+)["']/gm;
const imports: Import[] = [...sources].flatMap(([from, text]) =>
  [...text.matchAll(statement)].map(([line, ...targets]) => {
    const target = targets.find((each) => each !== undefined)!;
    const to = target.startsWith(".") ? normalize(join(dirname(from), target)) : target;
    return { from, to, line, onlyTypes: /^(?:import|export) type\b/.test(line) };
  }),
);

const below =
  (...folders: string[]) =>
  (path: string) =>
    folders.some((folder) => path.startsWith(`${folder}/`));
const told = (broken: Import[]) => broken.map(({ from, to }) => `${from} imports ${to}`);
test("every client of AWS's services has a time limit", () => {
  const made = [...sources].flatMap(([file, text]) =>
    below("functions")(file) ? [...text.matchAll(/new \w+Client\([^;]*/g)].map(([line]) => `${file} ${line}`) : [],
  );
  const limited = /\b(?:clientTimeouts|largeObjectTimeouts|clientDefaults)\b|clients\/mail\.ts/; // mails go through resilient.ts
  expect(made.length).toBeGreaterThan(6);
  expect(made.filter((line) => !limited.test(line))).toEqual([]);
});

test("handlers know AWS's errors by their names, as bundles leave the classes out", () => {
  const classes = /(?<!type )\b(?:\w+Exception|NotFound|NoSuch\w+)\b/;
  const asked = imports.filter(
    ({ from, to, line, onlyTypes }) =>
      below("functions")(from) && to.startsWith("@aws-sdk/client-") && !onlyTypes && classes.test(line),
  );
  expect(told(asked)).toEqual([]);
});

test("HTML that holds what people wrote is made by the html tag, which escapes it", () => {
  const untagged = /(?<!\bhtml)`\s*<[a-z!][^`]*\$\{/i;
  const made = [...sources].filter(
    ([file, text]) => below("functions", "shared", "bin/local/sandbox")(file) && untagged.test(text),
  );
  expect(made.map(([file]) => file)).toEqual(["shared/credential/badge.ts"]); // a drawing, whose letters are outlines
});

test("keys of the table are spelled in functions/data/keys alone", () => {
  const beginnings = new Set(Object.values(kinds).map(({ pk }) => pk.split("#", 1)[0]));
  const spelled = new RegExp(`["'\`/^](?:${[...beginnings].join("|")})#`);
  const made = [...sources].filter(([file, text]) => below("functions", "bin")(file) && spelled.test(text));
  const at = made.map(([file]) => file);
  expect(at).toContain("functions/data/keys/organization.ts");
  expect(at.filter((file) => !below("functions/data/keys")(file))).toEqual([]);
});

/** Loops that do the same again: they count attempts, or go round after what they have caught without moving on. */
function retriesIn(file: string, text: string): string[] {
  const found: string[] = [];
  const look = ({ start, end }: ESTree.Node, movesOn: boolean) => {
    const loop = text.slice(start, end);
    const counts = /^for \(let (?:attempt|retr|tr(?:y|ies))/.test(loop);
    if (counts || (!movesOn && /(?<!\.)\bcatch\b/.test(loop))) found.push(loop.split("\n", 1)[0]!);
  };
  const isPages = /\bwhile \((?:cursor|after|next)\b[^;]*;?$/; // a page after the other
  new Visitor({
    ForStatement: (node) => look(node, node.test !== null && node.update !== null),
    WhileStatement: (node) => look(node, false),
    DoWhileStatement: (node) => look(node, isPages.test(text.slice(node.start, node.end))),
  }).visit(parseSync(file, text).program);
  return found;
}

describe("retries", () => {
  const section = readFileSync("functions/README.md", "utf8")
    .split(/^## /m)
    .find((each) => each.startsWith("Retries"))!;
  const homes = [...section.matchAll(/`([a-z]+(?:\/[a-z-]+)+\.ts)`/g)].map(([, file]) => `functions/${file}`);

  test("have the homes that functions/README.md names with their bounds, and no loop elsewhere", () => {
    const made = [...sources].flatMap(([file, text]) =>
      below("functions", "lib", "shared")(file) ? retriesIn(file, text).map((loop) => ({ file, loop })) : [],
    );
    const known = new Set(made.map(({ file }) => file));
    for (const file of ["functions/data/retry-when-raced.ts", "functions/data/bulk.ts"]) expect(known).toContain(file);
    const elsewhere = made.filter(({ file }) => !homes.includes(file));
    const instead = "use retryWhenRaced, or give it a row with its bound and reason in functions/README.md, “Retries”";
    expect(
      elsewhere.map(({ file, loop }) => `${file}: ${loop}`),
      instead,
    ).toEqual([]);
    expect(homes.filter((file) => !sources.has(file))).toEqual([]);
  });
  test("are known by what they count or catch", () => {
    const found = (text: string) => retriesIn("made.ts", text).length;
    expect(found("for (let attempt = 1; ; attempt++) await write();")).toBe(1);
    expect(found("while (left > 0) { try { await write(); break; } catch { left--; } }")).toBe(1);
    expect(found("for (let look = 1; ; look++) try { await write(); break; } catch { await pause(look); }")).toBe(1);
    expect(found("for (let at = 0; at < 9; at++) try { await write(at); } catch {}")).toBe(0);
    expect(found("do { try { cursor = await page(cursor); } catch {} } while (cursor !== undefined);")).toBe(0);
  });
});

const exportsHandler = (text: string) =>
  /^export (?:const|function|async function) handler\b|^export \{[^}]*\bhandler\b/m.test(text);
const handlers = [...sources]
  .filter(([file, text]) => below("functions")(file) && exportsHandler(text))
  .map(([file]) => file);

describe("sources", () => {
  test("are found at all", () => expect(imports.length).toBeGreaterThan(200));
  test("a page that draws nothing with Cloudscape is marked so, and loads none of it", () => {
    const importedBy = Map.groupBy(imports, ({ from }) => from);
    const reaches = (file: string, seen = new Set<string>()): boolean => {
      if (file.startsWith("@cloudscape-design/")) return true;
      if (seen.has(file)) return false;
      seen.add(file);
      return (importedBy.get(file) ?? []).some(({ to, onlyTypes }) => !onlyTypes && reaches(to, seen));
    };
    const pages = [...sources]
      .filter(([file]) => /^web\/\w+\/routes\.tsx$/.test(file))
      .flatMap(([file, text]) => text.split(/(?=\bpath: )/).map((record) => ({ file, record })))
      .flatMap(({ file, record }) =>
        [...record.matchAll(/import\("(\S+-page\.tsx)"\)/g)].map(([, page]) => ({
          page: normalize(join(dirname(file), page!)),
          isLight: record.includes("light: true"),
        })),
      );
    expect(pages.length).toBeGreaterThan(50);
    expect(pages.filter(({ page, isLight }) => !isLight && !reaches(page))).toEqual([]);
  });
  test("the portal uses no private part of a library, and talks the compiler into nothing", () => {
    const cheat = /\.control\._\w+|\bas never\b|@ts-(?:ignore|expect-error)/;
    const cheating = [...sources].filter(([file, text]) => below("web")(file) && cheat.test(text));
    expect(cheating.map(([file]) => file)).toEqual([]);
  });
  test("only web/api/ knows fetch", () => {
    const fetching = [...sources].filter(([file, text]) => below("web")(file) && /(?<![.\w])fetch\(/.test(text));
    expect(fetching.map(([file]) => file).filter((file) => !below("web/api")(file))).toEqual([]);
  });
  test("zod is imported whole, without its locales", () => {
    const zod = imports.filter(({ to, onlyTypes }) => to === "zod" && !onlyTypes);
    expect(told(zod.filter(({ line }) => !line.startsWith('import * as z from "zod"')))).toEqual([]);
  });
});

describe("handlers", () => {
  const calls = callsOf().map(({ domain, file }) => `functions/${domain}/${file}.ts`);

  test("every call has one of its name", () => {
    const missing = calls.filter((file) => !existsSync(file));
    expect(missing, "write these with implement(call, work) of functions/chain/implement.ts").toEqual([]);
  });
  test("every worker and schedule has one, and there is none besides", () => {
    const others = handlers.filter((file) => !calls.includes(file));
    expect(others.sort()).toEqual(
      Object.keys(background)
        .map((name) => `functions/${name}.ts`)
        .sort(),
    );
  });
});
