import { globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { diagramsIn, edgesOf, readMachines } from "../../bin/rule-pages.ts";
import { invariants } from "../../functions/platform/model/invariants/check.ts";
import { contract } from "../../shared/contract.ts";

const machines = await readMachines();
const paths = globSync("shared/**/README.md").sort();
const pages = new Map(paths.map((path) => [path, readFileSync(path, "utf8")]));
/** What a page has beside it, where its domain has more to say than one page holds. */
const furtherPages = globSync("shared/**/*.md", { exclude: (path) => path.endsWith("README.md") }).sort();
const everyPage = [...pages, ...furtherPages.map((path) => [path, readFileSync(path, "utf8")] as const)];
const pageOf = (path: string): string => pages.get(path) ?? "";

describe("the diagrams of the rule pages", () => {
  test("are compared with tables at all", () => expect(machines.length).toBeGreaterThanOrEqual(5));

  test.each(machines)("$name stands on $page, edge by edge", ({ name, page, machine }) => {
    const shown = diagramsIn(pageOf(page)).filter((diagram) => diagram.name === name);
    const help = `${page} shows ${name} ${shown.length} times. Let the line <!-- states: ${name} --> stand once before a mermaid block there, and run npm run rule-pages.`;
    expect(shown, help).toHaveLength(1);
    const stale = `The diagram of ${name} is not what states.ts says: run npm run rule-pages and commit ${page}.`;
    expect(shown[0]!.edges.toSorted(), stale).toEqual(edgesOf(machine).toSorted());
  });

  test("each name a table of their domain", () => {
    const unknown = [...pages].flatMap(([path, page]) =>
      diagramsIn(page)
        .filter(({ name }) => !machines.some((machine) => machine.name === name && machine.page === path))
        .map(({ name }) => `${path}: no ${name ?? "table"} in its states.ts; name one by <!-- states: …Machine -->`),
    );
    expect(unknown).toEqual([]);
  });
});

describe("the rule pages", () => {
  test("are one for each domain, and shared/README.md leads to them", () => {
    const domains = Object.keys(contract).map((domain) => `${domain}/README.md`);
    expect(paths).toEqual([...domains.map((page) => `shared/${page}`), "shared/README.md"].sort());
    const linked = [...pageOf("shared/README.md").matchAll(/\]\((\w+\/README\.md)\)/g)].map(([, page]) => page);
    expect(linked.toSorted()).toEqual(domains.sort());
  });

  test("say who may do what, what always holds, why, and what is personal", () => {
    const wanted = ["Who may do what", "Invariants", "Decisions", "Public and personal"];
    for (const [path, page] of pages) {
      const headings = [...page.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => heading);
      expect(headings, path).toEqual([...new Set(headings)]);
      if (path !== "shared/README.md") expect(headings, path).toEqual(expect.arrayContaining(wanted));
    }
  });

  test("have 120 lines at most", () => {
    const long = everyPage.filter(([, page]) => page.split("\n").length > 121).map(([path]) => path);
    expect(long, "let what has a story of its own stand on a page beside it").toEqual([]);
  });

  test("quote messages as the product says them", () => {
    const source = globSync("{shared,functions,web}/**/*.{ts,tsx}")
      .map((file) => readFileSync(file, "utf8"))
      .join("\n")
      .replaceAll("\\'", "'");
    const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
    const filledIn = [...source.matchAll(/`([^`\n]*\$\{[^`\n]*)`/g)].map(
      ([, template]) =>
        new RegExp(
          `^${template!
            .split(/\$\{.*?\}/)
            .map(escaped)
            .join(".+")}$`,
        ),
    );
    const quoted = everyPage.flatMap(([path, page]) =>
      [...page.matchAll(/(?<!\w)'([A-Z][^'\n]{7,})'(?!\w)/g)].map(([, message]) => ({ path, message: message! })),
    );
    expect(quoted.length).toBeGreaterThan(100);
    const invented = quoted.filter(
      ({ message }) => !source.includes(message) && !filledIn.some((template) => template.test(message)),
    );
    expect(invented.map(({ path, message }) => `${path}: nothing says '${message}'`)).toEqual([]);
  });

  test("name each invariant once, in the words of the program that checks it", () => {
    const rows = [...pages].flatMap(([path, page]) =>
      [...page.matchAll(/^\| (I\d+) \| (.+?) \|/gm)].map(([, id, says]) => ({ path, id, says })),
    );
    const ofItems = rows.filter(({ id }) => id !== "I26"); // of answers, not of items: test/review/round.test.ts, and each step of seat-walk.ts
    const said = ofItems.map(({ id, says }) => `${id} ${says}`);
    expect(said.toSorted()).toEqual(invariants.map(({ id, says }) => `${id} ${says}`).toSorted());
    const index = [...pageOf("shared/README.md").matchAll(/^\| (\w+) \| (I\d+(?:, I\d+)*) \|/gm)];
    const indexed = index.flatMap(([, domain, ids]) =>
      ids!.split(", ").map((id) => `shared/${domain}/README.md ${id}`),
    );
    expect(indexed.toSorted()).toEqual(rows.map(({ path, id }) => `${path} ${id}`).toSorted());
  });
});
