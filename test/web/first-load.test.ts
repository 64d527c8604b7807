import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { builtPortal } from "../../bin/local/prepare.ts";
import { callsOf } from "../../shared/contract.ts";
import { compressedFolder } from "../../shared/platform/portal-files.ts";
import { readCalls } from "../../web/build/call-table.ts";
import { budgets, firstLoad } from "../bench/first-load.ts";

test("the pages that most people open first stay within their first load, brotli", async () => {
  const portal = await builtPortal();
  for (const path of Object.keys(budgets) as (keyof typeof budgets)[]) {
    const { bytes, files } = firstLoad(portal, path);
    expect(bytes / 1024, `${path}: ${files.join(" ")}`).toBeLessThanOrEqual(budgets[path].kilobytes);
  }
});

test("what a document names, its theme included, has its contents in its name: a second visit fetches none of it", async () => {
  const portal = await builtPortal();
  const documents = readdirSync(portal).filter((name) => name.endsWith(".html"));
  expect(documents.length).toBe(6);
  for (const document of documents) {
    const html = readFileSync(join(portal, document), "utf8");
    const named = [
      ...html.matchAll(/<(?:script[^>]* src|link rel="(?:stylesheet|modulepreload)"[^>]* href)="([^"]*)"/g),
    ];
    const themes = ["default", "7"].map((theme) => /data-themes="([^"]*)"/.exec(html)?.[1]?.replace("*", theme) ?? "");
    const files = [...named.map(([, file]) => file!), ...themes];
    expect(files.length, document).toBeGreaterThan(3);
    expect(files.filter((file) => !/^\/assets\/.+-[\w-]{7,8}\.(js|css)$/.test(file))).toEqual([]);
    expect(files.filter((file) => !existsSync(join(portal, compressedFolder, file)))).toEqual([]);
  }
});

test("the table of calls leaves out those alone that no page makes", async () => {
  const { table } = await readCalls();
  const web = join(import.meta.dirname, "../../web");
  const sources = readdirSync(web, { recursive: true, encoding: "utf8" }).filter((name) => /\.tsx?$/.test(name));
  const text = sources.map((name) => readFileSync(join(web, name), "utf8")).join("");
  const made = new Set([...text.matchAll(/\bapi\s*\.(\w+)\s*\.(\w+)/g)].map(([, domain, name]) => `${domain}.${name}`));
  const left = callsOf().filter(({ domain, name }) => table[domain]?.[name] === undefined);
  expect(left.length).toBeGreaterThan(0);
  expect(left.filter(({ domain, name }) => made.has(`${domain}.${name}`))).toEqual([]);
});

/**
 * A device at an address, on which the script of the document has run: what it asked for so far, and how it hears of what
 * somebody does with a link. Its last visitor had the role; its timers are over at once.
 */
async function deviceAt(
  pathname: string,
  role?: string,
  { innerWidth = 390, saveData = false, search = "", stored = {} as Record<string, unknown> } = {},
) {
  const portal = await builtPortal();
  const [, script = ""] = /<script src="\/([^"]*)" async/.exec(readFileSync(join(portal, "index.html"), "utf8")) ?? [];
  const asked: string[] = [];
  const calls: string[] = [];
  const heard = new Map<string, (event: object) => void>();
  const origin = "https://laurel.example";
  runInNewContext(readFileSync(join(portal, script), "utf8"), {
    location: { pathname, origin, search },
    AbortSignal,
    fetch: async (url: string, { headers }: { headers: object }) => void calls.push(`${url} ${Object.values(headers)}`),
    innerWidth,
    navigator: { connection: { saveData } },
    setTimeout: (work: () => void) => work(),
    clearTimeout: () => {},
    localStorage: {
      getItem: (name: string) => {
        if (name === "menu") return role === undefined ? null : JSON.stringify({ role });
        const value = stored[name] ?? null;
        return typeof value === "object" && value !== null ? JSON.stringify(value) : value;
      },
    },
    document: {
      createElement: () => ({}),
      head: { append: ({ href }: { href: string }) => asked.push(href.slice(1)) },
      addEventListener: (name: string, listener: (event: object) => void) => heard.set(name, listener),
    },
  });
  const meet = (event: string, link: object) => {
    const element = { origin, target: "", hasAttribute: () => false, ...link };
    heard.get(event)?.({ target: { closest: () => element } });
  };
  return { asked, calls, meet };
}

const preloadsAt = async (...device: Parameters<typeof deviceAt>) => (await deviceAt(...device)).asked;

test.each([
  ["/credentials", "admin", "/credentials"],
  ["/", "learner", "/"],
] as const)(
  "everything that %s loads for the role %s is asked for beside the first script",
  async (path, role, load) => {
    const portal = await builtPortal();
    const document = readFileSync(join(portal, "index.html"), "utf8");
    const { files } = firstLoad(portal, load);
    const preloads = await preloadsAt(path, role);
    const named = (file: string) =>
      document.includes(`"/${file}"`) || file === "index.html" || file.startsWith("assets/theme-default-");
    expect(files.filter((file) => !named(file) && !preloads.includes(file))).toEqual([]);
    expect(preloads.filter((file) => !files.includes(file))).toEqual([]);
  },
);

test("a list's table is asked for where there is room for one, and by no phone", async () => {
  const onPhone = await preloadsAt("/credentials", "admin");
  const onDesktop = await preloadsAt("/credentials", "admin", { innerWidth: 1440 });
  expect(onDesktop.filter((file) => !onPhone.includes(file))).toContainEqual(
    expect.stringMatching(/collection-t-.*\.js$/),
  );
  expect(onPhone.filter((file) => !onDesktop.includes(file))).toEqual([]);
  expect(await preloadsAt("/credential/edit/o/c/0", "admin", { innerWidth: 1440 })).not.toContainEqual(
    expect.stringContaining("collection-t-"),
  );
});

test.each(["pointerover", "focusin", "touchstart"])(
  "%s at a link asks for what its page lacks, once",
  async (event) => {
    const { asked, meet } = await deviceAt("/credentials", "admin");
    const before = [...asked];
    meet(event, { pathname: "/paymenthistory" });
    expect([...asked].sort()).toEqual(
      [...new Set([...before, ...(await preloadsAt("/paymenthistory", "admin"))])].sort(),
    );
    expect(asked.length).toBeGreaterThan(before.length);
    meet(event, { pathname: "/paymenthistory" });
    expect(new Set(asked).size).toBe(asked.length);
  },
);

test("no link that leaves this window, and none on a device that saves data, asks for anything", async () => {
  const { asked, meet } = await deviceAt("/credentials", "admin");
  const before = [...asked];
  meet("pointerover", { pathname: "/paymenthistory", target: "_blank" });
  meet("pointerover", { pathname: "/paymenthistory", hasAttribute: () => true });
  meet("pointerover", { pathname: "/paymenthistory", origin: "https://elsewhere.example" });
  expect(asked).toEqual(before);
  const saving = await deviceAt("/credentials", "admin", { saveData: true });
  saving.meet("pointerover", { pathname: "/paymenthistory" });
  expect(saving.asked).toEqual(before);
});

test("a stranger's device asks for public pages alone, and an address of nowhere for nothing", async () => {
  expect(await preloadsAt("/termsOfService")).not.toEqual([]);
  expect(await preloadsAt("/credentials")).toEqual([]);
  expect(await preloadsAt("/credentials/of/nowhere", "admin")).toEqual([]);
});

describe("the data of a page is asked for before the portal's first script", () => {
  const stored = {
    token: "t0ken",
    expires_at: String(Date.now() + 600_000),
    user: {
      user_id: "usr_1",
      organizations: [{ organization_id: "org_1" }, { organization_id: "org_2", archived: true }],
    },
    selected_org: { organization_id: "org_1" },
    "table usr_1 payment history": { pageSize: 50 },
  };
  const callsAt = async (...[path, role, device]: Parameters<typeof deviceAt>) =>
    (await deviceAt(path, role, { stored, ...device })).calls;

  test("with the organization, the address and the rows that the device keeps", async () => {
    expect(await callsAt("/credential/crd_1/submit", "learner")).toEqual([
      "/api/user/mysubmission?organization_id=org_1&credential_id=crd_1 Bearer t0ken",
    ]);
    const payments = "/api/organization/billinghistory";
    expect(await callsAt("/paymenthistory", "admin")).toEqual([
      `${payments}?limit=50&offset=0&organization_id=org_1 Bearer t0ken`,
    ]);
    expect(await callsAt("/mySubmissions", "learner")).toEqual([
      "/api/user/mysubmissions?limit=10&offset=0&organization_id=org_1&status=all Bearer t0ken",
    ]);
  });

  test.each<[string, Parameters<typeof deviceAt>]>([
    ["nobody is signed in", ["/mySubmissions", "learner", { stored: { ...stored, token: null } }]],
    ["the token is about to end", ["/mySubmissions", "learner", { stored: { ...stored, expires_at: "1" } }]],
    ["no organization is chosen", ["/mySubmissions", "learner", { stored: { ...stored, selected_org: {} } }]],
    ["it is archived", ["/", "learner", { stored: { ...stored, selected_org: { organization_id: "org_2" } } }]],
    ["the address says which rows", ["/mySubmissions", "learner", { search: "?tab=Draft" }]],
    ["their permissions are of their own", ["/credentials", "custom", {}]],
    ["the address is none that the portal writes", ["/credential/a&b=c/submit", "learner", {}]],
    ["the page is another role's", ["/paymenthistory", "learner", {}]],
  ])("but not where %s", async (_, device) => {
    expect(await callsAt(...device)).toEqual([]);
  });
});
